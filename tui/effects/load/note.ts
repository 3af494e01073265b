import type { RunRecord } from '../../../evals/explain/run-record.ts';
import { listRuns } from '../../../evals/run/runs.ts';
import { readTriage, triageFile } from '../../../evals/run/triage.ts';
import type { CaseNote } from '../../model/data.ts';

/** What was noted about a case, on this run or another; stale where a green run came after it. */
export async function noteOf({ reader }: RunRecord, id: string, root: string): Promise<CaseNote | null> {
  const file = triageFile(reader.verdict?.baseline?.file, reader.caseFiles[0]);
  const note = readTriage(root, file).get(id);
  if (note === undefined) return null;
  const greens = (await listRuns(root)).filter(({ verdict }) => verdict === 'green');
  const stale = greens.some(({ started }) => started !== null && started > note.at);
  return { mark: note.mark, text: note.text, run: note.run, stale };
}
