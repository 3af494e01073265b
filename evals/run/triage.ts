import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { isJsonObject } from '../../core/json.ts';
import { baselineFileOf } from '../gate/next-commands.ts';

export const TRIAGE_MARKS = ['regression', 'truth-wrong', 'flaky', 'accepted', 'look'] as const;
type TriageMark = (typeof TRIAGE_MARKS)[number];

/** What somebody found out about a case (tui-cli.md 21.5). It never changes a verdict. */
export type TriageNote = {
  readonly case: string;
  readonly mark: TriageMark;
  readonly text: string;
  /** The run that it was written on. */
  readonly run: string;
  /** RFC 3339. */
  readonly at: string;
};

/**
 * Where the notes of a case set lie, from the root: a file beside its baseline's name, which is committed and reviewed.
 * baseline: of the run's verdict; caseFile: the first of its plan.
 */
export function triageFile(baseline: string | undefined, caseFile: string | undefined): string {
  const stem = (baseline ?? baselineFileOf(caseFile)).replace(/^.*\//, '').replace(/\.json$/, '');
  return `evals/triage/${stem}.jsonl`;
}

/** The newest note of each case. Lines of another form are passed over: people edit and merge the file. */
export function readTriage(root: string, file: string): ReadonlyMap<string, TriageNote> {
  const notes = new Map<string, TriageNote>();
  for (const line of textOf(join(root, file)).split('\n')) {
    const note = noteOf(line);
    if (note !== undefined) notes.set(note.case, note);
  }
  return notes;
}

/** Adds a note at the end, in one write. */
export async function appendTriage(root: string, file: string, note: TriageNote): Promise<void> {
  const path = join(root, file);
  await makeFolder(dirname(path));
  const torn = /[^\n]$/.test(textOf(path)) ? '\n' : '';
  await appendFile(path, `${torn}${canonicalJson({ ...note })}\n`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function noteOf(line: string): TriageNote | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { case: id, mark: written, text, run, at } = value;
  const mark = TRIAGE_MARKS.find(one => one === written);
  if (typeof id !== 'string' || mark === undefined || typeof text !== 'string') return undefined;
  return {
    case: id,
    mark,
    text,
    run: typeof run === 'string' ? run : '',
    at: typeof at === 'string' ? at : '',
  };
}
