import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../../core/digest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { parseBaseline } from '../../../evals/gate/baseline-file.ts';
import { checkFloors } from '../../../evals/gate/floors.ts';
import { countOutcome, gateBaseline } from '../../../evals/gate/gate-baseline.ts';
import { parseMetricPath } from '../../../evals/gate/metric-path.ts';
import { nearestPath } from '../../../evals/gate/nearest-path.ts';
import { checkPlannedBaseline } from '../../../evals/gate/planned-baseline.ts';
import { planCounts, plannedAt } from '../../../evals/gate/planned-counts.ts';
import { figurePair } from '../../../evals/gate/print.ts';
import { raiseBaseline } from '../../../evals/gate/raise-baseline.ts';
import { type BaselineStamp, compareStamps, stampMismatch } from '../../../evals/gate/stamp.ts';
import { METRICS } from '../../../evals/score/registry.ts';
import { LEGS } from '../../../evals/store/port.ts';
import { vectorCases } from '../../support/vectors.ts';
import { truthOf } from '../score/support.ts';
import { refusalOf } from './support.ts';

const RUN = '{"k":10,"tier":"deterministic","model":null,"samples":1}';
const parse = (text: string) => parseBaseline(Buffer.from(text), 'evals/baselines/b.json');

describe('assurance.baseline.metric-path assurance.baseline.sample-count', () => {
  test.each(
    vectorCases<{ id: string; input: string; expect: { kind: string } | null }>('scoring', 'metric_paths'),
  )('$id $input', ({ input, expect: want }) => {
    expect(parseMetricPath(input)?.kind ?? null).toBe(want?.kind ?? null);
  });

  test.each([
    ['retrieval.fts.recall_at_k', 'retrieval.lexical.recall_at_k'],
    ['retrieval.hybrid.recal_at_k', 'retrieval.hybrid.recall_at_k'],
    ['slices.a b.recall_at_k.m', 'slices.a b.recall_at_k'],
    ['slices.t.retrieval.dense.ndcg_at_k.n', 'slices.t.retrieval.vector.ndcg_at_k.n'],
    ['judge.acuracy', 'judge.accuracy'],
    ['n_case', 'n_cases'],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ])('%j: nearest is %j', (text, nearest) => {
    expect(nearestPath(text)).toBe(nearest);
  });
});

describe('assurance.baseline.file assurance.baseline.band-units: parsing', () => {
  type Vector = {
    id: string;
    description: string;
    input: { text: string };
    expect: { ok: true; entries: number } | { code: string; path: string };
  };
  const cases = vectorCases<Vector>('scoring', 'baseline_parse');

  test.each(cases)('$id $description', ({ input, expect: want }) => {
    if ('ok' in want) {
      expect(parse(input.text).entries).toHaveLength(want.entries);
      return;
    }
    const refusal = refusalOf(() => parse(input.text));
    expect({ code: refusal.code, path: refusal.place?.path }).toEqual(want);
    expect(refusal.exit).toBe(2);
    expect(refusal.place?.line).toBeGreaterThan(0);
  });

  test('the faults stand in the order of the section, each with its line', () => {
    const text = `{"_run":{"k":0,"tier":"deterministic","samples":1},\n"nope":1,\n"n_cases":"1",\n"n_cases":2}`;
    const refusal = refusalOf(() => parse(text));
    expect(refusal.place).toEqual({ file: 'evals/baselines/b.json', line: 4, path: 'n_cases' });
    expect(refusal.facts['more']).toMatchObject([
      { path: '_run', line: 1 },
      { path: 'nope', line: 2 },
      { path: 'n_cases', line: 3 },
    ]);
  });

  test('a misspelt path names its line and its neighbour', () => {
    const refusal = refusalOf(() => parse(`{"_run":${RUN},\r\n"retrieval.hybrid.recal_at_k":1}`));
    expect(refusal.message).toBe('`retrieval.hybrid.recal_at_k` is no metric path');
    expect(refusal.place?.line).toBe(2);
    expect(refusal.hint).toBe('did you mean retrieval.hybrid.recall_at_k?');
  });

  test.each<[string, Uint8Array | string]>([
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff])],
    ['more than 8 MiB', Buffer.alloc(8 * 1024 * 1024 + 1, 0x20)],
    ['nesting without end', '['.repeat(100_000)],
    ['a leading zero', `{"_run":${RUN},"n_cases":01}`],
    ['a key repeated under a key from outside', `{"_run":${RUN},"__proto__":{"a":1,"a":2}}`],
  ])('%s is refused, not thrown', (_name, input) => {
    const bytes = typeof input === 'string' ? Buffer.from(input) : input;
    expect(refusalOf(() => parseBaseline(bytes, 'b.json')).code).toBe('BaselinePathUnresolved');
  });

  test('every truncation refuses', () => {
    const [whole] = cases;
    const text = (whole?.input.text ?? '').trimEnd();
    for (let cut = 0; cut < text.length; cut += 1) {
      expect(refusalOf(() => parse(text.slice(0, cut))).code).toBe('BaselinePathUnresolved');
    }
  });
});

describe('assurance.baseline.sample-count: count entries', () => {
  type Vector = {
    id: string;
    input: { baseline: number; current: number; missing: number; within_limit: boolean };
    expect: { outcome: string };
  };

  test.each(vectorCases<Vector>('scoring', 'count_entries'))('$id', ({ input, expect: want }) => {
    expect(countOutcome(input.baseline, input.current, input.missing, input.within_limit)).toBe(want.outcome);
  });
});

describe('assurance.baseline.default-dead-band assurance.baseline.rank-quality-dead-band assurance.baseline.unresolvable-path: gate', () => {
  type Vector = {
    id: string;
    description: string;
    input: { baseline: string; report: JsonObject };
    expect: { passed: boolean; outcomes: object } | { code: string; path: string };
  };

  test.each(vectorCases<Vector>('scoring', 'baseline_gate'))(
    '$id $description',
    ({ input, expect: want }) => {
      const gated = gateBaseline(parse(input.baseline), input.report, true);
      if ('refusal' in gated) {
        const { code, place, exit, facts } = gated.refusal;
        expect({ code, path: place?.path }).toEqual(want);
        expect([exit, facts['stage']]).toEqual([3, 'gate']);
        return;
      }
      const outcomes = Object.fromEntries(gated.comparisons.map(({ path, outcome }) => [path, outcome]));
      expect({ passed: gated.verdict === 'held', outcomes }).toEqual(want);
    },
  );

  test('a slice named like a prototype member is no figure unless it is there', () => {
    const baseline = parse(`{"_run":${RUN},"slices.constructor.n_cases":1,"slices.__proto__.n_cases":1}`);
    const gated = gateBaseline(baseline, { slices: {} }, true);
    expect('refusal' in gated && gated.refusal.facts['more']).toMatchObject([
      { path: 'slices.__proto__.n_cases' },
    ]);
    const report = JSON.parse('{"slices":{"constructor":{"n_cases":1},"__proto__":{"n_cases":1}}}');
    expect(gateBaseline(baseline, report, true)).toMatchObject({ verdict: 'held' });
  });

  test('a shortfall of missing cases is short inside the limit and red beyond it', () => {
    const baseline = parse(`{"_run":${RUN},"retrieval.hybrid.recall_at_k.n":40}`);
    const report = { retrieval: { hybrid: { recall_at_k: { n: 39, mean: 1, min: 1, max: 1, missing: 1 } } } };
    expect(gateBaseline(baseline, report, true)).toMatchObject({
      verdict: 'held',
      comparisons: [{ outcome: 'short' }],
    });
    expect(gateBaseline(baseline, report, false)).toMatchObject({
      verdict: 'red',
      comparisons: [{ outcome: 'regressed', certain: false }],
    });
  });
});

describe('assurance.baseline.unresolvable-path: planned counts', () => {
  type Vector = {
    id: string;
    description: string;
    input: { cases: Parameters<typeof truthOf>[0][]; edges: boolean };
    expect: Record<string, { exact: number } | { max: number }>;
  };

  test.each(vectorCases<Vector>('scoring', 'planned_counts'))(
    '$id $description',
    ({ input, expect: want }) => {
      const planned = planCounts(input.cases.map(truthOf), { legs: LEGS, edgeLegs: input.edges ? LEGS : [] });
      for (const [pattern, count] of Object.entries(want)) {
        for (const path of expand(pattern)) {
          const parsed = parseMetricPath(path);
          if (parsed === undefined) throw new TypeError(`no path: ${path}`);
          const { kind, n } = plannedAt(planned, parsed);
          expect({ path, [kind]: n }).toEqual({ path, ...count });
        }
      }
    },
  );

  test('slices likewise; an unknown tag and a leg that is not run are 0', () => {
    const planned = planCounts(
      [truthOf({ tags: ['a', 'a', '__proto__'], expected: { artifacts: ['t#1'] } })],
      {
        legs: ['lexical'],
        edgeLegs: [],
      },
    );
    const at = (path: string) => {
      const parsed = parseMetricPath(path);
      return parsed === undefined ? undefined : plannedAt(planned, parsed).n;
    };
    expect(at('slices.a.n_cases')).toBe(1);
    expect(at('slices.__proto__.retrieval.lexical.recall_at_k')).toBe(1);
    expect(at('slices.constructor.n_cases')).toBe(0);
    expect(at('slices.a.recall_at_k')).toBe(0);
    expect(at('latency_ms')).toBe(1);
  });

  const truths = (n: number) =>
    Array.from({ length: n }, () => truthOf({ expected: { artifacts: ['t#1'] } }));

  test('a mean over 29 cases is refused before the suite', () => {
    const baseline = parse(`{"_run":${RUN},\n"retrieval.hybrid.recall_at_k":1}`);
    const refusal = refusalOf(() => checkPlannedBaseline(baseline, planCounts(truths(29))));
    expect(refusal).toMatchObject({ code: 'BaselinePathUnresolved', exit: 2, facts: { stage: 'plan' } });
    expect(refusal.message).toBe('`retrieval.hybrid.recall_at_k` over 29 cases, 30 needed');
    expect(refusal.place).toEqual({
      file: 'evals/baselines/b.json',
      line: 2,
      path: 'retrieval.hybrid.recall_at_k',
    });
    expect(checkPlannedBaseline(baseline, planCounts(truths(30)))).toEqual([]);
  });

  test('a pin above its planned count can only be red', () => {
    const baseline = parse(`{"_run":${RUN},"n_cases":31,"retrieval.vector.recall_at_k.n":30}`);
    expect(checkPlannedBaseline(baseline, planCounts(truths(30)))).toEqual([
      { path: 'n_cases', line: 1, pinned: 31, planned: 30 },
    ]);
  });
});

describe('assurance.baseline.run-stamp-drift assurance.baseline.cutoff-block assurance.evaluate.judged-cutoffs', () => {
  type Vector = {
    id: string;
    description: string;
    input: { baseline: BaselineStamp; run: BaselineStamp };
    expect: { differs: string[]; code?: string; exit?: number };
  };

  test.each(vectorCases<Vector>('scoring', 'run_stamp'))('$id $description', ({ input, expect: want }) => {
    const differences = compareStamps(input.baseline, input.run);
    expect(differences.map(({ member }) => member)).toEqual(want.differs);
    if (want.code === undefined) return;
    const refusal = stampMismatch({ file: 'b.json' }, input.baseline, input.run, differences);
    expect(refusal).toMatchObject({ code: want.code, exit: want.exit });
  });

  const judged: BaselineStamp = { k: 10, tier: 'judged', model: 'm', samples: 1 };

  test('the refusal shows both stamps and each differing member', () => {
    const estimated = { month: '2025-03', tag: 'estimated', lo: '2024-12', hi: '2025-06' } as const;
    const documented = { month: '2025-06', tag: 'documented', lo: '2025-06', hi: '2025-06' } as const;
    const was = { ...judged, judge: { posttrain_cutoff: estimated } };
    const is = { ...judged, judge: { posttrain_cutoff: documented } };
    const refusal = stampMismatch(
      { file: 'evals/baselines/native.json', line: 2 },
      was,
      is,
      compareStamps(was, is),
    );
    expect(refusal.message).toBe('evals/baselines/native.json was measured under another judge');
    expect(refusal.found).toBe(
      'baseline k=10, tier=judged, model=m, samples=1; run k=10, tier=judged, model=m, samples=1; ' +
        'judge.posttrain_cutoff: baseline 2025-03 estimated (2024-12 to 2025-06), run 2025-06 documented',
    );
    expect(refusal.place).toEqual({ file: 'evals/baselines/native.json', line: 2, path: '_run' });
  });

  test('another case set: a filtered run says why, else the changed ids are named', () => {
    const was = { ...judged, case_set: digestOf('a') };
    const is = { ...judged, case_set: digestOf('b') };
    const mismatch = (circumstances: Parameters<typeof stampMismatch>[4]) =>
      stampMismatch({ file: 'b.json' }, was, is, compareStamps(was, is), circumstances).hint;
    expect(mismatch({ partial: true })).toMatch(/filtered run/);
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(mismatch({ caseChanges: { added: ids, removed: [], changed: ['x'] } })).toMatch(
      /^added a, b, c, d, e and 1 more; changed x; then/,
    );
  });

  test('a corpus path named like a prototype member is compared', () => {
    const corpora = (digest: string) => JSON.parse(`{"__proto__":"sha256:${digest.repeat(64)}"}`);
    const text = (digest: string) =>
      `{"_run":{"k":1,"tier":"judged","samples":1,"corpora":${JSON.stringify(corpora(digest))}}}`;
    const { stamp } = parse(text('1'));
    expect(compareStamps(stamp, parse(text('2')).stamp).map(({ member }) => member)).toEqual([
      'corpora.__proto__',
    ]);
  });
});

describe('assurance.evaluate.run-verdict: printing', () => {
  type Vector = { id: string; input: { measured: number; bound: number }; expect: [string, string] };

  test.each(vectorCases<Vector>('scoring', 'printing'))('$id', ({ input, expect: want }) => {
    expect(figurePair(input.measured, input.bound)).toEqual(want);
  });

  test('two figures that differ never print alike', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [left, right] = figurePair(a, b);
        expect(left === right).toBe(a === b);
      }),
    );
  });
});

describe('assurance.baseline.raise-only: raise', () => {
  type Vector = {
    id: string;
    description: string;
    input: { baseline: string; report: JsonObject; floors_passed: boolean } | { ref: string };
    expect: { moved?: string[]; values?: Record<string, number>; text?: string };
  };
  const cases = vectorCases<Vector>('scoring', 'baseline_raise');
  const raise = (text: string, report: JsonObject, floorsHeld = true, except: string[] = []) => {
    const baseline = parse(text);
    const gated = gateBaseline(baseline, report, true);
    if ('refusal' in gated) throw gated.refusal;
    const { comparisons } = gated;
    return raiseBaseline(baseline, { floorsHeld, comparisons, missing: 0, partial: false, except });
  };

  test.each(cases)('$id $description', ({ input, expect: want }) => {
    const referred = 'ref' in input ? cases.find(({ id }) => id === input.ref)?.input : input;
    if (referred === undefined || 'ref' in referred) throw new TypeError('a vector refers to another');
    const raised = raise(referred.baseline, referred.report, referred.floors_passed);
    if (want.text !== undefined) expect(raised).toMatchObject({ text: want.text });
    if (want.moved === undefined) return;
    const moved = raised.kind === 'raised' ? raised.moved : [];
    expect(moved.map(({ path }) => path)).toEqual(want.moved);
    if (want.values !== undefined)
      expect(Object.fromEntries(moved.map(({ path, to }) => [path, to]))).toEqual(want.values);
  });

  const values = fc.record({
    recall: fc.double({ min: 0, max: 1, noNaN: true }),
    latency: fc.double({ min: 0, max: 1000, noNaN: true }),
    n: fc.integer({ min: 30, max: 50 }),
  });
  const textOf = ({ recall, latency, n }: { recall: number; latency: number; n: number }) =>
    `{ "_run" : ${RUN},\r\n\t"retrieval.hybrid.recall_at_k":   ${recall},\n "latency_ms": {"band":5, "value":${latency}} ,"n_cases":${n} }`;
  const reportOf = ({ recall, latency, n }: { recall: number; latency: number; n: number }) => ({
    n_cases: n,
    latency_ms: { n, mean: latency, min: 0, max: latency },
    retrieval: { hybrid: { recall_at_k: { n, mean: recall, min: 0, max: 1 } } },
  });

  test('a raise is idempotent, never lowers, and what it writes is what it meant', () => {
    fc.assert(
      fc.property(values, values, (was, now) => {
        const before = parse(textOf(was));
        const raised = raise(textOf(was), reportOf(now));
        if (raised.kind === 'not-raised') return;
        const after = parse(raised.text);
        for (const [i, entry] of after.entries.entries()) {
          const better = (before.entries[i]?.value ?? 0) - entry.value;
          expect(entry.path.text === 'latency_ms' ? -better : better).toBeLessThanOrEqual(0);
        }
        expect(raise(raised.text, reportOf(now))).toMatchObject({ moved: [], text: raised.text });
      }),
    );
  });

  test('every other byte stays: spacing, line ends, member order', () => {
    const was = { recall: 0.5, latency: 100, n: 38 };
    const raised = raise(textOf(was), reportOf({ recall: 1, latency: 50.5, n: 40 }));
    expect(raised).toMatchObject({ text: textOf({ recall: 1, latency: 50.5, n: 40 }) });
  });

  test('an excepted path is left alone', () => {
    const was = { recall: 0.5, latency: 100, n: 40 };
    const raised = raise(textOf(was), reportOf({ recall: 1, latency: 50, n: 40 }), true, ['latency_ms']);
    expect(raised).toMatchObject({ moved: [{ path: 'retrieval.hybrid.recall_at_k', from: 0.5, to: 1 }] });
  });

  test.each([
    [{ floorsHeld: false }, 'a floor is red'],
    [{ missing: 1 }, '1 case is errored or unscored'],
    [{ partial: true }, 'only a part of the case set was run'],
    [{ drifted: true }, 'more than one model answered'],
  ])('not raised: %j', (changed, reason) => {
    const baseline = parse(textOf({ recall: 0.5, latency: 1, n: 30 }));
    const conditions = { floorsHeld: true, comparisons: [], missing: 0, partial: false, ...changed };
    expect(raiseBaseline(baseline, conditions)).toEqual({ kind: 'not-raised', reason });
  });

  test('an entry below a floor stays red whatever the baseline says', () => {
    const report = reportOf({ recall: 1, latency: 1, n: 40 });
    expect(checkFloors(report).verdict).toBe('red');
    expect(
      raise(textOf({ recall: 0.5, latency: 1, n: 40 }), report, checkFloors(report).verdict === 'held').kind,
    ).toBe('not-raised');
  });
});

function expand(pattern: string): string[] {
  if (pattern === 'edge_retrieval.*') {
    const ranked = METRICS.slice(0, 5);
    return LEGS.flatMap(leg => ranked.map(metric => `edge_retrieval.${leg}.${metric}`));
  }
  return pattern.includes('*') ? LEGS.map(leg => pattern.replace('*', leg)) : [pattern];
}
