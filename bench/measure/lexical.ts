import { corpusFolder } from '../data.ts';
import { atMost, compare, interleave, type Line, type Measurement, type Place } from '../harness.ts';
import { workerSubject } from '../process.ts';

/** The size that the budgets are for. */
const BUDGETED = 100_000;

/** Lexical calls with owner policy and bound; what statistics and bound cost. */
export const lexical: Measurement = {
  name: 'lexical',
  run: async place => [...(await lexicalOf(place, 10_000)), ...(await lexicalOf(place, BUDGETED))],
};

async function lexicalOf(place: Place, wanted: number): Promise<readonly Line[]> {
  const rows = wanted / place.shrink;
  const task = { file: corpusFolder(place.work, rows), rows, work: place.work };
  const samples = await interleave(
    place.rounds,
    [
      workerSubject(place, 'contextful', 'own-lexical', task),
      workerSubject(place, 'SQLite FTS5', 'sqlite-lexical', task),
      workerSubject(place, 'minisearch', 'minisearch-lexical', task),
    ],
    false,
  );
  const line = (
    what: string,
    figure: string,
    peer: readonly [string, string],
    budget?: number,
    peerName?: string,
  ) =>
    compare(samples, {
      what: `${what}, ${rows} rows`,
      unit: 'ms',
      ours: ['contextful', figure],
      peer,
      ...(budget === undefined || wanted !== BUDGETED ? {} : { budget: atMost(budget) }),
      ...(peerName === undefined ? {} : { peerName }),
    });
  return [
    line('lexical call, p50', 'singleMs', ['SQLite FTS5', 'singleMs'], 1.5),
    line('lexical call in a batch of 64', 'batchMs', ['SQLite FTS5', 'singleMs'], 0.5),
    line('lexical call in a batch of 64', 'batchMs', ['minisearch', 'singleMs'], 0.15),
    line('call with frequent words, p50', 'frequentMs', ['SQLite FTS5', 'frequentMs']),
    line('such a call in a batch of 64', 'frequentBatchMs', ['SQLite FTS5', 'frequentMs']),
    line('such a call in a batch of 64', 'frequentBatchMs', ['minisearch', 'frequentMs']),
    line('statistics of each call', 'batchMs', ['contextful', 'globalMs'], 1.4, 'of all visible rows'),
    line('a bound', 'batchMs', ['contextful', 'unboundedMs'], 1.3, 'no bound'),
  ];
}
