import type { Batch, PlannedToken } from './batch.ts';
import { contentSql, floorSql, insideSql, unnested } from './calls-sql.ts';
import type { Dictionary } from './dictionary.ts';
import { TABLES, vectorTable } from './layout.ts';
import { matchedColumns, nearColumns, type Scope } from './scope.ts';
import { sumOfSquares } from './squares.ts';
import { type Bind, bound, type Statement, statement } from './statement.ts';
import type { Sight, VisibleTable } from './visible.ts';

/*
 * Every join has its long side left and its short side right; the engine keeps them so.
 *
 * near     e, ord, units …: every visible row for every embedding; units null = no cosine
 * hits     q, t token, ord, tf
 * matched  c, q, ord, units …: rows that pass and match a token; `extra` = that pass for the match alone;
 *          `g` tells rows of one content apart from others (9.2)
 */

/**
 * Cosine units (evaluate.md 8.4): with both sides cast to DOUBLE the engine's inner product is the sequential
 * sum, and Σa² is stored, so the quotient equals that of evals/retrieve/cosine.ts bit for bit.
 */
export function nearStatement(batch: Batch, { ranking, landings }: Sight): Statement {
  return statement(bind => {
    const row = nearColumns(batch, ranking);
    const parts = [...byDimension(batch.embeddings)].flatMap(([dimension, numbers]) => {
      const held = batch.tables.reduce((sum, { vectors }) => sum + (vectors.get(dimension) ?? 0), 0);
      const rows = batch.tables.reduce((sum, table) => sum + table.rows, 0);
      return [
        ...(held > 0
          ? [scoredSql(bind, batch, row, dimension, numbers, sees(held, landings, dimension))]
          : []),
        ...(held < rows ? [unscoredSql(bind, batch, row, held > 0 ? dimension : null, numbers)] : []),
      ];
    });
    if (parts.length === 0) parts.push(`SELECT 0 AS e, ord, 0 AS units, ${row} FROM v WHERE false`);
    const ranked = ranking.calibration === 'rrf' && ranking.candidates === 'full';
    return `CREATE OR REPLACE TEMP TABLE near AS SELECT *${ranked ? `, ${vectorRankSql()}` : ''} FROM (${parts.join(' UNION ALL ')})`;
  });
}

/** 1 + cosines of the same key that are greater, among those above 0; null for the others (9.4, `rrf`). */
export function vectorRankSql(): string {
  return 'CASE WHEN units > 0 THEN rank() OVER (PARTITION BY e ORDER BY coalesce(units, 0) DESC) END AS vrank';
}

/** Embeddings by dimension; −1: a norm of 0, which has no cosine with any row. */
function byDimension(embeddings: readonly Float32Array[]): ReadonlyMap<number, readonly number[]> {
  const numbers = new Map<number, number[]>();
  embeddings.forEach((embedding, number) => {
    const dimension = sumOfSquares(embedding) === 0 ? -1 : embedding.length;
    numbers.set(dimension, [...(numbers.get(dimension) ?? []), number]);
  });
  return numbers;
}

/** Whether the batch reads all rows with such a vector, or most of them. */
type Share = 'most' | 'few';

function sees(held: number, landings: Sight['landings'], dimension: number): Share {
  const holding = landings.filter(({ dimensions }) => dimensions.includes(dimension));
  return 2 * held > holding.reduce((sum, { rows }) => sum + rows, 0) ? 'most' : 'few';
}

/** Moving a vector through a join costs more than its cosine, so of most rows the cosine comes first. */
function scoredSql(
  bind: Bind,
  batch: Batch,
  row: string,
  dimension: number,
  numbers: readonly number[],
  share: Share,
): string {
  const asked = numbers.flatMap(number => batch.embeddings[number] ?? []);
  const lists = {
    e: bound.integers(numbers),
    probe_squares: bound.numbers(asked.map(sumOfSquares)),
    probe_text: bound.texts(asked.map(embedding => `[${embedding.join()}]`)),
  };
  const type = `DOUBLE[${Math.trunc(dimension)}]`;
  const vectors = `${vectorTable(dimension)} x`;
  const units =
    'floor(array_inner_product(vector, probe) / sqrt(squares * probe_squares) * 1e6 + 5e-1)::INTEGER AS units';
  const probes = `(SELECT e, probe_squares, probe_text::${type} AS probe FROM (SELECT ${unnested(bind, lists)}))`;
  const arms = armsSql(batch.tables);
  return share === 'few'
    ? `SELECT e, ord, ${units}, ${row}
       FROM (SELECT v.*, squares, vector::${type} AS vector FROM ${vectors} JOIN v ON x.rid = v.rid WHERE ${arms})
       CROSS JOIN ${probes}`
    : `SELECT e, ord, units, ${row}
       FROM (SELECT rid, e, ${units} FROM (SELECT rid, squares, vector::${type} AS vector FROM ${vectors}) CROSS JOIN ${probes}) x
       JOIN v ON x.rid = v.rid WHERE ${arms}`;
}

function unscoredSql(
  bind: Bind,
  { tables }: Batch,
  row: string,
  dimension: number | null,
  numbers: readonly number[],
): string {
  const without = dimension === null ? '' : `ANTI JOIN ${vectorTable(dimension)} x ON v.rid = x.rid`;
  return `SELECT e, ord, NULL::INTEGER AS units, ${row}
    FROM (SELECT v.* FROM v ${without} WHERE ${armsSql(tables)})
    CROSS JOIN (SELECT unnest(${bind(bound.integers(numbers))}) AS e)`;
}

/** Matches of the batch's tokens in visible rows (8.2). */
export function hitsStatement({ tables, tokens }: Batch, dictionary: Dictionary): Statement {
  return statement(bind => {
    const parts = [
      ...termHitsSql(bind, tables, tokens, dictionary),
      ...substringHitsSql(bind, tables, tokens),
    ];
    const none = 'SELECT 0 AS q, 0 AS t, 0 AS ord, 0 AS tf WHERE false';
    return `CREATE OR REPLACE TEMP TABLE hits AS ${parts.length === 0 ? none : parts.join(' UNION ALL ')}`;
  });
}

function termHitsSql(
  bind: Bind,
  tables: readonly VisibleTable[],
  tokens: readonly PlannedToken[],
  dictionary: Dictionary,
): readonly string[] {
  const looked = tokens.map(({ number, question, analyzer, lookup }) => {
    const terms = lookup.kind === 'substring' ? [] : lookup.terms;
    return terms.flatMap(text => {
      const term = dictionary.find(analyzer, text);
      return term === undefined ? [] : [{ q: question, t: number, term }];
    });
  });
  const found = (lookups: readonly Lookup[]): string => {
    const lists = {
      q: bound.integers(lookups.map(({ q }) => q)),
      t: bound.integers(lookups.map(({ t }) => t)),
      term: bound.integers(lookups.map(({ term }) => term)),
    };
    return `FROM ${TABLES.postings} p JOIN (SELECT ${unnested(bind, lists)}) l ON p.term = l.term JOIN v ON p.rid = v.rid
      WHERE ${armsSql(tables)}`;
  };
  // A row has one posting of a term, so that only tokens with several terms need a sum.
  const single = looked.filter(({ length }) => length === 1).flat();
  const several = looked.filter(({ length }) => length > 1).flat();
  return [
    ...(single.length > 0 ? [`SELECT q, t, ord, tf ${found(single)}`] : []),
    ...(several.length > 0
      ? [`SELECT q, t, ord, sum(tf)::INTEGER AS tf ${found(several)} GROUP BY q, t, ord`]
      : []),
  ];
}

type Lookup = { readonly q: number; readonly t: number; readonly term: number };

/** Matches do not overlap, and neither do replacements. */
function substringHitsSql(
  bind: Bind,
  tables: readonly VisibleTable[],
  tokens: readonly PlannedToken[],
): readonly string[] {
  const searched = tokens.flatMap(({ number, question, lookup }) =>
    lookup.kind === 'substring' ? [{ q: question, t: number, text: lookup.text }] : [],
  );
  if (searched.length === 0) return [];
  const standard = tables.filter(({ schema }) => schema.analyzer === 'standard');
  const lists = {
    q: bound.integers(searched.map(({ q }) => q)),
    t: bound.integers(searched.map(({ t }) => t)),
    part: bound.texts(searched.map(({ text }) => text)),
  };
  return [
    `SELECT q, t, ord, ((strlen(lowered) - strlen(replace(lowered, part, ''))) // strlen(part))::INTEGER AS tf
     FROM ${TABLES.entries} x JOIN v ON x.rid = v.rid CROSS JOIN (SELECT ${unnested(bind, lists)})
     WHERE lowered IS NOT NULL AND contains(lowered, part) AND ${armsSql(standard)}`,
  ];
}

/** Rows that pass and match a token. */
export function matchedStatement(batch: Batch, scope: Scope): Statement {
  const { analyzers, calls, embeddings } = batch;
  const columns = (row: string, units: string) =>
    `SELECT k.c, k.q, k.ord, ${units} AS units, ${row}.length, ${row}.analyzer, ${contentSql(analyzers, row)} AS g,
       ${insideSql(calls, row)} AS inside, coalesce(${floorSql(analyzers, row)} > 0 AND coalesce(${units}, 0) <= 0, false) AS extra`;
  const passes = (row: string, units: string) => {
    const floor = floorSql(analyzers, row);
    return `(${floor} IS NULL OR k.n >= ${floor} OR ${units} > 0)`;
  };
  const counted = '(SELECT q, ord, count(*) AS n FROM hits GROUP BY q, ord) h JOIN calls ON h.q = calls.q';
  const called = (condition: string) => `(SELECT calls.*, ord, n FROM ${counted} WHERE ${condition})`;
  const scoped = `${columns('r', 'r.units')}
    FROM ${scope.table} r JOIN ${called(scope.key === 'e' ? 'e >= 0' : 'true')} k ON r.e = k.${scope.key} AND r.ord = k.ord
    WHERE ${passes('r', 'r.units')}`;
  const plain = `${columns('v', 'NULL::INTEGER')}
    FROM v JOIN ${called('e < 0')} k ON v.ord = k.ord WHERE ${passes('v', 'NULL::INTEGER')}`;
  const parts = scope.key === 'c' ? [scoped] : embeddings.length === 0 ? [plain] : [scoped, plain];
  return {
    text: `CREATE OR REPLACE TEMP TABLE matched AS SELECT ${matchedColumns(batch)} FROM (${parts.join(' UNION ALL ')})`,
    bindings: [],
  };
}

/**
 * Rows that pass whatever they match: `c`, `ord`, `units`, `length`, `analyzer`, `g`, `inside`. Without an embedding
 * only rows without snippet do, unless the call has no floor.
 */
export function baseSql({ analyzers, tables, calls }: Batch, scope: Scope): string {
  const columns = (row: string, units: string) =>
    `SELECT k.c, ${row}.ord, ${units} AS units, ${row}.length, ${row}.analyzer, ${contentSql(analyzers, row)} AS g,
       ${insideSql(calls, row)} AS inside`;
  const [ofScope, ofRow] = [floorSql(analyzers, 'r'), floorSql(analyzers, 'v')];
  const scoped = `${columns('r', 'r.units')} FROM ${scope.table} r JOIN calls k ON r.e = k.${scope.key}
    WHERE coalesce(${ofScope}, 0) <= 0 OR r.length IS NULL OR r.units > 0`;
  if (scope.key === 'c') return scoped;
  const plain = calls.filter(({ embedding }) => embedding < 0);
  const open = plain.filter(({ queries }) => [...queries.values()].some(({ floor }) => (floor ?? 0) <= 0));
  const unfloored = `${columns('v', 'NULL::INTEGER')} FROM v CROSS JOIN (FROM calls WHERE c IN (${numbersOf(open)})) k
    WHERE ${armsSql(tables)} AND (coalesce(${ofRow}, 0) <= 0 OR v.length IS NULL)`;
  const floored = `${columns('v', 'NULL::INTEGER')}
    FROM (FROM v WHERE length IS NULL AND ${armsSql(tables)}) v
    CROSS JOIN (FROM calls WHERE e < 0 AND c NOT IN (${numbersOf(open)})) k`;
  const parts = [
    ...(plain.length < calls.length ? [scoped] : []),
    ...(open.length > 0 ? [unfloored] : []),
    ...(open.length < plain.length ? [floored] : []),
  ];
  return parts.join(' UNION ALL ');
}

export function armsSql(tables: readonly VisibleTable[]): string {
  return tables.length === 0
    ? 'false'
    : `tbl IN (${tables.map(({ number }) => Math.trunc(number)).join(', ')})`;
}

function numbersOf(calls: Batch['calls']): string {
  return [-1, ...calls.map(({ number }) => number)].join(', ');
}
