import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../../core/atomic-file.ts';
import type { LegRead, Row, RowId } from '../score/read.ts';
import type { Leg } from '../store/port.ts';

/** One measured case: its truth, and what each leg returned in rank order. */
export type TrecCase = {
  readonly id: string;
  readonly artifacts: readonly RowId[];
  readonly legs: { readonly [leg in Leg]?: LegRead<Row> };
};

/**
 * Writes `<leg>.run` for each leg and `qrels.txt` into a folder, which is made when its parent exists (evaluate.md
 * 2 and 15.1). cases: asked once per file, so that no run is held in memory. Returns the files written.
 */
export async function writeTrec(
  folder: string,
  legs: readonly Leg[],
  cases: () => Iterable<TrecCase>,
): Promise<readonly string[]> {
  await makeFolder(folder);
  const written: string[] = [];
  const write = async (name: string, lines: Iterable<string>) => {
    await writeFileAtomic(join(folder, name), lines);
    written.push(name);
  };
  for (const leg of legs) await write(`${leg}.run`, runLines(cases(), leg));
  await write('qrels.txt', qrelsLines(cases()));
  return written;
}

/** `topic Q0 document rank score contextful`: rank from 1, a score with the 17 digits that give it back. */
function* runLines(cases: Iterable<TrecCase>, leg: Leg): Generator<string> {
  for (const { id, legs } of cases) {
    const read = legs[leg];
    if (read === undefined || 'error' in read) continue;
    for (const [i, { score = 0, ...row }] of read.rows.entries()) {
      yield `${trecWord(id)} Q0 ${documentId(row)} ${i + 1} ${score.toPrecision(17)} contextful\n`;
    }
  }
}

/** `topic 0 document 1`, a row that is named twice once. */
function* qrelsLines(cases: Iterable<TrecCase>): Generator<string> {
  for (const { id, artifacts } of cases) {
    for (const document of new Set(artifacts.map(documentId))) yield `${trecWord(id)} 0 ${document} 1\n`;
  }
}

/** A table name holds no `#`, so the pair is found again at the first one. */
function documentId({ table, key }: RowId): string {
  return trecWord(`${table}#${key}`);
}

/** A word without blanks, as the format needs it: blanks, invisible characters and `%` are percent-encoded UTF-8. */
export function trecWord(text: string): string {
  return text.replace(/[\s%\p{C}]/gu, point =>
    [...Buffer.from(point)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
