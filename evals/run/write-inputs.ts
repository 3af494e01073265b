import { writeFileAtomic } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import { caseLine } from '../case/normal-form.ts';
import { saveDigestMemory } from '../corpus/index.ts';
import { planDocument } from './plan.ts';
import type { PreparedRun } from './prepare.ts';
import { digestMemoryPath, type RunDirectory } from './run-directory.ts';

/**
 * Writes what the run was asked: `plan.json` and `cases.jsonl`, the cases in normal form; and remembers the digests
 * of the corpus files, so that the next run need not read those that have not changed.
 */
export async function writeInputs(directory: RunDirectory, prepared: PreparedRun): Promise<void> {
  const mode = { mode: 0o600 };
  await writeFileAtomic(directory.file('plan.json'), documentJson(planDocument(prepared)), mode);
  await writeFileAtomic(directory.file('cases.jsonl'), caseLines(prepared), mode);
  const { request, digestMemory, corpora, startedNs } = prepared;
  const digests = corpora.flatMap(({ files }) => files);
  await saveDigestMemory(digestMemoryPath(request.root), digestMemory, digests, startedNs);
}

function* caseLines({ selected }: PreparedRun): Generator<string> {
  for (const loaded of selected.cases) yield caseLine(loaded.case);
}
