import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, compare, interleave, type Measurement, type Subject } from '../harness.ts';
import { processSubject } from '../process.ts';
import { corpusProject, JUDGED, program } from '../projects.ts';

/** A tenth of what the budget is for: the first run over a million rows takes minutes. */
const ROWS = 100_000;

/** A run whose corpus lies in the store cache against the run that put it there, as whole processes. */
export const cachedRun: Measurement = {
  name: 'cached-run',
  run: async place => {
    const rows = ROWS / place.shrink;
    const { folder: cwd, cases } = corpusProject(place, rows);
    const line = [program(place), 'eval', 'run', '--goldens', cases, '--zone', 'local:device'];
    const second = processSubject('second run', line, { cwd, allowed: JUDGED });
    const first: Subject = {
      name: 'first run',
      run: () => {
        rmSync(join(cwd, '.contextful', 'cache', 'stores'), { recursive: true, force: true });
        return second.run();
      },
    };
    const samples = await interleave(place.rounds, [first, second]);
    return [
      compare(samples, {
        what: `run on a cached store of ${rows} rows`,
        unit: 'ms',
        ours: ['second run', 'wallMs'],
        peer: ['first run', 'wallMs'],
        budget: atMost(0.15),
      }),
    ];
  },
};
