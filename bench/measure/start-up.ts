import { atMost, compare, interleave, type Measurement } from '../harness.ts';
import { emptyProgram, processSubject } from '../process.ts';
import { openProject, program, runsProject } from '../projects.ts';

const ROUNDS = 31;
const RUNS = 1000;

const LINES = [
  { what: '--version', words: ['--version'], budget: 1.3 },
  { what: '--help', words: ['--help'], budget: 1.6 },
  { what: 'eval run --help', words: ['eval', 'run', '--help'], budget: 1.6 },
  { what: 'an unknown flag', words: ['eval', 'run', '--golden'], budget: 2.6 },
] as const;

/** Short commands as whole processes against an empty Node program (tui-cli.md 8). */
export const startUp: Measurement = {
  name: 'start-up',
  run: async place => {
    const cwd = openProject(place);
    const runs = Math.ceil(RUNS / place.shrink);
    const bin = program(place);
    const list = processSubject('runs list', [bin, 'runs', 'list'], { cwd: await runsProject(place, runs) });
    const rounds = place.rounds === 1 ? 1 : ROUNDS;
    const empty = emptyProgram(place);
    const subjects = LINES.map(({ what, words }) =>
      processSubject(what, [bin, ...words], { cwd, allowed: [0, 2] }),
    );
    const samples = await interleave(rounds, [empty, ...subjects, list]);
    const budgets = [...LINES, { what: 'runs list', budget: 2.4 }];
    return budgets.map(({ what, budget }) =>
      compare(samples, {
        what: what === 'runs list' ? `runs list over ${runs} runs` : what,
        unit: 'ms',
        ours: [what, 'wallMs'],
        peer: [empty.name, 'wallMs'],
        budget: atMost(budget),
      }),
    );
  },
};
