import { atMost, compare, interleave, type Measurement } from '../harness.ts';
import { workerSubject } from '../process.ts';

const LISTS = 10_000;

/** Nine metrics over lists of 100 rows that are parsed already, against parsing them. */
export const metrics: Measurement = {
  name: 'metrics',
  run: async place => {
    const rows = LISTS / place.shrink;
    const task = { file: '', rows, work: place.work };
    const samples = await interleave(place.rounds, [
      workerSubject(place, 'contextful', 'own-metrics', task),
      workerSubject(place, 'JSON.parse of the rows', 'json-rows', task),
    ]);
    return [
      compare(samples, {
        what: `nine metrics, ${rows} lists of 100`,
        unit: 'ms',
        ours: ['contextful', 'ms'],
        peer: ['JSON.parse of the rows', 'ms'],
        budget: atMost(4),
      }),
    ];
  },
};
