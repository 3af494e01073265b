import type { EvalCase } from '../case/types.ts';
import { runDirectory } from '../run/run-directory.ts';
import { openRun } from '../run-store/open-run.ts';
import type { OpenRunOptions, RunReader } from '../run-store/types.ts';
import type { CaseTruth } from './found.ts';
import { readerSide, referenceText, type Side } from './side.ts';

/** A stored run with its cases as one side of a comparison. */
export type RunRecord = { readonly id: string; readonly reader: RunReader; readonly side: Side };

/** Opens a run page by page. RunUnreadable (3) names the file that is damaged and the byte. */
export async function readRun(root: string, id: string, options: OpenRunOptions = {}): Promise<RunRecord> {
  const reader = await openRun(runDirectory(root, id), options);
  return { id, reader, side: readerSide(reader) };
}

/** Relevant rows of a case as references. */
export function relevantOf(golden: EvalCase | null): readonly string[] {
  return (golden?.expected.artifacts ?? []).map(referenceText);
}

export function truthOfCase(golden: EvalCase | null): CaseTruth {
  return {
    relevant: relevantOf(golden),
    forbidden: (golden?.expected.must_not_retrieve ?? []).map(referenceText),
  };
}
