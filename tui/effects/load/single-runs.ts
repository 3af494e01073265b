import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { compareRuns } from '../../../evals/explain/compare.ts';
import { type ComparedRun, findCompared } from '../../../evals/explain/compared.ts';
import type { Explanation } from '../../../evals/explain/explain-figure.ts';
import { explainStored } from '../../../evals/explain/explain-stored.ts';
import { type RunRecord, readRun } from '../../../evals/explain/run-record.ts';
import type { ExplainedFigure, RunData } from '../../model/data.ts';
import type { Loaded, Progress, Resource } from '../../model/source.ts';
import { caseData } from './case.ts';
import { casesData } from './cases.ts';
import { type Causes, causesOf } from './causes.ts';
import { noteOf } from './note.ts';
import { rowData } from './row.ts';
import { figureData, runData } from './run.ts';

/** What is about one run or two. */
export type RunResource = Exclude<Resource, { kind: 'runs' | 'live' }>;

type Opened = {
  readonly run: RunRecord;
  readonly against: ComparedRun | null;
  readonly explanations: readonly Explanation[];
  readonly causes: Causes;
  readonly data: RunData;
};

/** Opens runs of a project and reads from them; the newest few stay open. */
export function createRunReader(
  root: string,
  corpusRoots: readonly string[],
): (
  resource: RunResource,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<Loaded[RunResource['kind']]> {
  const records = createKept<RunRecord>(record => record.reader.close());
  const opened = createKept<Opened>(() => undefined);
  let current: AbortSignal | undefined;

  const read = (id: string, onProgress?: (progress: Progress) => void): Promise<RunRecord> =>
    records.take(id, () => readRun(root, id, onProgress === undefined ? {} : { onProgress }));

  const open = (
    id: string,
    vs: string | undefined,
    progress: (progress: Progress) => void,
  ): Promise<Opened> =>
    opened.take(`${id} ${vs ?? ''}`, async () => {
      const run = await read(id, progress);
      const against = await findCompared(run, vs, { root, read });
      const explanations = explainStored(run, against);
      const causes = causesOf(explanations, run.side.count);
      return { run, against, explanations, causes, data: runData(run, against, explanations) };
    });

  return async (resource, progress, signal) => {
    // Loads after a reload read anew what may have changed on the disk.
    if (current !== signal) {
      records.clear();
      opened.clear();
      current = signal;
    }
    switch (resource.kind) {
      case 'run':
        return (await open(resource.run, resource.vs, progress)).data;
      case 'cases': {
        const { run, against, causes } = await open(resource.run, resource.vs, progress);
        const { filter, sort, marks = [] } = resource;
        return casesData(run, against, causes, { filter, sort, marks, signal });
      }
      case 'case': {
        const { run, against, causes } = await open(resource.run, resource.vs, progress);
        return {
          ...caseData(run, against, causes, resource.id),
          note: await noteOf(run, resource.id, root),
        };
      }
      case 'explanations': {
        const { run, explanations } = await open(resource.run, resource.vs, progress);
        return figuresData(run, explanations, progress, signal);
      }
      case 'row': {
        const places = { root, corpusRoots: corpusRoots.map(path => resolve(root, path)) };
        return rowData(await read(resource.run), resource.id, resource.row, places, signal);
      }
      case 'compare':
        return compareRuns(await read(resource.a), await read(resource.b));
    }
  };
}

/** The red figures of a run, one a turn: there may be hundreds, and keys are answered meanwhile. */
async function figuresData(
  { reader }: RunRecord,
  explanations: readonly Explanation[],
  progress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<readonly ExplainedFigure[]> {
  const red = explanations.filter(one => one.red);
  const figures: ExplainedFigure[] = [];
  for (const one of red) {
    figures.push(figureData(one.figure(), reader));
    progress({ n: figures.length, of: red.length, what: 'figures' });
    await setImmediate();
    signal.throwIfAborted();
  }
  return figures;
}

const KEPT = 6;

/**
 * The newest few stay; `drop` gives back what an older one holds, which may still be asked and then takes it anew.
 * A failure is not kept.
 */
function createKept<T>(drop: (value: T) => void): {
  readonly take: (key: string, make: () => Promise<T>) => Promise<T>;
  readonly clear: () => void;
} {
  const kept = new Map<string, Promise<T>>();
  const forget = (most: number): void => {
    for (const [oldest, value] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
      value.then(drop, () => undefined);
    }
  };
  return {
    take: (key, make) => {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = make();
      kept.set(key, made);
      made.catch(() => {
        if (kept.get(key) === made) kept.delete(key);
      });
      forget(KEPT);
      return made;
    },
    clear: () => forget(0),
  };
}
