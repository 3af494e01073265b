import { atMost, compare, interleave, type Measurement } from '../harness.ts';
import { workerSubject } from '../process.ts';

const VALUES = 400;

/** A percentile bootstrap on 32-bit limbs against the same draws on BigInt. */
export const bootstrap: Measurement = {
  name: 'bootstrap',
  run: async place => {
    const task = { file: '', rows: VALUES, work: place.work };
    const samples = await interleave(place.rounds, [
      workerSubject(place, 'contextful', 'own-bootstrap', task),
      workerSubject(place, 'BigInt', 'bigint-bootstrap', task),
    ]);
    return [
      compare(samples, {
        what: `bootstrap, ${VALUES} values, 1000 resamples`,
        unit: 'ms',
        ours: ['contextful', 'ms'],
        peer: ['BigInt', 'ms'],
        budget: atMost(0.25),
      }),
    ];
  },
};
