import { dirname } from 'node:path';
import type { ConfigFile, LookFile } from '../core/config-file/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import { coerce, type FlagValue } from './flags.ts';
import type { CommandRecord, FlagRecord } from './record.ts';
import type { Setting } from './settings.ts';
import { badValue, commandText, helpCommand } from './usage-faults.ts';

/** A checked contextful.toml and its path. */
export type LoadedConfig = { readonly path: string; readonly file: ConfigFile };
/** The user's own tui.toml and its path. */
export type LoadedLook = { readonly path: string; readonly file: LookFile };
type Loaded = { readonly path: string; readonly file: Pick<ConfigFile, 'values' | 'places'> };

export type Sources = {
  readonly given: ReadonlyMap<string, readonly FlagValue[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config: Loaded | undefined;
  /** Weaker than `config`. */
  readonly look?: Loaded | undefined;
  readonly cwd: string;
};

export type Merged =
  | { readonly ok: true; readonly settings: ReadonlyMap<string, Setting> }
  | { readonly ok: false; readonly faults: readonly Refusal[] };

/** Merges flag, environment, project file, user file and default, strongest first (tui-cli.md 7), with each value's origin. */
export function mergeSettings(
  command: CommandRecord,
  flags: readonly FlagRecord[],
  sources: Sources,
): Merged {
  const settings = new Map<string, Setting>();
  const faults: Refusal[] = [];
  for (const flag of flags) {
    const read =
      fromFlag(flag, sources) ?? fromConfigOrEnv(command, flag, sources) ?? fromDefault(flag, sources.cwd);
    if (read === undefined) continue;
    if ('faults' in read) faults.push(...read.faults);
    else settings.set(flag.name, read);
  }
  if (faults.length === 0) faults.push(...needFaults(command, flags, settings));
  return faults.length === 0 ? { ok: true, settings } : { ok: false, faults };
}

type Read = Setting | { readonly faults: readonly Refusal[] } | undefined;

function fromFlag(flag: FlagRecord, { given }: Sources): Read {
  const values = given.get(flag.name);
  return values === undefined ? undefined : { values, origin: { from: 'flag' } };
}

function fromConfigOrEnv(command: CommandRecord, flag: FlagRecord, sources: Sources): Read {
  return (
    fromEnvironment(command, flag, sources) ??
    fromConfig(flag, sources.config) ??
    fromConfig(flag, sources.look)
  );
}

/** A set but empty variable is unset. A switch is on by any other text than 0 and false. */
function fromEnvironment(command: CommandRecord, flag: FlagRecord, { env, cwd }: Sources): Read {
  const name = flag.env;
  const text = name === undefined ? undefined : env[name];
  if (name === undefined || text === undefined || text === '') return undefined;
  const origin = { from: 'env', name } as const;
  if (flag.value.form === 'switch') return { values: [text !== '0' && text !== 'false'], origin };
  const read = coerce(flag.value, text, cwd);
  if (read.ok) return { values: [read.value], origin };
  return { faults: [badValue(command, name, text, read.want, `${name}=${read.example}`)] };
}

function fromConfig(flag: FlagRecord, config: Loaded | undefined): Read {
  if (config === undefined) return undefined;
  for (const path of flag.config ?? []) {
    const value = valueAt(config.file.values, path);
    if (value === undefined || isJsonObject(value)) continue;
    return fromFile(flag, config, path, Array.isArray(value) ? value : [value]);
  }
  return undefined;
}

function fromFile(flag: FlagRecord, config: Loaded, path: string, items: readonly JsonValue[]): Read {
  const place = config.file.places.get(path) ?? { line: 1, column: 1 };
  const values: FlagValue[] = [];
  for (const item of items) {
    const read = coerce(flag.value, String(item), dirname(config.path));
    if (!read.ok) return { faults: [configValueFault(config.path, place, path, String(item), read.want)] };
    values.push(read.value);
  }
  return { values, origin: { from: 'file', file: config.path, ...place } };
}

function fromDefault(flag: FlagRecord, cwd: string): Read {
  if (flag.fallback === undefined) return undefined;
  const read = coerce(flag.value, flag.fallback, cwd);
  if (!read.ok) throw new TypeError(`the default of --${flag.name} can not be read: ${read.want}`);
  return { values: [read.value], origin: { from: 'default' } };
}

function configValueFault(
  file: string,
  place: { readonly line: number; readonly column: number },
  path: string,
  text: string,
  want: string,
): Refusal {
  return refuse('ConfigInvalid', {
    message: `\`${path}\` can not be \`${text}\``,
    place: { file, ...place, path },
    found: `\`${text}\``,
    want,
    facts: { kind: 'bad-value', path },
  });
}

/** Required flags that nothing set, and flags that need another one. */
function needFaults(
  command: CommandRecord,
  flags: readonly FlagRecord[],
  settings: ReadonlyMap<string, Setting>,
): readonly Refusal[] {
  const missing = flags.filter(
    flag => flag.required === true && (settings.get(flag.name)?.values.length ?? 0) === 0,
  );
  const lone = flags.flatMap(flag =>
    settings.get(flag.name)?.origin.from === 'flag'
      ? (flag.needs ?? []).filter(other => !settings.has(other)).map(other => ({ flag, other }))
      : [],
  );
  return [
    ...missing.map(flag =>
      refuse('UsageMissing', {
        message: `\`${commandText(command.path)}\` needs \`--${flag.name}\``,
        want: flag.summary,
        hint: requiredHint(command, flag),
        facts: { flag: `--${flag.name}` },
      }),
    ),
    ...lone.map(({ flag, other }) =>
      refuse('UsageConflict', {
        message: `\`--${flag.name}\` needs \`--${other}\``,
        found: `\`--${flag.name}\` alone`,
        want: `both, or neither`,
        hint: helpCommand(command.path),
        facts: { flags: [`--${flag.name}`, `--${other}`] },
      }),
    ),
  ];
}

function requiredHint(command: CommandRecord, flag: FlagRecord): string {
  const [key] = flag.config ?? [];
  if (key === undefined) return helpCommand(command.path);
  const at = key.lastIndexOf('.');
  return `pass --${flag.name}, or set ${key.slice(at + 1)} in [${key.slice(0, at)}] of contextful.toml`;
}

function valueAt(values: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = values;
  for (const name of path.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
