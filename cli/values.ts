import type { Refusal } from '../core/refusal.ts';
import { suggest } from '../core/suggest.ts';
import { refuse } from '../spec/refusals.ts';
import { coerce, type FlagValue } from './flags.ts';
import type { CommandRecord, FlagRecord } from './record.ts';
import { badValue } from './usage-faults.ts';

/** Texts of the command line as typed values; all bad ones at once. Relative paths start from `folder`. */
export function readValues(
  texts: ReadonlyMap<string, readonly string[]>,
  flags: readonly FlagRecord[],
  command: CommandRecord,
  folder: string,
): { readonly given: ReadonlyMap<string, readonly FlagValue[]>; readonly faults: readonly Refusal[] } {
  const given = new Map<string, FlagValue[]>();
  const faults: Refusal[] = [];
  for (const flag of flags) {
    const values: FlagValue[] = [];
    for (const text of texts.get(flag.name) ?? []) {
      const read = coerce(flag.value, text, folder);
      if (read.ok) values.push(read.value);
      else faults.push(valueFault(command, flag, text, read));
    }
    if (values.length > 0) given.set(flag.name, values);
  }
  return { given, faults };
}

function valueFault(
  command: CommandRecord,
  flag: FlagRecord,
  text: string,
  { want, example }: { readonly want: string; readonly example: string },
): Refusal {
  const name = `--${flag.name}`;
  if (flag.value.form === 'instant') {
    return refuse('EvalInstantMalformed', {
      message: `\`${name}\` is not an RFC 3339 instant`,
      found: `\`${text}\``,
      want,
      hint: `for example ${name} ${example}`,
      facts: { flag: name, text },
    });
  }
  if (flag.value.form === 'text' && flag.value.shape?.code !== undefined) {
    return refuse(flag.value.shape.code, {
      message: `\`${name}\` is no cutoff`,
      found: `\`${text}\``,
      want,
      hint: `for example ${name} ${example}`,
      facts: { flag: name, text },
    });
  }
  const meant = flag.value.form === 'choice' ? suggest(text, flag.value.of) : [];
  return badValue(command, name, text, want, `${name} ${meant[0] ?? example}`);
}
