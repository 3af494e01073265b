import yargs from 'yargs';
import type { FlagRecord } from './record.ts';
import { type FlagUse, type Line, takesValue } from './words.ts';

/**
 * Lets yargs gather a line's flags (tui-cli.md 3) and returns each flag's texts in order. The line is given to it
 * in the one form that it does not interpret, `--name=value`: left to itself it takes `-x` after a flag as that
 * flag's value, `-json` as `--json`, and no lone `-`.
 */
export async function readWithYargs(
  line: Line,
  flags: readonly FlagRecord[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const parser = yargs()
    .parserConfiguration({
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'dot-notation': false,
      'camel-case-expansion': false,
      'greedy-arrays': false,
      'short-option-groups': false,
      'populate--': true,
      'boolean-negation': true,
    })
    .locale('en')
    .exitProcess(false)
    .version(false)
    .help(false)
    .wrap(80)
    .strict()
    .fail((message, error) => {
      // The line has passed the table, so a complaint here is a fault of ours.
      throw error ?? new TypeError(`yargs and the command table disagree: ${message}`);
    })
    .options(Object.fromEntries(flags.map(flag => [keyOf(flag), optionOf(flag)])));
  const argv: Readonly<Record<string, unknown>> = await parser.parseAsync(line.uses.map(plainForm));
  return new Map(
    flags.flatMap(flag => {
      const texts = textsOf(argv[keyOf(flag)], flag);
      return texts.length === 0 ? [] : [[flag.name, texts] as const];
    }),
  );
}

/** A flag `no-x` is the negation of `x` to yargs. */
function keyOf(flag: FlagRecord): string {
  return flag.name.startsWith('no-') ? flag.name.slice(3) : flag.name;
}

function optionOf(flag: FlagRecord): { type: 'boolean' | 'string'; array: boolean; count: boolean } {
  const { form } = flag.value;
  return {
    type: form === 'switch' || form === 'count' ? 'boolean' : 'string',
    array: flag.list === true,
    count: form === 'count',
  };
}

function plainForm({ flag, written, value }: FlagUse): string {
  if (written === '--no-color') return '--color=never';
  if (!takesValue(flag, written)) return `--${flag.name}`;
  const bare = flag.value.form === 'text' ? flag.value.bare : undefined;
  return `--${flag.name}=${value ?? bare ?? ''}`;
}

function textsOf(value: unknown, flag: FlagRecord): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'number') return value === 0 ? [] : [String(value)];
  if (typeof value === 'boolean') return value === flag.name.startsWith('no-') ? [] : ['true'];
  return [String(value)];
}
