import { findFlag } from './lookup.ts';
import type { FlagRecord } from './record.ts';

/** One argument with its place in the line, counted from 1. */
export type Argument = { readonly text: string; readonly at: number };

export type FlagUse = {
  readonly flag: FlagRecord;
  /** As typed: `--k`, `-C`, `--no-color`. */
  readonly written: string;
  readonly at: number;
  /** undefined = none was given. */
  readonly value: string | undefined;
};

export type Line = {
  readonly uses: readonly FlagUse[];
  readonly words: readonly Argument[];
  readonly unknown: readonly Argument[];
};

/**
 * Splits a command line into flags and words and keeps their places, which the parser forgets. A value that
 * starts with `-` needs `=`; `--` ends the flags; a lone `-` is a word or a value.
 */
export function readLine(args: readonly Argument[], flags: readonly FlagRecord[]): Line {
  const uses: FlagUse[] = [];
  const words: Argument[] = [];
  const unknown: Argument[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const argument = args[i];
    if (argument === undefined) break;
    if (argument.text === '--') {
      words.push(...args.slice(i + 1));
      break;
    }
    if (!isFlag(argument.text)) {
      words.push(argument);
      continue;
    }
    const { written, value } = splitFlag(argument.text);
    const flag = findFlag(flags, written);
    if (flag === undefined) {
      unknown.push({ text: written, at: argument.at });
      continue;
    }
    const next = args[i + 1];
    const takesNext =
      value === undefined && takesValue(flag, written) && next !== undefined && !isFlag(next.text);
    uses.push({ flag, written, at: argument.at, value: takesNext ? next.text : value });
    if (takesNext) i += 1;
  }
  return { uses, words, unknown };
}

export function isFlag(text: string): boolean {
  return text.length > 1 && text.startsWith('-');
}

export function splitFlag(text: string): { readonly written: string; readonly value: string | undefined } {
  const at = text.indexOf('=');
  return at === -1
    ? { written: text, value: undefined }
    : { written: text.slice(0, at), value: text.slice(at + 1) };
}

export function takesValue(flag: FlagRecord, written: string): boolean {
  const { form } = flag.value;
  return form !== 'switch' && form !== 'count' && !written.startsWith('--no-');
}
