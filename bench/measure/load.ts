import { corpusFolder } from '../data.ts';
import {
  absolute,
  atMost,
  compare,
  interleave,
  type Line,
  type Measurement,
  type Place,
} from '../harness.ts';
import { workerSubject } from '../process.ts';

/** The size that the budgets are for. */
const BUDGETED = 100_000;

/** Reading, landing and folding rows of a JSON Lines file for lexical search. */
export const load: Measurement = {
  name: 'load',
  run: async place => [...(await loadOf(place, 10_000)), ...(await loadOf(place, BUDGETED))],
};

async function loadOf(place: Place, wanted: number): Promise<readonly Line[]> {
  const rows = wanted / place.shrink;
  const task = { file: corpusFolder(place.work, rows), rows, work: place.work };
  const samples = await interleave(place.rounds, [
    workerSubject(place, 'contextful', 'own-load', task),
    workerSubject(place, 'SQLite FTS5', 'sqlite-load', task),
    workerSubject(place, 'minisearch', 'minisearch-load', task),
  ]);
  const what = `load and index ${rows} rows`;
  const limit = (ratio: number) => (wanted === BUDGETED ? { budget: atMost(ratio) } : {});
  const ours = ['contextful', 'loadMs'] as const;
  return [
    compare(samples, { what, unit: 'ms', ours, peer: ['SQLite FTS5', 'loadMs'], ...limit(2) }),
    compare(samples, { what, unit: 'ms', ours, peer: ['minisearch', 'loadMs'], ...limit(0.8) }),
    absolute(samples, { what: `${what}: peak memory`, unit: 'MB', ours: ['contextful', 'peakMb'] }),
  ];
}
