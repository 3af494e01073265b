import { shutColumns } from '../../policy/index.ts';
import { loadAnalyzer } from '../../retrieve/analyzers.ts';
import { dedupeColumn } from '../call-scope.ts';
import type { LandingStamp, LandRow, TableSchema } from '../port.ts';
import type { Dictionary } from './dictionary.ts';
import { numberedDocument } from './document.ts';
import { entryOf } from './entry.ts';
import type { Intake } from './intake.ts';
import { sumOfSquares } from './squares.ts';
import { TermTally } from './term-tally.ts';

/** One committed run of one table: its rows have the numbers from `firstRid` on. */
export type Landing = {
  readonly number: number;
  readonly schema: TableSchema;
  readonly stamp: LandingStamp;
  readonly firstRid: number;
  readonly rows: number;
  /** Dimensions of the embeddings that it brought. */
  readonly dimensions: readonly number[];
};

/** Where a landing stands among those before it. */
export type LandingPlace = Pick<Landing, 'number' | 'firstRid'>;

/** What landings write to. */
export type Ground = { readonly intake: Intake; readonly dictionary: Dictionary };

/** Streams one table's rows in, whole or not at all: a refusal in row 900,000 leaves nothing (evaluate.md 6.2). */
export async function landTable(
  { intake, dictionary }: Ground,
  place: LandingPlace,
  schema: TableSchema,
  rows: AsyncIterable<LandRow>,
  stamp: LandingStamp,
): Promise<Landing> {
  const analyzer = await loadAnalyzer(schema.analyzer);
  const contentColumn = dedupeColumn(schema.declaration, shutColumns(schema.declaration));
  const ordered = schema.declaration.orderBy !== null;
  const { snippetColumns } = schema;
  const dimensions = new Set<number>();
  const tally = new TermTally();
  const landed = await intake.landing(async spill => {
    let count = 0;
    for await (const row of rows) {
      const rid = place.firstRid + count;
      tally.reset();
      const document =
        row.snippet === null ? null : numberedDocument(row.snippet, analyzer, dictionary, tally);
      intake.entries.write(
        entryOf(row, document, { rid, landing: place.number, ordered, contentColumn, snippetColumns }),
      );
      for (let at = 0; at < tally.size; at += 1) {
        intake.staged.write([tally.termAt(at), rid, tally.countAt(at)]);
      }
      if (row.embedding !== null && writeVector(intake, rid, row.embedding)) {
        dimensions.add(row.embedding.length);
      }
      count += 1;
      const spilling = spill();
      if (spilling !== undefined) await spilling;
    }
    return count;
  });
  return { ...place, schema, stamp, rows: landed, dimensions: [...dimensions] };
}

/** Whether the vector has a direction. */
function writeVector(intake: Intake, rid: number, embedding: Float32Array): boolean {
  const squares = sumOfSquares(embedding);
  if (squares === 0) return false;
  intake.vectors(embedding.length).write([rid, squares, intake.arrayValue(numbersOf(embedding))]);
  return true;
}

/** A spread would go through the iterator, which takes eight times as long. */
function numbersOf(embedding: Float32Array): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < embedding.length; i += 1) numbers.push(embedding[i] ?? 0);
  return numbers;
}
