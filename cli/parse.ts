import type { Refusal } from '../core/refusal.ts';
import type { FlagValue } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { findFlag, flagsOf, resolvePath } from './lookup.ts';
import type { CommandRecord } from './record.ts';
import {
  conflictFaults,
  formFaults,
  groupAlone,
  repeatFaults,
  unknownCommand,
  unknownFlag,
  wordFaults,
} from './usage-faults.ts';
import { readValues } from './values.ts';
import { type Argument, isFlag, readLine, splitFlag, takesValue } from './words.ts';

/** What a command line asks for: a page, the version, or a command with the flags and words given. */
export type Invocation =
  | { readonly kind: 'help'; readonly path: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run';
      readonly command: CommandRecord;
      readonly given: ReadonlyMap<string, readonly FlagValue[]>;
      readonly words: ReadonlyMap<string, string>;
    };

export type Parsed =
  | { readonly ok: true; readonly invocation: Invocation }
  | {
      readonly ok: false;
      readonly path: readonly string[];
      readonly faults: readonly [Refusal, ...Refusal[]];
    };

/**
 * Reads a command line against the table (tui-cli.md 3). Checks run in the order command word, flags known, values,
 * conflicts; the first of these that finds faults returns all of its own.
 */
export async function parseLine(argv: readonly string[], cwd: string): Promise<Parsed> {
  const args = argv.map((text, index): Argument => ({ text, at: index + 1 }));
  const { path, rest, stray } = commandPath(args);
  if (stray !== undefined) return refused(path, [unknownCommand(path, stray)]);
  if (argv.length === 0 || hasSwitch(argv, 'help')) return asks({ kind: 'help', path });
  if (hasSwitch(argv, 'version')) return asks({ kind: 'version' });
  const resolved = resolvePath(path);
  const flags = resolved?.kind === 'command' ? flagsOf(resolved.command) : globalFlags;
  const line = readLine(rest, flags);
  const unknown = line.unknown.map(word => unknownFlag(word, path, flags));
  if (isSome(unknown)) return refused(path, unknown);
  if (resolved?.kind !== 'command') return refused(path, [groupAlone(path)]);

  const { command } = resolved;
  const malformed = [
    ...formFaults(line, command),
    ...repeatFaults(line, command),
    ...wordFaults(line, command),
  ];
  if (isSome(malformed)) return refused(path, malformed);
  // Loaded here, so that a line that is refused above never pays for the parser.
  const { readWithYargs } = await import('./yargs.ts');
  const texts = await readWithYargs(line, flags);
  const { given, faults } = readValues(texts, flags, command, cwd);
  if (isSome(faults)) return refused(path, faults);
  const conflicts = conflictFaults(given, flags, command);
  if (isSome(conflicts)) return refused(path, conflicts);
  const words = new Map(line.words.map((word, index) => [command.words[index]?.name ?? '', word.text]));
  return asks({ kind: 'run', command, given, words });
}

/** The words that name a command, wherever global flags stand between them, and what is left of the line. */
function commandPath(args: readonly Argument[]): {
  readonly path: readonly string[];
  readonly rest: readonly Argument[];
  readonly stray: Argument | undefined;
} {
  const path: string[] = [];
  const rest: Argument[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const [argument, follower] = args.slice(i, i + 2);
    if (argument === undefined) break;
    if (!isFlag(argument.text)) {
      if (resolvePath([...path, argument.text]) !== undefined) {
        path.push(argument.text);
        continue;
      }
      const stray = resolvePath(path)?.kind === 'command' ? undefined : argument;
      return { path, rest: [...rest, ...args.slice(i)], stray };
    }
    const { written, value } = splitFlag(argument.text);
    const flag = findFlag(globalFlags, written);
    // A flag of the command's own ends its words: what follows may be that flag's value.
    if (flag === undefined) return { path, rest: [...rest, ...args.slice(i)], stray: undefined };
    rest.push(argument);
    if (
      value === undefined &&
      takesValue(flag, written) &&
      follower !== undefined &&
      !isFlag(follower.text)
    ) {
      rest.push(follower);
      i += 1;
    }
  }
  return { path, rest, stray: undefined };
}

/** Whether a global switch stands in the line; told before the rest is understood, so that help always answers. */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  return flags.some(text => isFlag(text) && findFlag(globalFlags, text)?.name === name);
}

function asks(invocation: Invocation): Parsed {
  return { ok: true, invocation };
}

function refused(path: readonly string[], faults: readonly [Refusal, ...Refusal[]]): Parsed {
  return { ok: false, path, faults };
}

function isSome(faults: readonly Refusal[]): faults is readonly [Refusal, ...Refusal[]] {
  return faults.length > 0;
}
