import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentJson } from '../../../core/canonical-json.ts';
import { digestOfJson } from '../../../core/digest.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { JudgedCase } from '../../../evals/judge/judged-case.ts';
import { stubJudged } from '../../../evals/judge/stub.ts';
import { buildReport, type ReportFrame, reportHead } from '../../../evals/score/build-report.ts';
import { type CaseScore, type Surface, scoreCase } from '../../../evals/score/case-figures.ts';
import { addCase, emptyColumns } from '../../../evals/score/columns.ts';
import { caseText, judgedText } from '../../../evals/score/item-text.ts';
import type { CaseRead, CaseTruth, Row } from '../../../evals/score/read.ts';
import type { ReportDocument } from '../../../evals/score/report.ts';
import { figuresDigest, reportText } from '../../../evals/score/report-text.ts';
import { vectorCases } from '../../support/vectors.ts';
import { caseRead, frame, rows, SURFACE, truthOf } from './support.ts';

describe('assurance.evaluate.run-report assurance.evaluate.truth-per-surface assurance.evaluate.deterministic-tier: report', () => {
  type Raw = Parameters<typeof truthOf>[0] & {
    id: string;
    line: number;
  };
  type Vector = {
    id: string;
    input: {
      k: number;
      cases: Raw[];
      returns: Record<string, Record<'lexical' | 'vector' | 'hybrid', Row[]>>;
    };
    expect: Record<string, unknown>;
  };

  test.each(vectorCases<Vector>('scoring', 'report'))('$id', ({ input, expect: want }) => {
    const surface = { ...SURFACE, k: input.k };
    const scores = input.cases.map(raw => {
      const returned = input.returns[raw.id];
      return scoreCase(truthOf(raw), caseRead(raw.id, returned ?? {}, { line: raw.line }), surface);
    });
    const report = buildReport({ ...frame(), surface, by: null }, scores);
    expect(plain(report)).toMatchObject(plain(want));
    expect(report.tally.unscored_by).toEqual({ edge_surface: 1 });
    expect(report).not.toHaveProperty('edge_retrieval');
  });

  test('with an edge surface the same edge truth is scored there', () => {
    const surface: Surface = { ...SURFACE, edgeLegs: ['hybrid'] };
    const read: CaseRead = { ...caseRead('graph', {}), edges: { hybrid: { rows: [{ id: 'e1' }] } } };
    const report = buildReport({ ...frame(), surface }, [
      scoreCase(truthOf({ expected: { edges: ['e1'] } }), read, surface),
    ]);
    expect(report.edge_retrieval?.hybrid?.recall_at_k).toEqual({ n: 1, mean: 1, min: 1, max: 1 });
    expect(report.tally).toEqual({ sampled: 1, dropped: 1, unscored: 0, unscored_by: {} });
    expect(report.cases[0]).toMatchObject({
      edges: { hybrid: ['e1'] },
      edge_metrics: { hybrid: { hit_rate_at_k: 1 } },
    });
  });

  test('a leg that is absent without an error is an error of the case, on no leg a figure', () => {
    const read: CaseRead = { ...caseRead('torn', {}), legs: { lexical: { rows: [] }, vector: { rows: [] } } };
    const { entry, figures } = scoreCase(truthOf({ expected: { artifacts: ['t#a'] } }), read, SURFACE);
    expect(entry).toMatchObject({
      outcome: 'error',
      reasons: ['leg_missing'],
      metrics: { lexical: { recall_at_k: null } },
    });
    expect(figures.get('retrieval.lexical.recall_at_k')).toBeNull();
  });

  test('an errored case counts as missing where it owes, in the whole and in its slices', () => {
    const owing = truthOf({ tags: ['a'], expected: { artifacts: ['t#a'] } });
    const failed: CaseRead = {
      ...caseRead('down', {}),
      legs: { ...caseRead('x', {}).legs, vector: { error: 'timeout' } },
    };
    const report = buildReport(frame(), [
      scoreCase(owing, caseRead('up', { hybrid: [{ table: 't', key: 'a', in_window: true }] }), SURFACE),
      scoreCase(owing, failed, SURFACE),
    ]);
    const one = { n: 1, mean: 1, min: 1, max: 1, missing: 1 };
    expect(report.retrieval.hybrid?.recall_at_k).toEqual(one);
    expect(report.slices['a']?.recall_at_k).toEqual(one);
    expect(report.retrieval.hybrid?.forbidden_row_rate).toEqual({ n: 0, mean: null, min: null, max: null });
    expect(report.outcomes).toEqual({ pass: 1, fail: 0, error: 1, unscored: 0, skipped: 0 });
    expect(report.cases[1]?.reasons).toEqual(['timeout']);
  });

  test('an unscored case keeps its measured figures; without dates its window share is missing', () => {
    const truth = truthOf({ expected: { artifacts: ['t#a'], since: '2030-01-01T00:00:00Z' } });
    const read = {
      ...caseRead('c', { hybrid: [{ table: 't', key: 'a', in_window: false }] }),
      unscored: ['no_dates'],
    };
    const report = buildReport(frame(), [scoreCase(truth, read, SURFACE)]);
    expect(report.retrieval.hybrid?.recall_at_k).not.toHaveProperty('missing');
    expect(report.retrieval.hybrid).toMatchObject({
      recall_at_k: { n: 1, mean: 1 },
      in_window_rate: { n: 0, mean: null, missing: 1 },
    });
    expect(report.tally).toMatchObject({ unscored: 1, unscored_by: { no_dates: 1 } });
    expect(report.cases[0]).not.toHaveProperty('out_of_window');
  });

  test('the judge of the deterministic tier is the stub, with an interval on every figure', () => {
    const truth = truthOf({ tags: ['x'], expected: { must_abstain: true } });
    const score = scoreCase(truth, caseRead('c', {}), SURFACE, stubJudged(truth, []));
    const report = buildReport(frame(), [score]);
    expect(report.judge).toMatchObject({
      by: 'stub',
      judge_calls: 1,
      cases: [{ id: 'c', answer: { abstained: true } }],
    });
    expect(report.judge?.correct_refusal).toEqual({
      ...{ n: 1, mean: 1, min: 1, max: 1 },
      interval: { level: 0.95, resamples: 1000, lo: 1, hi: 1 },
    });
    expect(report.slices['x']?.judge?.hallucination_on_unknown.mean).toBe(0);
  });

  test('fewer legs: the report has those legs, and bare slice figures over no case without hybrid', () => {
    const surface: Surface = { k: 3, legs: ['lexical'], edgeLegs: [] };
    const truth = truthOf({ tags: ['t'], expected: { artifacts: ['t#a'] } });
    const report = buildReport({ ...frame(), surface }, [scoreCase(truth, caseRead('c', {}), surface)]);
    expect(Object.keys(report.retrieval)).toEqual(['lexical']);
    expect(report.slices['t']?.recall_at_k).toEqual({ n: 0, mean: null, min: null, max: null });
  });
});

describe('assurance.evaluate.run-report: names from outside', () => {
  const tags = ['__proto__', '10', '9', '', 'a.b', 'constructor'];
  const truth = truthOf({ tags, expected: { artifacts: ['t#a'] } });
  const report = buildReport(frame(), [scoreCase(truth, caseRead('c', {}), SURFACE)]);

  test('every tag is a slice of its own, in code-point order', () => {
    expect(report.cases[0]?.tags).toEqual(['', '10', '9', '__proto__', 'a.b', 'constructor']);
    expect(Object.keys(report.slices).sort()).toEqual(['', '10', '9', '__proto__', 'a.b', 'constructor']);
    expect(documentJson(report)).toMatch(
      /"slices": \{\n {4}"": [\s\S]*\n {4}"10": [\s\S]*\n {4}"9": [\s\S]*\n {4}"__proto__": /,
    );
  });

  test('a tag without a metric path has no interval', () => {
    const paths = Object.keys(report.intervals).filter(path => path.endsWith('recall_at_k'));
    expect(paths.filter(path => path.startsWith('slices.'))).toEqual(
      ['10', '9', '__proto__', 'constructor'].map(tag => `slices.${tag}.retrieval.hybrid.recall_at_k`),
    );
  });
});

describe('assurance.evaluate.run-report: determinism', () => {
  const leg = fc.oneof(
    rows.map(list => ({ rows: list })),
    fc.constant({ error: 'timeout' }),
  );
  const scored: fc.Arbitrary<[CaseTruth, CaseRead]> = fc
    .record({
      tags: fc.array(fc.constantFrom('a', 'b', '__proto__', 'regression'), { maxLength: 3 }),
      artifacts: rows,
      mustNotRetrieve: rows,
      legs: fc.record({ lexical: leg, vector: leg, hybrid: leg }),
      since: fc.constantFrom(null, '2030-01-01'),
      mustAbstain: fc.boolean(),
    })
    .map(({ legs, ...truth }) => [
      { ...truthOf({}), ...truth },
      { ...caseRead('c', {}), legs },
    ]);
  const scoreAll = (pairs: readonly [CaseTruth, CaseRead][]): CaseScore[] =>
    pairs.map(([truth, read], i) => scoreCase(truth, { ...read, id: `c${i}` }, SURFACE));

  test('permuting cases, tags and truth changes no byte of the aggregates', () => {
    fc.assert(
      fc.property(fc.array(scored, { maxLength: 12 }), fc.nat(), (pairs, pick) => {
        const turn = pairs.length === 0 ? 0 : pick % pairs.length;
        const moved = [...pairs.slice(turn), ...pairs.slice(0, turn)].map(
          ([truth, read]): [CaseTruth, CaseRead] => [
            { ...truth, tags: truth.tags.toReversed(), artifacts: truth.artifacts.toReversed() },
            read,
          ],
        );
        const aggregates = (list: CaseScore[]) => {
          const { cases: _, intervals: __, ...rest } = buildReport({ ...frame(), by: null }, list);
          return documentJson(rest);
        };
        expect(aggregates(scoreAll(moved))).toBe(aggregates(scoreAll(pairs)));
      }),
      { numRuns: 60 },
    );
  });

  // Every member that a case of a report may have.
  const edges = fc.constantFrom<CaseTruth['edges']>([], ['e1'], [['a', 'to', 'b']]);
  const anyCase = fc
    .record({
      pair: scored,
      edges,
      edgeRows: fc.array(fc.constantFrom({ id: 'e1' }, { id: 'e\n"2' }), { maxLength: 2 }),
      systems: fc.option(fc.constantFrom({ tokens: 3, cost: null, bucket: 'le_1x' }), { nil: undefined }),
      unscored: fc.constantFrom<readonly string[]>([], ['no_dates'], ['budget']),
      latencyMs: fc.constantFrom(undefined, 0.5, 3),
      isJudged: fc.boolean(),
    })
    .map(({ pair: [truth, read], edges: wanted, edgeRows, systems, latencyMs, isJudged, unscored }) => ({
      truth: { ...truth, edges: wanted },
      read: {
        ...read,
        edges: { hybrid: { rows: edgeRows } },
        unscored,
        ...(systems === undefined ? {} : { systems }),
        ...(latencyMs === undefined ? {} : { latencyMs }),
      },
      isJudged,
    }));

  test('the streamed text and its digest are those of the whole document', () => {
    const surface: Surface = { ...SURFACE, edgeLegs: ['hybrid'] };
    const whole = { ...frame(), surface, judgeExtras: { accounting: { cost: 1 } } };
    fc.assert(
      fc.property(fc.array(anyCase, { maxLength: 4 }), drawn => {
        const scores = drawn.map(({ truth, read, isJudged }, i) =>
          scoreCase(
            truth,
            { ...read, id: `c\n${i}` },
            surface,
            isJudged ? stubJudged(truth, []) : { answer: null, verdicts: SPECIAL_VERDICTS },
          ),
        );
        const columns = emptyColumns();
        const entries = function* () {
          for (const score of scores) {
            addCase(columns, score);
            yield caseText(score.entry);
          }
        };
        const text = reportText({
          cases: entries(),
          head: () => reportHead(whole, columns),
          judged: () => scores.flatMap(({ judge }) => (judge === null ? [] : [judgedText(judge)])),
        });
        const report = buildReport(whole, scores);
        expect(textOf(text.chunks)).toBe(documentJson(report));
        expect(text.digest()).toBe(digestOfJson(withoutClock(report)));
        expect(figuresDigest(report)).toBe(text.digest());
      }),
      { numRuns: 40 },
    );
  });

  test('the figures digest ignores latency, systems and accounting, and nothing else', () => {
    const truth = truthOf({ expected: { artifacts: ['t#a'] } });
    const build = (extra: Partial<CaseRead>, changed: Partial<ReportFrame> = {}) =>
      buildReport({ ...frame(), ...changed }, [
        scoreCase(truth, { ...caseRead('c', {}), ...extra }, SURFACE),
      ]);
    const base = build({});
    const systems = { tokens: 9, cost: null, bucket: 'le_1x' };
    expect(figuresDigest(build({ latencyMs: 4, systems }))).toBe(figuresDigest(base));
    expect(figuresDigest(build({}, { judgeExtras: { accounting: { cost: 1 } } }))).toBe(figuresDigest(base));
    expect(figuresDigest(build({ line: 2 }))).not.toBe(figuresDigest(base));
    expect(figuresDigest(base)).toBe(digestOfJson(base));
  });

  test('systems: tokens and cost per bucket, an unknown cost is null, never 0', () => {
    const truth = truthOf({});
    const read = (id: string, bucket: string, cost: number | null): CaseRead => ({
      ...caseRead(id, {}),
      latencyMs: 5,
      systems: { tokens: 10, cost, bucket },
    });
    const { systems, latency_ms: latency } = buildReport(
      frame(),
      [read('a', 'le_1x', 0.5), read('b', 'le_2x', null)].map(one => scoreCase(truth, one, SURFACE)),
    );
    expect(latency).toEqual({ n: 2, mean: 5, min: 5, max: 5 });
    expect(systems).toMatchObject({ cost: null, tokens_per_query: { n: 2, mean: 10 } });
    expect(systems?.buckets['le_1x']).toMatchObject({ cost: 0.5, n_cases: 1, latency_ms: { n: 1, mean: 5 } });
  });
});

/** Without null prototypes, which toMatchObject compares. */
const SPECIAL_VERDICTS: JudgedCase['verdicts'] = [
  { dimension: 'accuracy', judgment: { unscored: 'judge_reply' }, attempts: 2, reason: 'no "number"' },
  { dimension: 'citation_faithfulness', judgment: { score: 1 / 3 } },
];

/** What the figures digest covers, by its definition (scoring.md 17). */
function withoutClock({ latency_ms: _, systems: __, judge, cases, ...rest }: ReportDocument): JsonObject {
  const { accounting: ___, ...judged } = judge ?? { accounting: {} };
  return {
    ...rest,
    ...(judge === undefined ? {} : { judge: judged }),
    cases: cases.map(({ systems: ____, ...one }) => one),
  };
}

function textOf(chunks: Iterable<string | Uint8Array>): string {
  const bytes: Buffer[] = [];
  for (const chunk of chunks) bytes.push(Buffer.from(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  return Buffer.concat(bytes).toString();
}

function plain(value: unknown): ReportDocument & JsonObject {
  return JSON.parse(JSON.stringify(value));
}
