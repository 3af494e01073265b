import type { JsonObject } from '../core/json.ts';
import { globalFlags } from './global-flags.ts';
import { ownFlags, resolvePath } from './lookup.ts';
import type { CommandRecord, FlagRecord, ValueForm } from './record.ts';
import { commands, groups } from './table.ts';

/** The table record of a command, or of every command below a path, as `--help --json` prints it. */
export function helpData(path: readonly string[]): JsonObject {
  const resolved = resolvePath(path);
  if (resolved?.kind === 'command')
    return { ...commandData(resolved.command), global_flags: globalFlags.map(flagData) };
  const below = (record: { readonly path: readonly string[] }): boolean =>
    path.every((word, index) => record.path[index] === word);
  return {
    path,
    groups: groups.filter(below).map(group => ({ path: group.path, summary: group.summary })),
    commands: commands.filter(below).map(commandData),
    global_flags: globalFlags.map(flagData),
  };
}

function commandData(command: CommandRecord): JsonObject {
  const { path, summary, words, examples, exits, writes, reads, document, mutates } = command;
  return {
    path,
    summary,
    words: words.map(word => ({ ...word, required: word.required === true })),
    flags: ownFlags(command).map(flagData),
    examples,
    exits: exits.map(([code, meaning]) => ({ code, meaning })),
    writes,
    reads,
    document,
    mutates,
  };
}

function flagData(flag: FlagRecord): JsonObject {
  return {
    name: flag.name,
    short: flag.short ?? null,
    value: formData(flag.value),
    summary: flag.summary,
    list: flag.list === true,
    required: flag.required === true,
    default: flag.fallback ?? null,
    config: flag.config ?? [],
    env: flag.env ?? null,
    needs: flag.needs ?? [],
    excludes: flag.excludes ?? [],
  };
}

function formData(value: ValueForm): JsonObject {
  if (value.form !== 'text') return { ...value };
  const { form, metavar, bare, shape } = value;
  return {
    form,
    metavar,
    ...(bare === undefined ? {} : { bare }),
    ...(shape === undefined ? {} : { pattern: shape.test.source, want: shape.want }),
  };
}
