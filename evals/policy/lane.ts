import type { ColumnType } from './declaration.ts';
import type { Scalar } from './session.ts';

/**
 * What a value is to a comparison. Values of two lanes never compare (the result is null), and opaque ones
 * (json, vectors) compare with nothing; they only are or are not null.
 */
export const LANES = ['text', 'number', 'boolean', 'opaque'] as const;
export type Lane = (typeof LANES)[number];

const LANE_OF_COLUMN: ReadonlyMap<ColumnType, Lane> = new Map([
  ['string', 'text'],
  ['timestamp', 'text'],
  ['date', 'text'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

export function laneOfColumn(type: ColumnType): Lane {
  return LANE_OF_COLUMN.get(type) ?? 'opaque';
}

export function laneOfScalar(value: Scalar): Exclude<Lane, 'opaque'> {
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : 'boolean';
}
