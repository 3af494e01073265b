import { caseFile, journalFile } from '../case-data.ts';
import { atMost, compare, interleave, type Measurement } from '../harness.ts';
import { processSubject, workerSubject } from '../process.ts';
import { JUDGED, openProject, program } from '../projects.ts';

const CASES = 10_000;

/** `eval gate` over a stored report against a program that only reads and parses the file. */
export const gate: Measurement = {
  name: 'gate',
  run: async place => {
    const rows = CASES / place.shrink;
    const cwd = openProject(place);
    caseFile(place.work, rows);
    const file = journalFile(place.work, rows);
    await workerSubject(place, 'report', 'own-report', { file, rows, work: place.work }).run();
    const report = `report-${rows}.json`;
    const parse = `JSON.parse(require('fs').readFileSync(${JSON.stringify(report)}, 'utf8'))`;
    const samples = await interleave(place.rounds, [
      processSubject('gate', [program(place), 'eval', 'gate', '--report', report], { cwd, allowed: JUDGED }),
      processSubject('node -e JSON.parse', ['-e', parse], { cwd }),
    ]);
    return [
      compare(samples, {
        what: `eval gate, report of ${rows} cases`,
        unit: 'ms',
        ours: ['gate', 'wallMs'],
        peer: ['node -e JSON.parse', 'wallMs'],
        budget: atMost(3),
      }),
    ];
  },
};
