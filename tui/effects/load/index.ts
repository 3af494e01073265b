import type { Clock } from '../../../core/context.ts';
import { listRuns } from '../../../evals/run/runs.ts';
import type { Loaded, Progress, Resource } from '../../model/source.ts';
import type { Loader } from '../source.ts';
import { runsData } from './runs.ts';
import type { createRunReader } from './single-runs.ts';

export type LoadPorts = {
  readonly root: string;
  /** `[eval] corpus_roots`, absolute. */
  readonly corpusRoots: readonly string[];
  readonly clock: Clock;
};

/**
 * Reads what screens ask for from the run directories of a project. What opens a run loads when a run is opened: the
 * list of runs, which is the first screen, waits for none of it.
 */
export function createLoader({ root, corpusRoots, clock }: LoadPorts): Loader {
  let reader: Promise<ReturnType<typeof createRunReader>> | undefined;

  async function load(
    resource: Resource,
    progress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<Loaded[Resource['kind']]> {
    if (resource.kind === 'runs') return runsData(await listRuns(root), resource, clock.now(), signal);
    reader ??= import('./single-runs.ts').then(({ createRunReader }) => createRunReader(root, corpusRoots));
    return (await reader)(resource, progress, signal);
  }

  return async (resource, progress, signal) => asKind(resource, await load(resource, progress, signal));
}

/** What was loaded is of the kind that was asked for: each of the readers has a branch for each. */
function asKind<R extends Resource>(_resource: R, value: Loaded[Resource['kind']]): Loaded[R['kind']] {
  return value as Loaded[R['kind']];
}
