import { flagAliases, globalFlags, planFlag } from './global-flags.ts';
import type { CommandRecord, FlagRecord, GroupRecord } from './record.ts';
import { commands, groups } from './table.ts';

export type Resolved =
  | { readonly kind: 'root' }
  | { readonly kind: 'group'; readonly group: GroupRecord }
  | { readonly kind: 'command'; readonly command: CommandRecord };

/** What a path of words names exactly; undefined when it names nothing. */
export function resolvePath(path: readonly string[]): Resolved | undefined {
  if (path.length === 0) return { kind: 'root' };
  const command = commands.find(record => samePath(record.path, path));
  if (command !== undefined) return { kind: 'command', command };
  const group = groups.find(record => samePath(record.path, path));
  return group === undefined ? undefined : { kind: 'group', group };
}

/** The words that may follow a path, in the order of the table. */
export function verbsOf(path: readonly string[]): readonly string[] {
  const verbs = [...groups, ...commands]
    .filter(record => record.path.length > path.length && samePath(record.path.slice(0, path.length), path))
    .map(record => record.path[path.length] ?? '');
  return [...new Set(verbs)];
}

export function flagsOf(command: CommandRecord): readonly FlagRecord[] {
  return [...ownFlags(command), ...globalFlags];
}

/** The command's own flags and, when it writes, `--plan`. */
export function ownFlags(command: CommandRecord): readonly FlagRecord[] {
  return command.mutates ? [...command.flags, planFlag] : command.flags;
}

/** The flag that `--name`, `--no-name` or `-x` means among these; undefined when there is none. */
export function findFlag(flags: readonly FlagRecord[], written: string): FlagRecord | undefined {
  if (/^-[^-]$/.test(written)) return flags.find(flag => flag.short === written.slice(1));
  if (written === '--no-color') return flags.find(flag => flag.name === 'color');
  if (!written.startsWith('--')) return undefined;
  const name = written.slice(2);
  return flags.find(flag => flag.name === (flagAliases.get(name) ?? name));
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}
