import type { Connection } from './engine.ts';
import type { Landing } from './landing.ts';
import { vectorTable } from './layout.ts';

/** The vectors of one dimension by `rid`, of hidden rows too. */
export type HeldVectors = ReadonlyMap<number, Float32Array>;

/** So few cosines take less time here than the statement that asks the engine for them. */
const MOST_HELD = 768;

/** All vectors of a dimension where they are few; null = the engine is to be asked. */
export async function readFewVectors(
  connection: Connection,
  landings: readonly Landing[],
  dimension: number,
): Promise<HeldVectors | null> {
  const holding = landings.filter(({ dimensions }) => dimensions.includes(dimension));
  if (holding.reduce((sum, { rows }) => sum + rows, 0) > MOST_HELD) return null;
  const lines = await connection.rows({
    text: `SELECT rid, vector FROM ${vectorTable(dimension)}`,
    bindings: [],
  });
  return new Map(lines.map(([rid, vector]) => [Number(rid), Float32Array.from(itemsOf(vector), Number)]));
}

function itemsOf(vector: unknown): readonly unknown[] {
  const holds = typeof vector === 'object' && vector !== null && 'items' in vector;
  return holds && Array.isArray(vector.items) ? vector.items : [];
}
