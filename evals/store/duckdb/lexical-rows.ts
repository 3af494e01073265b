import { inverseDocumentFrequency } from '../../retrieve/bm25.ts';
import { RANK_OFFSET } from '../../retrieve/fusion.ts';
import type { AnalyzerName, Calibration, Ranking } from '../port.ts';
import type { BaseRow, Texts } from './base-rows.ts';
import type { Batch } from './batch.ts';
import { contentSql, unnested } from './calls-sql.ts';
import type { Connection } from './engine.ts';
import { ANALYZER_NUMBERS } from './fold.ts';
import { matchedRows, type Scope } from './scope.ts';
import { type Bind, bound, statement } from './statement.ts';

/** What the matched rows of one call amount to; `extra` ones pass for their match alone. */
export type Matched = {
  readonly rows: number;
  readonly extra: number;
  readonly extraInside: number;
  readonly extraTexts: ReadonlyMap<AnalyzerName, Texts>;
};

export async function readMatched(
  connection: Connection,
  batch: Batch,
): Promise<ReadonlyMap<number, Matched>> {
  const counts = await connection.rows({
    text: `SELECT c, analyzer, count(*), count(*) FILTER (extra), count(*) FILTER (extra AND inside),
      coalesce(sum(length) FILTER (extra), 0) FROM ${matchedRows(batch)} GROUP BY c, analyzer`,
    bindings: [],
  });
  const matched = new Map<number, Matched>();
  for (const [c, number, rows, extra, extraInside, totalLength] of counts) {
    const known = matched.get(Number(c));
    const texts = new Map(known?.extraTexts);
    const name = analyzerOf(Number(number));
    if (name !== undefined) texts.set(name, { documents: Number(extra), totalLength: Number(totalLength) });
    matched.set(Number(c), {
      rows: (known?.rows ?? 0) + Number(rows),
      extra: (known?.extra ?? 0) + Number(extra),
      extraInside: (known?.extraInside ?? 0) + Number(extraInside),
      extraTexts: texts,
    });
  }
  return matched;
}

const ANALYZERS: readonly AnalyzerName[] = ['standard', 'english', 'cjk'];

function analyzerOf(number: number): AnalyzerName | undefined {
  return ANALYZERS.find(name => ANALYZER_NUMBERS[name] === number);
}

/** Rows that hold a token, per call and token: among its rows that pass, or among all visible ones (9.3). */
export async function readFrequencies(
  connection: Connection,
  statistics: Ranking['statistics'],
): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const counts = await connection.rows({ text: FREQUENCIES[statistics], bindings: [] });
  const frequencies = new Map<number, Map<number, number>>();
  for (const [c, t, rows] of counts) {
    const ofCall = frequencies.get(Number(c)) ?? new Map<number, number>();
    frequencies.set(Number(c), ofCall.set(Number(t), Number(rows)));
  }
  return frequencies;
}

const FREQUENCIES = {
  passed: `SELECT m.c, h.t, count(*) FROM hits h JOIN matched m ON h.q = m.q AND h.ord = m.ord GROUP BY m.c, h.t`,
  visible: `SELECT k.c, h.t, h.n FROM (SELECT q, t, count(*) AS n FROM hits GROUP BY q, t) h JOIN calls k ON h.q = k.q`,
} as const;

/** A token's weight in one call: idf by Math.log, since the engine's `ln` differs in the last bit. */
export type TokenWeight = {
  readonly call: number;
  readonly token: number;
  readonly idf: number;
  readonly averageLength: number;
};

export function tokenWeights(
  batch: Batch,
  frequencies: ReadonlyMap<number, ReadonlyMap<number, number>>,
  population: (call: number, analyzer: AnalyzerName) => Texts,
): readonly TokenWeight[] {
  return batch.calls.flatMap(({ number: call }) =>
    [...(frequencies.get(call) ?? [])].flatMap(([number, frequency]) => {
      const token = batch.tokens[number];
      if (token === undefined) return [];
      const { documents, totalLength } = population(call, token.analyzer);
      const idf = inverseDocumentFrequency(documents, frequency);
      return [{ call, token: number, idf, averageLength: totalLength / documents }];
    }),
  );
}

/** A row of an answer, with the parts of its score. */
export type PlacedRow = BaseRow & {
  readonly lexicalUnits: bigint | null;
  readonly lexicalRank: number | null;
  readonly vectorRank: number | null;
  readonly spread: { readonly min: bigint; readonly max: bigint } | null;
};

/** The first `keep` rows of each call whose weights are given, in final order (9.3 to 9.5). */
export async function readRanked(
  connection: Connection,
  batch: Batch,
  scope: Scope,
  ranking: Ranking,
  input: {
    readonly weights: readonly TokenWeight[];
    readonly first: readonly (BaseRow & { readonly call: number })[];
    readonly keep: number;
    readonly dedupe: boolean;
  },
): Promise<ReadonlyMap<number, readonly PlacedRow[]>> {
  const rows = await connection.rows(statement(bind => rankedSql(bind, batch, scope, ranking, input)));
  const ranked = new Map<number, PlacedRow[]>();
  for (const [c, ord, units, inside, lexical, lexicalRank, vectorRank, least, most] of rows) {
    const placed = ranked.get(Number(c)) ?? [];
    ranked.set(Number(c), placed);
    const hasLexical = typeof lexical === 'bigint' && typeof least === 'bigint' && typeof most === 'bigint';
    placed.push({
      ord: Number(ord),
      units: units === null ? null : Number(units),
      inside: inside === true,
      lexicalUnits: hasLexical ? lexical : null,
      lexicalRank: lexicalRank === null ? null : Number(lexicalRank),
      vectorRank: vectorRank === null ? null : Number(vectorRank),
      spread: hasLexical ? { min: least, max: most } : null,
    });
  }
  return ranked;
}

function rankedSql(
  bind: Bind,
  batch: Batch,
  scope: Scope,
  ranking: Ranking,
  { weights, first, keep, dedupe }: Parameters<typeof readRanked>[4],
): string {
  const hasCosines = scope.key === 'c' || batch.embeddings.length > 0;
  const ranksVectors = ranking.calibration === 'rrf' && hasCosines;
  const weighed = {
    c: bound.integers(weights.map(({ call }) => call)),
    t: bound.integers(weights.map(({ token }) => token)),
    idf: bound.numbers(weights.map(({ idf }) => idf)),
    average: bound.numbers(weights.map(({ averageLength }) => averageLength)),
  };
  const unmatched = {
    c: bound.integers(first.map(({ call }) => call)),
    ord: bound.integers(first.map(({ ord }) => ord)),
    units: bound.integers(first.map(({ units }) => units)),
    inside: bound.booleans(first.map(({ inside }) => inside)),
  };
  const distinct = 'QUALIFY row_number() OVER (PARTITION BY c, g ORDER BY inside DESC, score DESC, ord) = 1';
  return `WITH lexical AS (
      SELECT m.c, m.ord, any_value(m.units) AS units, any_value(m.inside) AS inside, any_value(m.g) AS g,
        sum(${contributionSql(bind, ranking)})::BIGINT AS lexical
      FROM hits h JOIN ${matchedRows(batch)} m ON h.q = m.q AND h.ord = m.ord
        JOIN (SELECT ${unnested(bind, weighed)}) w ON m.c = w.c AND h.t = w.t
      GROUP BY m.c, m.ord),
    ranked AS (
      SELECT *, rank() OVER (PARTITION BY c ORDER BY lexical DESC) AS lexical_rank, ${spreadSql(ranking)} FROM lexical),
    leading_rows AS (SELECT ${unnested(bind, unmatched)}),
    merged AS (
      SELECT c, ord, units, inside, g, lexical, lexical_rank, least, most FROM ranked
      UNION ALL
      SELECT c, ord, units, inside, ${dedupe ? 'g' : '-1 - ord'}, NULL, NULL, NULL, NULL
      FROM ${dedupe ? contentsSql(batch) : 'leading_rows'} f ANTI JOIN lexical l ON f.c = l.c AND f.ord = l.ord),
    spread AS (${ranksVectors ? vectorRanksSql(scope) : 'SELECT *, NULL AS vrank FROM merged'}),
    scored AS (SELECT *, ${scoreSql(bind, ranking)} AS score FROM spread),
    kept AS (FROM scored ${dedupe ? distinct : ''})
    SELECT c, ord, units, inside, lexical, lexical_rank, vrank, least, most FROM kept
    ${batch.calls.length === 1 ? '' : `QUALIFY row_number() OVER (PARTITION BY c ORDER BY inside DESC, score DESC, ord) <= ${Math.trunc(keep)}`}
    ORDER BY c, inside DESC, score DESC, ord ${batch.calls.length === 1 ? `LIMIT ${Math.trunc(keep)}` : ''}`;
}

/** Extremes of a call's lexical scores. Only `min-max` computes with them, others ask whether there are any. */
function spreadSql({ calibration }: Ranking): string {
  return calibration === 'min-max'
    ? 'min(lexical) OVER (PARTITION BY c) AS least, max(lexical) OVER (PARTITION BY c) AS most'
    : 'lexical AS least, lexical AS most';
}

/** In the order of evals/retrieve/bm25.ts `contributionUnits`, operation by operation. */
function contributionSql(bind: Bind, { k1, b }: Ranking): string {
  const [more, rate, rest, slope] = [k1 + 1, k1, 1 - b, b].map(value => bind(bound.number(value)));
  return `floor((idf * tf::DOUBLE * ${more}) / (tf::DOUBLE + ${rate} * (${rest} + (${slope} * length::DOUBLE) / average)) * 1e12 + 5e-1)::BIGINT`;
}

function contentsSql({ analyzers }: Batch): string {
  return `(SELECT f.*, ${contentSql(analyzers, 'v')} AS g FROM v JOIN leading_rows f ON v.ord = f.ord JOIN calls k ON f.c = k.c)`;
}

/** The rank by cosine of each row, from the table in which the call finds its rows. */
function vectorRanksSql({ table, key }: Scope): string {
  return `SELECT b.*, r.vrank FROM ${table} r RIGHT JOIN (SELECT merged.*, calls.${key} AS key FROM merged JOIN calls ON merged.c = calls.c) b
    ON r.e = b.key AND r.ord = b.ord`;
}

/** In the order of evals/retrieve/fusion.ts `fusedScore`. */
function scoreSql(bind: Bind, { calibration, weights }: Ranking): string {
  if (calibration === 'rrf') {
    return `coalesce(1e0 / (${RANK_OFFSET}e0 + lexical_rank), 0e0) + coalesce(1e0 / (${RANK_OFFSET}e0 + vrank), 0e0)`;
  }
  const [vector, lexical, total] = [weights.vector, weights.lexical, weights.vector + weights.lexical].map(
    value => bind(bound.number(value)),
  );
  const cosine = 'least(greatest(coalesce(units, 0)::DOUBLE / 1e6, 0e0), 1e0)';
  return `(${vector} * ${cosine} + ${lexical} * coalesce(${CALIBRATED[calibration]}, 0e0)) / ${total}`;
}

const CALIBRATED: { readonly [Name in Exclude<Calibration, 'rrf'>]: string } = {
  'reciprocal-rank': `${RANK_OFFSET + 1}e0 / (${RANK_OFFSET}e0 + lexical_rank)`,
  'min-max': 'CASE WHEN most = least THEN 1e0 ELSE (lexical - least)::DOUBLE / (most - least)::DOUBLE END',
};
