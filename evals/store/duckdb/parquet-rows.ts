import {
  DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  DuckDBUUIDValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { JsonValue } from '../../../core/json.ts';
import { formatInstant, NS_PER_DAY } from '../../../core/time.ts';

/** A cell as JSON, or the name of an engine type that JSON has no form for. */
export type ParquetCell = { readonly json: JsonValue } | { readonly unserved: string };

export type ParquetBlock = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ParquetCell[])[];
};

/**
 * Rows of a Parquet file in file order, a block at a time. Integers beyond 2^53 - 1 come as the nearest
 * double, for the caller to refuse; instants as RFC 3339 text in UTC. Throws the engine's error for bytes
 * that are no Parquet. `path` may be that of an open descriptor.
 */
export async function* parquetRows(path: string): AsyncIterable<ParquetBlock> {
  const instance = await DuckDBInstance.create(':memory:', OPTIONS);
  try {
    const connection = await instance.connect();
    const result = await connection.stream('SELECT * FROM read_parquet($1)', [path]);
    const columns = result.columnNames();
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
      yield { columns, rows: chunk.getRows().map(row => row.map(cellOf)) };
      chunk = await result.fetchChunk();
    }
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
}

const OPTIONS = {
  threads: '1',
  memory_limit: '256MiB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
};

function cellOf(value: DuckDBValue): ParquetCell {
  const unserved: string[] = [];
  const json = jsonOf(value, unserved);
  return unserved[0] === undefined ? { json } : { unserved: unserved[0] };
}

function jsonOf(value: DuckDBValue, unserved: string[]): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Object.is(value, -0) ? 0 : value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return value.items.map(item => jsonOf(item, unserved));
  }
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(
      Object.entries(value.entries).map(([name, member]) => [name, jsonOf(member, unserved)]),
    );
  }
  if (value instanceof DuckDBDecimalValue) return value.toDouble();
  if (value instanceof DuckDBUUIDValue || value instanceof DuckDBTimeValue) return value.toString();
  const nanoseconds = nanosecondsOf(value);
  if (nanoseconds !== undefined && BigInt.asIntN(64, nanoseconds) === nanoseconds) {
    const text = shortInstant(nanoseconds);
    return value instanceof DuckDBDateValue ? text.slice(0, 10) : text;
  }
  unserved.push(value.constructor.name.replace(/^DuckDB|Value$/g, '').toUpperCase());
  return null;
}

function nanosecondsOf(value: object): bigint | undefined {
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.nanos;
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue)
    return value.micros * 1_000n;
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.millis * 1_000_000n;
  if (value instanceof DuckDBTimestampSecondsValue) return value.seconds * 1_000_000_000n;
  return value instanceof DuckDBDateValue ? BigInt(value.days) * NS_PER_DAY : undefined;
}

/** Without the zeros that end a fraction: `2030-01-01T00:00:00Z`. */
function shortInstant(nanoseconds: bigint): string {
  return formatInstant(nanoseconds).replace(/\.?0+Z$/, 'Z');
}
