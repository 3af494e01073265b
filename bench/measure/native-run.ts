import { absolute, atMost, compare, interleave, type Measurement } from '../harness.ts';
import { emptyProgram, firstByteMs, processSubject } from '../process.ts';
import { corpusProject, JUDGED, nativeProject, program } from '../projects.ts';

/** About 330 bytes each: 100 MB. */
const LARGE_ROWS = 300_000;

/** The native evaluation as a whole process, and how soon a run says something, also over a large corpus. */
export const nativeRun: Measurement = {
  name: 'native-run',
  run: async place => {
    const bin = program(place);
    const cwd = nativeProject(place);
    const large = corpusProject(place, LARGE_ROWS / place.shrink);
    const one = [bin, 'eval', 'run', '--events', '--goldens', large.cases, '--zone', 'local:device'];
    const empty = emptyProgram(place);
    const samples = await interleave(place.rounds, [
      empty,
      processSubject('run', [bin, 'eval', 'run'], { cwd, allowed: JUDGED }),
      {
        name: 'first event',
        run: async () => ({ ms: await firstByteMs([bin, 'eval', 'run', '--events'], { cwd }) }),
      },
      {
        name: 'first event, large corpus',
        run: async () => ({ ms: await firstByteMs(one, { cwd: large.folder }) }),
      },
    ]);
    const within200 = { of: 'value', atMost: 200 } as const;
    return [
      compare(samples, {
        what: 'native run, whole process',
        unit: 'ms',
        ours: ['run', 'wallMs'],
        peer: [empty.name, 'wallMs'],
        budget: atMost(12),
      }),
      absolute(samples, { what: 'first event', unit: 'ms', ours: ['first event', 'ms'], budget: within200 }),
      absolute(samples, {
        what: 'first event, 100 MB corpus',
        unit: 'ms',
        ours: ['first event, large corpus', 'ms'],
        budget: within200,
      }),
    ];
  },
};
