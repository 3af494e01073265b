import type { FlagValue, Pair } from './flags.ts';

/** Where a value came from, as `doctor --show-config` prints it. */
type Origin =
  | { readonly from: 'flag' }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'file'; readonly file: string; readonly line: number; readonly column: number }
  | { readonly from: 'default' };

export type Setting = { readonly values: readonly FlagValue[]; readonly origin: Origin };

/** What a command runs with: flag, environment, file and default already merged. Names are those of the table. */
export type Settings = {
  readonly on: (flag: string) => boolean;
  readonly text: (flag: string) => string | undefined;
  readonly texts: (flag: string) => readonly string[];
  readonly number: (flag: string) => number | undefined;
  /** u64 and instants (nanoseconds). */
  readonly bigint: (flag: string) => bigint | undefined;
  readonly pairs: (flag: string) => readonly Pair[];
  /** A word of the command line, `RUN` or `FILE`. */
  readonly word: (name: string) => string | undefined;
  /** undefined = neither given nor defaulted. */
  readonly origin: (flag: string) => Origin | undefined;
};

/** Typed access to merged settings. Asking for a flag in another form than the table's is a fault of ours. */
export function settingsOf(
  settings: ReadonlyMap<string, Setting>,
  words: ReadonlyMap<string, string>,
): Settings {
  const all = (flag: string): readonly FlagValue[] => settings.get(flag)?.values ?? [];
  const first = <Value extends FlagValue>(flag: string, is: (value: FlagValue) => value is Value) => {
    const [value] = all(flag);
    return value === undefined ? undefined : narrow(flag, value, is);
  };
  return {
    on: flag => first(flag, isBoolean) ?? false,
    text: flag => first(flag, isText),
    texts: flag => all(flag).map(value => narrow(flag, value, isText)),
    number: flag => first(flag, isNumber),
    bigint: flag => first(flag, isBigint),
    pairs: flag => all(flag).map(value => narrow(flag, value, isPair)),
    word: name => words.get(name),
    origin: flag => settings.get(flag)?.origin,
  };
}

function narrow<Value extends FlagValue>(
  flag: string,
  value: FlagValue,
  is: (value: FlagValue) => value is Value,
): Value {
  if (is(value)) return value;
  throw new TypeError(`--${flag} is read in another form than the table declares`);
}

function isBoolean(value: FlagValue): value is boolean {
  return typeof value === 'boolean';
}

function isText(value: FlagValue): value is string {
  return typeof value === 'string';
}

function isNumber(value: FlagValue): value is number {
  return typeof value === 'number';
}

function isBigint(value: FlagValue): value is bigint {
  return typeof value === 'bigint';
}

function isPair(value: FlagValue): value is Pair {
  return typeof value === 'object';
}
