import { declaredIndexes } from '../call-scope.ts';
import type { Calibration } from '../port.ts';
import type { Batch } from './batch.ts';
import type { Connection } from './engine.ts';
import { armsSql, vectorRankSql } from './gather-sql.ts';
import type { Statement } from './statement.ts';

/**
 * The candidates of `candidates = "window"` (evaluate.md 9.2) as the temporary table `scope`, the lines of
 * `near` under the number of their call: per table the newest rows and, where it declares the index, all rows
 * with a match and the nearest ones. Equal cosines keep the newest first.
 */
export function scopeStatement({ tables }: Batch, calibration: Calibration): Statement {
  const holding = (index: 'fulltext' | 'vector') =>
    armsSql(tables.filter(({ schema }) => declaredIndexes(schema)[index]));
  const newest = `SELECT k.c, v.ord FROM v CROSS JOIN calls k WHERE ${armsSql(tables)} AND v.age <= k.newest`;
  const matching = `SELECT k.c, h.ord FROM v JOIN hits h ON v.ord = h.ord JOIN calls k ON h.q = k.q
    WHERE ${holding('fulltext')}`;
  const nearest = `SELECT k.c, n.ord FROM near n JOIN calls k ON n.e = k.e
    WHERE n.units IS NOT NULL AND ${holding('vector')}
    QUALIFY row_number() OVER (PARTITION BY k.c, n.tbl ORDER BY n.units DESC, n.age) <= k.nearest`;
  const row = 'ord, units, length, analyzer, instant, twin';
  const lines = `
    SELECT k.c AS e, n.ord, n.units, n.length, n.analyzer, n.instant, n.twin
    FROM near n JOIN (SELECT calls.c, e, ord FROM chosen JOIN calls ON chosen.c = calls.c) k ON n.e = k.e AND n.ord = k.ord
    UNION ALL
    SELECT k.c AS e, v.ord, NULL::INTEGER, v.length, v.analyzer, v.instant, v.twin
    FROM v JOIN (SELECT calls.c, ord FROM chosen JOIN calls ON chosen.c = calls.c WHERE e < 0) k ON v.ord = k.ord`;
  return {
    text: `CREATE OR REPLACE TEMP TABLE scope AS
      WITH chosen AS MATERIALIZED (${newest} UNION ${matching} UNION ${nearest}),
      lines AS (${lines})
      SELECT e, ${row}${calibration === 'rrf' ? `, ${vectorRankSql()}` : ''} FROM lines`,
    bindings: [],
  };
}

/** Number of candidates of each call. */
export async function readScopeSizes(connection: Connection): Promise<ReadonlyMap<number, number>> {
  const sizes = await connection.rows({ text: 'SELECT e, count(*) FROM scope GROUP BY e', bindings: [] });
  return new Map(sizes.map(([c, rows]) => [Number(c), Number(rows)]));
}
