import { caseFile, journalFile } from '../case-data.ts';
import { absolute, atMost, compare, interleave, type Measurement } from '../harness.ts';
import { workerSubject } from '../process.ts';

const CASES = 200_000;

/** Opening the journal of a large run, and its report from it, against a plain walk through the file. */
export const checkpoint: Measurement = {
  name: 'checkpoint',
  run: async place => {
    const rows = CASES / place.shrink;
    caseFile(place.work, rows);
    const file = journalFile(place.work, rows);
    const task = { file, rows, work: place.work };
    const subjects = [
      workerSubject(place, 'open', 'own-journal', task),
      workerSubject(place, 'readline + JSON.parse', 'json-journal', task),
      workerSubject(place, 'report', 'own-report', task),
    ];
    const samples = await interleave(place.rounds, subjects, false);
    const peer = ['readline + JSON.parse', 'ms'] as const;
    const upTo = (mb: number) => ({ of: 'value', atMost: mb }) as const;
    const opening = `opening a journal of ${rows} cases`;
    const reporting = `report of ${rows} cases from the journal`;
    return [
      compare(samples, { what: opening, unit: 'ms', ours: ['open', 'ms'], peer, budget: atMost(0.3) }),
      absolute(samples, {
        what: `${opening}: peak memory`,
        unit: 'MB',
        ours: ['open', 'peakMb'],
        budget: upTo(150),
      }),
      compare(samples, { what: reporting, unit: 'ms', ours: ['report', 'ms'], peer, budget: atMost(2.5) }),
      absolute(samples, {
        what: `${reporting}: peak memory`,
        unit: 'MB',
        ours: ['report', 'peakMb'],
        budget: upTo(400),
      }),
    ];
  },
};
