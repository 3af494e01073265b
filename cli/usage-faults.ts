import type { Refusal } from '../core/refusal.ts';
import { suggest } from '../core/suggest.ts';
import { refuse } from '../spec/refusals.ts';
import type { FlagValue } from './flags.ts';
import { resolvePath, verbsOf } from './lookup.ts';
import type { CommandRecord, FlagRecord } from './record.ts';
import { type Argument, type Line, takesValue } from './words.ts';

export function unknownCommand(path: readonly string[], word: Argument): Refusal {
  const candidates = suggest(word.text, verbsOf(path)).map(verb => [...path, verb].join(' '));
  return refuse('UsageUnknownCommand', {
    message: `\`${[...path, word.text].join(' ')}\` is no command`,
    found: wordText(word),
    want: `one of ${verbsOf(path).join(', ')}`,
    hint: helpCommand(path),
    facts: { word: word.text, at: word.at, suggestions: candidates },
  });
}

export function unknownFlag(word: Argument, path: readonly string[], flags: readonly FlagRecord[]): Refusal {
  const candidates = suggest(
    word.text,
    flags.map(flag => `--${flag.name}`),
  );
  return refuse('UsageUnknownFlag', {
    message: `\`${commandText(path)}\` has no flag \`${word.text}\``,
    found: wordText(word),
    hint: helpCommand(path),
    facts: { word: word.text, at: word.at, suggestions: candidates },
  });
}

export function groupAlone(path: readonly string[]): Refusal {
  const verbs = verbsOf(path);
  return refuse('UsageMissing', {
    message: `\`${commandText(path)}\` needs a verb`,
    want: `one of ${verbs.join(', ')}`,
    hint: helpCommand(path),
    facts: { verbs },
  });
}

/** Flags that lack a value, or have one that they can not take. */
export function formFaults(line: Line, command: CommandRecord): readonly Refusal[] {
  return line.uses.flatMap(({ flag, written, at, value }) => {
    if (!takesValue(flag, written)) {
      if (value === undefined) return [];
      return [badValue(command, written, value, 'no value', written, at)];
    }
    const isBare = value === undefined && flag.value.form === 'text' && flag.value.bare !== undefined;
    if (isBare || (value !== undefined && value !== '')) return [];
    return [
      refuse('UsageMissing', {
        message: `\`${written}\` needs a value`,
        found: `${value === '' ? 'an empty value' : 'nothing after it'} (word ${at})`,
        want: `a value; one that starts with - is written ${written}=VALUE`,
        hint: helpCommand(command.path),
        facts: { flag: written, at },
      }),
    ];
  });
}

/** Single-valued flags given twice: never an array, never the last one. */
export function repeatFaults(line: Line, command: CommandRecord): readonly Refusal[] {
  const byFlag = new Map<FlagRecord, (typeof line.uses)[number][]>();
  for (const use of line.uses) byFlag.set(use.flag, [...(byFlag.get(use.flag) ?? []), use]);
  return [...byFlag].flatMap(([flag, uses]) => {
    const isSingle = flag.list !== true && flag.value.form !== 'switch' && flag.value.form !== 'count';
    if (!isSingle || uses.length < 2) return [];
    return [
      refuse('UsageRepeated', {
        message: `\`--${flag.name}\` is given ${uses.length === 2 ? 'twice' : `${uses.length} times`}`,
        found: uses.map(use => `\`${use.value ?? use.written}\` (word ${use.at})`).join(', '),
        want: 'one value',
        hint: `keep one; ${helpCommand(command.path)}`,
        facts: { flag: `--${flag.name}`, values: uses.map(use => use.value ?? use.written) },
      }),
    ];
  });
}

/** Words beyond those that the command takes, and required ones that are absent. */
export function wordFaults(line: Line, command: CommandRecord): readonly Refusal[] {
  const extra = line.words.slice(command.words.length).map(word =>
    refuse('UsageUnknownCommand', {
      message: `\`${commandText(command.path)}\` takes no word \`${word.text}\``,
      found: wordText(word),
      want:
        command.words.length === 0
          ? 'flags only'
          : `at most ${command.words.map(({ name }) => name).join(' ')}`,
      hint: helpCommand(command.path),
      facts: { word: word.text, at: word.at, suggestions: [] },
    }),
  );
  const absent = command.words
    .slice(line.words.length)
    .filter(word => word.required === true)
    .map(word =>
      refuse('UsageMissing', {
        message: `\`${commandText(command.path)}\` needs ${word.name}`,
        want: word.summary,
        hint: helpCommand(command.path),
        facts: { word: word.name },
      }),
    );
  return [...extra, ...absent];
}

/** Flags of which only one may be given. */
export function conflictFaults(
  given: ReadonlyMap<string, readonly FlagValue[]>,
  flags: readonly FlagRecord[],
  command: CommandRecord,
): readonly Refusal[] {
  return flags.flatMap(flag =>
    (flag.excludes ?? [])
      .filter(other => given.has(flag.name) && given.has(other))
      .map(other =>
        refuse('UsageConflict', {
          message: `\`--${flag.name}\` and \`--${other}\` exclude each other`,
          found: 'both',
          want: 'one of them',
          hint: helpCommand(command.path),
          facts: { flags: [`--${flag.name}`, `--${other}`] },
        }),
      ),
  );
}

export function badValue(
  command: CommandRecord,
  flag: string,
  text: string,
  want: string,
  example: string,
  at?: number,
): Refusal {
  return refuse('UsageBadValue', {
    message: `\`${flag}\` can not be \`${text}\``,
    found: at === undefined ? `\`${text}\`` : `\`${text}\` (word ${at})`,
    want,
    hint: `for example ${example}; ${helpCommand(command.path)}`,
    facts: { flag, text, want },
  });
}

export function helpCommand(path: readonly string[]): string {
  return `${commandText(path)} --help lists ${resolvePath(path)?.kind === 'command' ? 'the flags' : 'the commands'}`;
}

export function commandText(path: readonly string[]): string {
  return ['contextful', ...path].join(' ');
}

function wordText(word: Argument): string {
  return `\`${word.text}\` (word ${word.at})`;
}
