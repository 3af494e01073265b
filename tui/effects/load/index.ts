import type { Clock, Timer } from '../../../core/context.ts';
import { listRuns } from '../../../evals/run/runs.ts';
import type { RunsData } from '../../model/data.ts';
import type { LiveData } from '../../model/live-data.ts';
import type { Loaded, Progress, Resource } from '../../model/source.ts';
import type { Loader } from '../source.ts';
import type { Watch } from '../watch.ts';
import { runsData } from './runs.ts';
import type { createRunReader } from './single-runs.ts';

export type LoadPorts = {
  readonly root: string;
  /** `[eval] corpus_roots`, absolute. */
  readonly corpusRoots: readonly string[];
  readonly clock: Clock;
  /** `[eval] unscored_max`. */
  readonly unscoredMax?: number;
  /** What changes on the disk is read again, as this timer lets it. Absent: everything is read once. */
  readonly after?: Timer;
};

/**
 * Reads what screens ask for from the run directories of a project. What opens a run loads when a run is opened: the
 * list of runs, which is the first screen, waits for none of it.
 */
export function createLoader({ root, corpusRoots, clock, unscoredMax = 0, after }: LoadPorts): Loader {
  let reader: Promise<ReturnType<typeof createRunReader>> | undefined;
  let watch: Promise<Watch> | undefined;

  async function loadRuns(
    resource: Extract<Resource, { kind: 'runs' }>,
    signal: AbortSignal,
    renew: (data: RunsData) => boolean,
  ): Promise<RunsData> {
    const read = async (): Promise<RunsData> => runsData(await listRuns(root), resource, clock.now(), signal);
    const data = await read();
    if (after === undefined) return data;
    // The list is on the screen before anything is watched.
    watch ??= import('../watch.ts').then(({ createWatch }) => createWatch({ after }));
    void Promise.all([watch, import('./follow-runs.ts')]).then(([watching, { followRuns }]) => {
      if (!signal.aborted) followRuns(root, data, read, renew, watching, signal);
    });
    return data;
  }

  async function loadLive(
    id: string,
    signal: AbortSignal,
    renew: (data: LiveData) => boolean,
  ): Promise<LiveData> {
    const [{ createWatch }, { liveData }] = await Promise.all([import('../watch.ts'), import('./live.ts')]);
    const follow = after === undefined ? undefined : { watch: createWatch({ after }), after };
    return liveData(id, { root, clock, unscoredMax, follow }, renew, signal);
  }

  async function load(
    resource: Resource,
    progress: (progress: Progress) => void,
    signal: AbortSignal,
    renew: (value: Loaded[Resource['kind']]) => boolean,
  ): Promise<Loaded[Resource['kind']]> {
    if (resource.kind === 'runs') return loadRuns(resource, signal, renew);
    if (resource.kind === 'live') return loadLive(resource.run, signal, renew);
    reader ??= import('./single-runs.ts').then(({ createRunReader }) => createRunReader(root, corpusRoots));
    return (await reader)(resource, progress, signal);
  }

  return async (resource, progress, signal, renew = () => false) =>
    asKind(
      resource,
      // What is renewed is of the kind that was loaded.
      await load(resource, progress, signal, value => renew(asKind(resource, value))),
    );
}

/** What was loaded is of the kind that was asked for: each of the readers has a branch for each. */
function asKind<R extends Resource>(_resource: R, value: Loaded[Resource['kind']]): Loaded[R['kind']] {
  return value as Loaded[R['kind']];
}
