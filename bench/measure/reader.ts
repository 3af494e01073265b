import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { caseFile } from '../case-data.ts';
import { corpusFolder, rowsFile, writeOnce } from '../data.ts';
import { atMost, compare, interleave, type Line, type Measurement, type Place } from '../harness.ts';
import { workerSubject } from '../process.ts';

/** About 330 bytes each: 100 MB. */
const ROWS = 300_000;
const CASES = 200_000;
/** 0.45 of the peer's rate. */
const RATE = atMost(1 / 0.45);

/** The strict reader against JSON.parse, in time and in the memory of a ten times larger file; loading cases. */
export const reader: Measurement = {
  name: 'reader',
  run: async place => [...(await readingOf(place)), ...(await casesOf(place))],
};

async function readingOf(place: Place): Promise<readonly Line[]> {
  const rows = ROWS / place.shrink;
  const file = rowsFile(corpusFolder(place.work, rows));
  const tenfold = join(place.work, `rows-${rows}-tenfold.jsonl`);
  writeOnce(tenfold, () => Array<string>(10).fill(readFileSync(file, 'utf8')));
  const task = { file, rows, work: place.work };
  const samples = await interleave(place.rounds, [
    workerSubject(place, 'strict reader', 'own-reader', task),
    workerSubject(place, 'JSON.parse by block', 'json-reader', task),
  ]);
  const large = await interleave(
    1,
    [
      workerSubject(place, 'ten times the file', 'own-reader', { ...task, file: tenfold }),
      workerSubject(place, 'the file', 'own-reader', task),
    ],
    false,
  );
  return [
    compare(samples, {
      what: 'strict reading of 100 MB',
      unit: 'ms',
      ours: ['strict reader', 'readMs'],
      peer: ['JSON.parse by block', 'readMs'],
      budget: RATE,
    }),
    compare(large, {
      what: 'its peak memory at 1 GB',
      unit: 'MB',
      ours: ['ten times the file', 'peakMb'],
      peer: ['the file', 'peakMb'],
      peerName: 'at 100 MB',
      budget: atMost(1.2),
    }),
  ];
}

async function casesOf(place: Place): Promise<readonly Line[]> {
  const rows = CASES / place.shrink;
  const task = { file: caseFile(place.work, rows), rows, work: place.work };
  const samples = await interleave(place.rounds, [
    workerSubject(place, 'contextful', 'own-cases', task),
    workerSubject(place, 'JSON.parse of lines', 'json-cases', task),
  ]);
  return [
    compare(samples, {
      what: `loading ${rows} cases`,
      unit: 'ms',
      ours: ['contextful', 'loadMs'],
      peer: ['JSON.parse of lines', 'loadMs'],
      budget: atMost(3),
    }),
  ];
}
