import { readFile } from 'node:fs/promises';
import { documentJson } from '../../core/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';

const SELECTION_SCHEMA = 'contextful.eval.selection/1';

/** Cases that were chosen from a run, for another run over them alone: too many for a command line. */
export type Selection = { readonly run: string; readonly ids: ReadonlySet<string> };

/** The text of the file that `--only ids=FILE` names. */
export function selectionText(run: string, ids: readonly string[]): string {
  return documentJson({ schema: SELECTION_SCHEMA, run, ids: [...ids] });
}

/** UsageBadValue (2) where the file can not be read or is none of ours. */
export async function readSelection(file: string): Promise<Selection> {
  let value: JsonValue;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : 'no JSON');
  }
  if (!isJsonObject(value) || value['schema'] !== SELECTION_SCHEMA)
    throw unreadable(file, 'another document');
  const { run, ids } = value;
  if (typeof run !== 'string' || !Array.isArray(ids)) throw unreadable(file, 'no run or no ids');
  return { run, ids: new Set(ids.filter(id => typeof id === 'string')) };
}

function unreadable(file: string, found: string): Error {
  return refuse('UsageBadValue', {
    message: '`--only ids=FILE` can not be read',
    place: { file },
    found,
    want: `a document of ${SELECTION_SCHEMA}`,
    facts: { flag: '--only', file },
  });
}
