import { ofRun, storedIndex } from '../run-store/index-folder.ts';
import type { RunDirectory } from './run-directory.ts';
import { appendToRunIndex } from './run-index.ts';
import { summariseRun } from './run-summary.ts';

/** With more cases the first look at a run would wait for their index, and the run itself took minutes anyway. */
const LARGE_RUN = 20_000;

/** A finished run's line for the list of runs and, of a large one, the index of its cases. Both are derived. */
export async function indexRun(root: string, run: RunDirectory, cases: number): Promise<void> {
  if (cases >= LARGE_RUN) {
    // Who reads the run makes it anew, and says what is amiss.
    await storedIndex(ofRun(run)).catch(() => undefined);
  }
  appendToRunIndex(root, [[run, await summariseRun(root, run)]]);
}
