import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { isPinned, pinPath } from '../../evals/run/prune-runs.ts';
import { runDirectory } from '../../evals/run/run-directory.ts';
import { refuse } from '../../spec/refusals.ts';
import { runOf } from '../state/relink.ts';

/** Keeps a run from being pruned, or lets it go again. RunNotFound (2) where it is gone. */
export async function pinRun(link: string, root: string): Promise<string> {
  const id = runOf(link) ?? '';
  const run = runDirectory(root, id);
  if (!existsSync(run.path)) {
    throw refuse('RunNotFound', { message: `there is no run \`${id}\``, found: id, facts: { run: id } });
  }
  if (isPinned(run)) {
    await rm(pinPath(run), { force: true });
    return `run ${id} may be pruned again`;
  }
  await writeFile(pinPath(run), '', { mode: 0o600 });
  return `run ${id} is pinned: it is never pruned`;
}
