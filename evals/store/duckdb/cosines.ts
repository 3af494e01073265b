import { cosine, cosineUnits } from '../../retrieve/cosine.ts';
import type { Batch } from './batch.ts';
import type { HeldVectors } from './held-vectors.ts';
import type { Landing } from './landing.ts';
import { vectorTable } from './layout.ts';
import type { Scene } from './scenes.ts';
import { sumOfSquares } from './squares.ts';
import { type Bind, bound, type Statement, statement } from './statement.ts';

/** Cosine units by place (evaluate.md 8.4), `NO_COSINE` where there is none. */
export type Cosines = Int32Array;

export const NO_COSINE = -(2 ** 31);

/** The cosines of each embedding of a batch with the rows of its tables. */
export async function readCosines(scene: Scene, batch: Batch): Promise<readonly Cosines[]> {
  const { size } = scene.rows;
  const found = batch.embeddings.map(() => new Int32Array(size).fill(NO_COSINE));
  const landings = searchedLandings(scene, batch);
  for (const [dimension, numbers] of byDimension(batch.embeddings)) {
    const holding = landings.filter(({ dimensions }) => dimensions.includes(dimension));
    if (holding.length === 0) continue;
    const few = await scene.vectors(dimension);
    if (few === null) await askEngine(scene, batch, { dimension, numbers, holding }, found);
    else compareHeld(scene, batch, few, found);
  }
  return found;
}

type Asked = {
  readonly dimension: number;
  readonly numbers: readonly number[];
  readonly holding: readonly Landing[];
};

function compareHeld({ rows }: Scene, batch: Batch, few: HeldVectors, found: readonly Int32Array[]): void {
  const searched = rows.tables.map(table => batch.tables.includes(table));
  for (const [rid, vector] of few) {
    const place = rows.places[rid] ?? -1;
    if (searched[rows.tableAt[place] ?? -1] !== true) continue;
    batch.embeddings.forEach((embedding, number) => {
      const similarity = cosine(embedding, vector);
      const ofEmbedding = found[number];
      if (similarity !== null && ofEmbedding !== undefined) ofEmbedding[place] = cosineUnits(similarity);
    });
  }
}

async function askEngine(
  scene: Scene,
  batch: Batch,
  asked: Asked,
  found: readonly Int32Array[],
): Promise<void> {
  const { places, tableAt, tables } = scene.rows;
  const searched = tables.map(table => batch.tables.includes(table));
  const seen = readsAll(scene, asked) ? null : await scene.seen();
  await scene.connection.chunks(cosineStatement(batch, asked, seen), chunk => {
    const at = chunk.getColumnValues(0).map(rid => {
      const place = places[Number(rid)] ?? -1;
      return searched[tableAt[place] ?? -1] === true ? place : -1;
    });
    asked.numbers.forEach((number, column) => {
      const units = chunk.getColumnValues(column + 1);
      const ofEmbedding = found[number];
      if (ofEmbedding === undefined) return;
      for (let line = 0; line < at.length; line += 1) {
        const place = at[line] ?? -1;
        if (place >= 0) ofEmbedding[place] = Number(units[line]);
      }
    });
  });
}

/** A join moves a row's vector, which costs as much as a few cosines. */
const MOVED = 4;

function readsAll({ rows: { size } }: Scene, { numbers, holding }: Asked): boolean {
  const all = holding.reduce((sum, { rows }) => sum + rows, 0);
  return (all - size) * numbers.length <= MOVED * all;
}

/** Landings of the batch's tables. */
function searchedLandings({ sight }: Scene, { tables }: Batch): readonly Landing[] {
  const names = new Set(tables.map(({ schema }) => schema.name));
  return sight.landings.filter(({ schema }) => names.has(schema.name));
}

/** Embeddings by dimension. One with a norm of 0 has no cosine with any row. */
function byDimension(embeddings: readonly Float32Array[]): ReadonlyMap<number, readonly number[]> {
  const numbers = new Map<number, number[]>();
  embeddings.forEach((embedding, number) => {
    if (sumOfSquares(embedding) === 0) return;
    numbers.set(embedding.length, [...(numbers.get(embedding.length) ?? []), number]);
  });
  return numbers;
}

/**
 * A line for each row and a column for each embedding. With both sides cast to DOUBLE the engine's inner product
 * is the sequential sum, and Σa² is stored, so the quotient equals that of evals/retrieve/cosine.ts bit for bit.
 */
function cosineStatement(
  batch: Batch,
  { dimension, numbers, holding }: Asked,
  seen: string | null,
): Statement {
  const type = `DOUBLE[${Math.trunc(dimension)}]`;
  const units = (bind: Bind, embedding: Float32Array) =>
    `floor(array_inner_product(wide, ${bind(bound.vector(embedding))}::${type}) / sqrt(squares * ${bind(bound.number(sumOfSquares(embedding)))}::DOUBLE) * 1e6 + 5e-1)::INTEGER`;
  return statement(bind => {
    const columns = numbers.map(number => units(bind, batch.embeddings[number] ?? new Float32Array()));
    const rows = `SELECT rid, squares, vector::${type} AS wide FROM ${vectorTable(dimension)} x
      ${seen === null ? '' : `SEMI JOIN ${seen} s ON x.rid = s.rid`} WHERE ${ridsSql(bind, holding)}`;
    return `SELECT rid, ${columns.join(', ')} FROM (${rows})`;
  });
}

/** The rows of a landing have numbers that follow each other, so the engine skips those of others. */
function ridsSql(bind: Bind, landings: readonly Landing[]): string {
  const ranges: { first: number; end: number }[] = [];
  for (const { firstRid, rows } of landings.toSorted((a, b) => a.firstRid - b.firstRid)) {
    const last = ranges.at(-1);
    if (last?.end === firstRid) last.end += rows;
    else ranges.push({ first: firstRid, end: firstRid + rows });
  }
  return ranges
    .map(
      ({ first, end }) =>
        `x.rid BETWEEN ${bind(bound.integer(first))}::INTEGER AND ${bind(bound.integer(end - 1))}::INTEGER`,
    )
    .join(' OR ');
}
