import type { JsonValue } from '../../core/json.ts';
import { parseDateStart, parseInstant } from '../../core/time.ts';
import type { ColumnType } from '../store/port.ts';
import type { CellFault } from './row-fault.ts';

/** Undeclared columns have one of these; the others are declared. */
export type ObservedType = 'string' | 'integer' | 'number' | 'boolean' | 'json';

/** What is wrong with a cell of a declared type; undefined when it fits. Null fits every type. */
export function declaredFault(type: ColumnType, cell: JsonValue): CellFault | undefined {
  if (cell === null) return undefined;
  if (isVector(type)) return vectorFault(cell, dimensionsOf(type));
  return CHECKS[type](cell);
}

/** The type that a non-null cell shows, or what is wrong with it. */
export function observe(cell: Exclude<JsonValue, null>): ObservedType | CellFault {
  if (typeof cell === 'string') return 'string';
  if (typeof cell === 'boolean') return 'boolean';
  if (typeof cell === 'number') return numberFault(cell) ?? (Number.isInteger(cell) ? 'integer' : 'number');
  return nestedFault(cell) ?? 'json';
}

/** What is wrong with a vector; `dimensions` undefined takes any from 1 to 8192. */
export function vectorFault(cell: JsonValue, dimensions: number | undefined): CellFault | undefined {
  if (!Array.isArray(cell)) return wrongType(cell, 'an array of numbers or null');
  const vector: readonly JsonValue[] = cell;
  if (dimensions === undefined ? vector.length < 1 || vector.length > 8192 : vector.length !== dimensions) {
    const want = dimensions === undefined ? '1 to 8192 dimensions' : `${dimensions} dimensions`;
    return { reason: 'dimension', found: `${vector.length} dimensions`, want };
  }
  for (const component of vector) {
    if (typeof component !== 'number') return wrongType(component, 'an array of numbers or null');
    if (!Number.isFinite(Math.fround(component))) {
      return { reason: 'non-finite', found: 'a component beyond 32 bits', want: 'a finite 32-bit number' };
    }
  }
  return undefined;
}

export function instantFault(cell: JsonValue): CellFault | undefined {
  if (cell === null || (typeof cell === 'string' && parseInstant(cell) !== undefined)) return undefined;
  const found = typeof cell === 'string' ? 'a text that is no instant' : kindOf(cell);
  return { reason: 'instant', found, want: 'an RFC 3339 instant with offset, or null' };
}

export function dateFault(cell: JsonValue): CellFault | undefined {
  if (cell === null || (typeof cell === 'string' && parseDateStart(cell) !== undefined)) return undefined;
  const found = typeof cell === 'string' ? 'a text that is no date' : kindOf(cell);
  return { reason: 'instant', found, want: 'a date YYYY-MM-DD, or null' };
}

export function wrongType(cell: JsonValue, want: string): CellFault {
  return { reason: 'type', found: kindOf(cell), want };
}

/** N of `vector(N)`. */
export function dimensionsOf(type: `vector(${number})`): number {
  return Number(type.slice('vector('.length, -1));
}

export function isVector(type: ColumnType): type is `vector(${number})` {
  return type.startsWith('vector(');
}

function kindOf(cell: JsonValue): string {
  if (cell === null) return 'null';
  if (Array.isArray(cell)) return 'an array';
  return { string: 'a text', number: 'a number', boolean: 'a boolean', object: 'an object' }[
    typeof cell as 'string' | 'number' | 'boolean' | 'object'
  ];
}

const CHECKS: Record<
  Exclude<ColumnType, `vector(${number})`>,
  (cell: Exclude<JsonValue, null>) => CellFault | undefined
> = {
  string: cell => (typeof cell === 'string' ? undefined : wrongType(cell, 'a text or null')),
  integer: cell => {
    const fault = typeof cell === 'number' ? numberFault(cell) : undefined;
    return fault ?? (Number.isSafeInteger(cell) ? undefined : wrongType(cell, 'an integer or null'));
  },
  // A declared number may be rounded: that is what the declaration says.
  number: cell => {
    if (typeof cell !== 'number') return wrongType(cell, 'a number or null');
    return Number.isFinite(cell) ? undefined : NON_FINITE;
  },
  boolean: cell => (typeof cell === 'boolean' ? undefined : wrongType(cell, 'true, false or null')),
  timestamp: instantFault,
  date: dateFault,
  json: nestedFault,
};

const BIG: CellFault = {
  reason: 'big-integer',
  found: 'an integer beyond ±9007199254740991',
  want: 'the integer as text, or a declared `number` column where rounding is meant',
};

const NON_FINITE: CellFault = {
  reason: 'non-finite',
  found: 'NaN or an infinity',
  want: 'a finite number or null',
};

function numberFault(value: number): CellFault | undefined {
  if (!Number.isFinite(value)) return NON_FINITE;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BIG : undefined;
}

function nestedFault(value: JsonValue): CellFault | undefined {
  if (typeof value === 'number') return numberFault(value);
  if (value === null || typeof value !== 'object') return undefined;
  for (const member of Object.values(value)) {
    const fault = nestedFault(member);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
