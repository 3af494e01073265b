import { corpusFolder } from '../data.ts';
import { compare, interleave, type Measurement } from '../harness.ts';
import { workerSubject } from '../process.ts';

const ROWS = 100_000;
/** Ahead of the peer. */
const AHEAD = { of: 'ratio', atMost: 0.99 } as const;

/** From a file of 100,000 rows to the answers of 500 hybrid calls with owner policy and bound. */
export const hybrid: Measurement = {
  name: 'hybrid',
  run: async place => {
    const rows = ROWS / place.shrink;
    const task = { file: corpusFolder(place.work, rows), rows, work: place.work };
    const samples = await interleave(
      place.rounds,
      [
        workerSubject(place, 'contextful', 'own-hybrid', task),
        workerSubject(place, 'FTS5 + sqlite-vec', 'sqlite-hybrid', task),
        workerSubject(place, 'minisearch + loop', 'minisearch-hybrid', task),
      ],
      false,
    );
    const peers = ['FTS5 + sqlite-vec', 'minisearch + loop'];
    const parts = [
      { what: 'load, index and 500 hybrid calls', figure: 'totalMs', unit: 'ms', budget: AHEAD },
      { what: 'of which load and index', figure: 'loadMs', unit: 'ms' },
      { what: 'of which 500 hybrid calls', figure: 'callsMs', unit: 'ms' },
      { what: 'peak memory', figure: 'peakMb', unit: 'MB' },
    ] as const;
    return parts.flatMap(({ what, figure, unit, ...limit }) =>
      peers.map(peer =>
        compare(samples, {
          what: `${what}, ${rows} rows`,
          unit,
          ours: ['contextful', figure],
          peer: [peer, figure],
          ...limit,
        }),
      ),
    );
  },
};
