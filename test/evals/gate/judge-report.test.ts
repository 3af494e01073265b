import { describe, expect, test } from 'vitest';
import { documentJson } from '../../../core/canonical-json.ts';
import { digestOf } from '../../../core/digest.ts';
import { type JudgeReportInput, judgeReport, refusedVerdict } from '../../../evals/gate/judge-report.ts';
import { readProjectFloors } from '../../../evals/gate/project-floors.ts';
import { parseSidecar, sidecarLines } from '../../../evals/gate/sidecar.ts';
import { verdictLines } from '../../../evals/gate/verdict-lines.ts';
import { readVerdict, verdictJsonSchema } from '../../../evals/gate/verdict-schema.ts';
import type { ReportDocument } from '../../../evals/score/report.ts';
import { refuse } from '../../../spec/refusals.ts';
import { forty, refusalOf, smallReport } from './support.ts';

const FILE = 'evals/baselines/b.json';
const RUN = '{"k":3,"tier":"deterministic","model":null,"samples":1}';
const RECALL = 'retrieval.hybrid.recall_at_k';
const WORSE = forty(i => (i < 9 ? { top: 'other' } : {}));

describe('assurance.evaluate.run-verdict assurance.baseline.offline: verdict', () => {
  test('green without a baseline', () => {
    const { verdict } = judge(smallReport());
    expect(verdict).toMatchObject({ ok: true, exit: 0, outcome: 'green', baseline: null, reds: [] });
    expect(verdictLines(verdict)).toEqual(['floor verdict: held (6 checks)', 'baseline verdict: none']);
  });

  test('a fall beyond the band is one red line with figure, reference and band, and its worst cases', () => {
    const { verdict } = judge(smallReport(WORSE), `{"_run":${RUN},"${RECALL}":1,"n_cases":38}`);
    expect(verdict).toMatchObject({ ok: false, exit: 1, outcome: 'red' });
    expect(verdictLines(verdict)).toEqual([
      'floor verdict: held (6 checks)',
      `baseline verdict: red against ${FILE}`,
      'improved n_cases: 40, was 38',
      `regressed ${RECALL}: 0.7750, was 1.0000 ± 0.0200`,
      `red: baseline ${RECALL}: 0.7750, was 1.0000 ± 0.0200`,
    ]);
    expect(verdict.reds[0]).toMatchObject({ certain: true, measured: 0.775, baseline: 1, band: 0.02 });
    expect(verdict.reds[0]?.cases.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('a floor breach is red whatever the baseline says, with at most ten cases', () => {
    const report = smallReport(forty(() => ({ top: 'other' })));
    const { verdict } = judge(report, `{"_run":${RUN},"${RECALL}":0}`);
    expect(verdict.exit).toBe(1);
    expect(verdictLines(verdict)).toContain('red: floor retrieval.hybrid.r_precision.mean: 0.0000 < 0.6000');
    expect(verdict.reds.map(({ kind, cases }) => [kind, cases.length])).toEqual(Array(3).fill(['floor', 10]));
  });

  test('a leak names the case that holds it', () => {
    const report = smallReport(forty(i => (i === 7 ? { tags: ['regression'], top: 'forbidden' } : {})));
    const { verdict } = judge(report);
    expect(verdictLines(verdict)).toContain(
      'red: floor retrieval.lexical.forbidden_row_rate.max: 1.0000 > 0.0000',
    );
    expect(verdict.reds[0]).toMatchObject({ certain: true, cases: [{ id: 'c7', line: 8 }] });
  });

  test('a set without artifact truth is red, and the line says why', () => {
    const { verdict } = judge(smallReport([]));
    expect(verdictLines(verdict)).toContain(
      'red: floor retrieval.hybrid.r_precision.mean: no figure (no case has artifact truth), needs at least 0.6000',
    );
  });

  test('over the limit of missing cases nothing is concluded, unless a red is certain', () => {
    const missing = forty(i => (i < 9 ? { top: 'other' } : i < 20 ? { fails: true } : {}));
    const open = judge(smallReport(missing), `{"_run":${RUN},"n_cases":40}`);
    expect(open.verdict).toMatchObject({
      exit: 3,
      outcome: 'unmeasured',
      limit: { missing: 11, sampled: 40, max: 0 },
    });
    expect(verdictLines(open.verdict)[0]).toBe('floor verdict: held (6 checks) on what was measured');
    const leak = missing.map((one, i) =>
      i === 39 ? { tags: ['regression'], top: 'forbidden' as const } : one,
    );
    expect(judge(smallReport(leak)).verdict).toMatchObject({ exit: 1, outcome: 'red' });
  });

  test('a shortfall made of missing cases inside the limit is short: printed, not red, not raised', () => {
    const report = smallReport(forty(i => (i === 0 ? { fails: true } : {})));
    const text = `{"_run":${RUN},"${RECALL}.n":40,"${RECALL}":0.5}`;
    const { verdict, raise } = judge(report, text, { unscoredMax: 0.05, update: { except: [] } });
    expect(verdict.exit).toBe(0);
    expect(verdictLines(verdict)).toContain(`short ${RECALL}.n: 39, was 40`);
    expect(raise).toEqual({ kind: 'not-raised', reason: '1 case is errored or unscored' });
  });

  test('an entry that the run left without a figure: no partial baseline verdict, the floors are still judged', () => {
    const report = smallReport(forty(i => ({ tags: i < 28 ? ['a'] : [] })));
    const { verdict } = judge(report, `{"_run":${RUN},"slices.a.recall_at_k":1,"${RECALL}":0.5}`);
    expect(verdict).toMatchObject({
      exit: 3,
      outcome: 'unmeasured',
      floors: { verdict: 'held' },
      baseline: null,
      refusal: { code: 'BaselinePathUnresolved', facts: { stage: 'gate', path: 'slices.a.recall_at_k' } },
    });
    expect(verdict.refusal?.message).toBe('`slices.a.recall_at_k` over 28 cases, 30 needed');
  });

  test('another stamp is not comparable; the changed cases are named from the sidecar', () => {
    const was = smallReport(forty().slice(0, 39), {
      stamp: { ...smallReport([]).run, case_set: digestOf('other') },
    });
    const sidecar = parseSidecar([...sidecarLines(was, digestOf('x'), [])].join(''), 'b.cases.jsonl');
    const text = `{"_run":{"k":3,"tier":"deterministic","samples":1,"case_set":"${digestOf('other')}"}}`;
    const refusal = refusalOf(() => judge(smallReport(), text, { sidecar }));
    expect(refusal).toMatchObject({ code: 'BaselineRunStampMismatch', exit: 4 });
    expect(refusal.found).toMatch(/^baseline k=3, tier=deterministic, model=none, samples=1; run k=3/);
    expect(refusal.hint).toMatch(/^added c39; then/);
  });

  test('a project floor decides beside the built-in ones', () => {
    const projectFloors = readProjectFloors([
      { entry: { path: RECALL, at_least: 0.9 }, place: { file: 'contextful.toml', line: 3 } },
    ]);
    const { verdict } = judge(smallReport(WORSE), undefined, { projectFloors });
    expect(verdictLines(verdict)).toContain(`red: floor ${RECALL}.mean: 0.7750 < 0.9000`);
  });
});

describe('assurance.baseline.raise-only: asked for with the verdict', () => {
  test('the moved entries stand in the verdict', () => {
    const { verdict, raise } = judge(smallReport(), `{"_run":${RUN},"${RECALL}":0.5}`, {
      update: { except: [] },
    });
    expect(verdict.raised).toEqual([{ path: RECALL, from: 0.5, to: 1 }]);
    expect(raise).toMatchObject({ kind: 'raised', text: `{"_run":${RUN},"${RECALL}":1}` });
  });

  test('a red run and a partial run raise nothing', () => {
    const update = { except: [] };
    const red = judge(smallReport(WORSE), `{"_run":${RUN},"${RECALL}":1,"n_cases":1}`, { update });
    expect(red.raise).toEqual({ kind: 'not-raised', reason: '1 figure regressed' });
    const partial = judge(smallReport(forty(), { partial: true }), `{"_run":${RUN},"n_cases":1}`, { update });
    expect(partial.raise?.kind).toBe('not-raised');
  });
});

describe('assurance.evaluate.run-verdict: contributors with a sidecar', () => {
  const before = smallReport(forty(i => (i < 5 ? { top: 'other' } : {})));
  const now = smallReport(forty(i => (i < 12 ? { top: 'other' } : {})));
  const text = `{"_run":${RUN},"${RECALL}":0.875}`;

  test('cases that were bad before explain nothing', () => {
    const sidecar = parseSidecar(
      [...sidecarLines(before, digestOf(text), ['a.jsonl'])].join(''),
      'b.cases.jsonl',
    );
    const { verdict } = judge(now, text, { sidecar });
    expect(verdict.reds[0]?.cases.map(({ id }) => id)).toEqual(['c5', 'c6', 'c7', 'c8', 'c9', 'c10', 'c11']);
    expect(verdict.warnings).toEqual([]);
  });

  test('a sidecar of another baseline is stale, said so, and still used', () => {
    const sidecar = parseSidecar([...sidecarLines(before, digestOf('else'), [])].join(''), 'b.cases.jsonl');
    const { verdict } = judge(now, text, { sidecar });
    expect(verdict.warnings).toEqual([
      `the sidecar of ${FILE} is stale: it was written beside another baseline`,
    ]);
    expect(verdict.reds[0]?.cases).toHaveLength(7);
  });
});

describe('assurance.evaluate.run-verdict: document', () => {
  test('reads back, with the report embedded and without', () => {
    const report = smallReport(WORSE);
    const { verdict } = judge(report, `{"_run":${RUN},"${RECALL}":1}`);
    for (const document of [verdict, { ...verdict, report }]) {
      const text = documentJson(document);
      expect(documentJson(readVerdict(Buffer.from(text), 'verdict.json'))).toBe(text);
    }
  });

  test.each([
    ['BaselineRunStampMismatch', 4, 'not_comparable'],
    ['BaselineWriteConflict', 3, 'unmeasured'],
  ] as const)('of a run that %s ended', (code, exit, outcome) => {
    const verdict = refusedVerdict('r', refuse(code, { message: 'm' }));
    expect(verdict).toMatchObject({ exit, outcome, floors: null, refusal: { code, message: 'm' } });
    expect(readVerdict(Buffer.from(documentJson(verdict)), 'v')).toMatchObject({ exit });
  });

  test('the published schema lets no other member in', () => {
    expect(verdictJsonSchema()).toMatchObject({ type: 'object', additionalProperties: false });
  });

  test('a fault names its line and member', () => {
    const text = documentJson(judge(smallReport()).verdict).replace('"exit": 0', '"exit": 7');
    const refusal = refusalOf(() => readVerdict(Buffer.from(text), 'verdict.json'));
    expect(refusal.place).toMatchObject({ file: 'verdict.json', path: 'exit' });
    expect(text.split('\n')[(refusal.place?.line ?? 0) - 1]).toContain('"exit"');
  });
});

function judge(report: ReportDocument, baseline?: string, changes: Partial<JudgeReportInput> = {}) {
  return judgeReport({
    runId: 'r1',
    report,
    baseline: baseline === undefined ? null : { file: FILE, bytes: Buffer.from(baseline) },
    projectFloors: [],
    unscoredMax: 0,
    ...changes,
  });
}
