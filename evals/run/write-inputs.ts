import { writeFileAtomic } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import { caseLine } from '../case/normal-form.ts';
import { planDocument } from './plan.ts';
import type { PreparedRun } from './prepare.ts';
import type { RunDirectory } from './run-directory.ts';

/** Writes what the run was asked: `plan.json` and `cases.jsonl`, the cases in normal form. */
export async function writeInputs(directory: RunDirectory, prepared: PreparedRun): Promise<void> {
  const mode = { mode: 0o600 };
  await writeFileAtomic(directory.file('plan.json'), documentJson(planDocument(prepared)), mode);
  await writeFileAtomic(directory.file('cases.jsonl'), caseLines(prepared), mode);
}

function* caseLines({ selected }: PreparedRun): Generator<string> {
  for (const loaded of selected.cases) yield `${caseLine(loaded.case)}\n`;
}
