import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../../core/context.ts';
import { createLoader } from '../../../tui/effects/load/index.ts';
import type { RunData } from '../../../tui/model/data.ts';
import { lineText } from '../../../tui/model/fit.ts';
import { marginsOf } from '../../../tui/model/margins.ts';
import { pathName } from '../../../tui/model/path-name.ts';
import { createPen } from '../../../tui/model/pen.ts';
import { runName, shortRuns } from '../../../tui/model/run-name.ts';
import type { Screen } from '../../../tui/model/screen.ts';
import { buildScreen } from '../../../tui/model/screens.ts';
import type { Loaded, Resource, Source } from '../../../tui/model/source.ts';
import { DEFAULT_PREFERENCES, initialState, visit } from '../../../tui/state/state.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

const pen = createPen('utf8');
let store: SeededStore;
let red: RunData;

beforeAll(async () => {
  store = await seededStore(2);
  const load = createLoader({ root: store.root, corpusRoots: [], clock: frozenClock(0n) });
  const run = store.runs.at(-1)?.id ?? '';
  red = await load({ kind: 'run', run }, () => {}, new AbortController().signal);
});
afterAll(() => store.remove());

/** A screen of a run that is as given. */
function screenOf(link: string, run: RunData): Screen {
  const source: Source = {
    // Only the run is asked for.
    get: <R extends Resource>(resource: R) =>
      (resource.kind === 'run' ? run : undefined) as Loaded[R['kind']],
    failure: () => undefined,
    progress: () => undefined,
    loading: () => false,
    settled: () => Promise.resolve(),
    onChange: () => {},
    reload: () => {},
  };
  return buildScreen(
    visit(link),
    initialState(link, { columns: 80, rows: 24 }, DEFAULT_PREFERENCES, null),
    source,
    pen,
  );
}

const tabs = (run: RunData): readonly string[] => screenOf('run/r', run).tabs.map(({ id }) => id);
const COMMON = ['metrics', 'slices', 'cases', 'diff', 'explain', 'floors', 'systems', 'stamp'];

describe('tui-cli.md 18 tabs of a run', () => {
  test('the edge surface and judged figures have one where the run has them', () => {
    const { judge, edge_retrieval, ...plain } = red.report;
    expect(tabs({ ...red, report: plain })).toEqual(COMMON);
    const edges = { ...plain, edge_retrieval: red.report.retrieval };
    expect(tabs({ ...red, report: edges })).toEqual([...COMMON, 'edges']);
    expect(judge?.by).toBe('stub');
    expect(tabs(red)).toEqual([...COMMON, 'judged']);
  });

  test('the edge surface is the same grid over its own figures', () => {
    const run = { ...red, report: { ...red.report, edge_retrieval: red.report.retrieval } };
    const { list, tab } = screenOf('run/r?tab=edges', run);
    expect([tab, list.total, list.grid]).toEqual(['edges', 9, ['lexical', 'vector', 'hybrid']]);
    expect(list.focus(0, 2).id).toBe('edge_retrieval.hybrid.recall_at_k');
  });

  test('judged figures name their tier on every line', () => {
    const { list, head } = screenOf('run/r?tab=judged', red);
    for (let index = 0; index < list.total; index += 1) {
      expect(list.row(index)?.cells['tier']).toMatchObject({ raw: 'stub' });
    }
    expect(head(80).map(lineText).join(' ')).toContain('stub tier');
  });
});

describe('tui-cli.md 18 diff', () => {
  const entry = { baseline: 0.8, current: 0.8, band: 0.02, outcome: 'stable' } as const;
  const withEntries = (comparisons: readonly object[]): RunData => ({
    ...red,
    floors: null,
    baseline: { ...red.baseline, comparisons } as never,
  });
  const paths = (run: RunData): readonly (string | undefined)[] => {
    const { list } = screenOf('run/r/diff', run);
    return Array.from({ length: list.total }, (_, index) => list.idAt?.(index));
  };
  const mean = 'retrieval.hybrid.recall_at_k';

  test('a count that holds stands beside its mean', () => {
    const run = withEntries([
      { ...entry, path: mean },
      { ...entry, path: `${mean}.n`, baseline: 120, current: 118 },
    ]);
    expect(paths(run)).toEqual([mean]);
    const cell = screenOf('run/r/diff', run).list.row(0)?.cells['n'];
    expect(typeof cell === 'function' ? cell(9) : cell).toMatchObject({
      raw: 118,
      spans: [{ text: '118 of 120' }],
    });
  });

  test('a count that fell, or that has no mean, stands by itself', () => {
    expect(
      paths(
        withEntries([
          { ...entry, path: mean },
          { ...entry, path: `${mean}.n`, outcome: 'regressed' },
          { ...entry, path: 'retrieval.hybrid.ndcg_at_k.n' },
        ]),
      ),
    ).toEqual([`${mean}.n`, mean, 'retrieval.hybrid.ndcg_at_k.n']);
  });
});

describe('tui-cli.md 18 a green run', () => {
  test('what would turn red first stands first, whatever holds it', () => {
    const run: RunData = {
      ...red,
      baseline: {
        ...red.baseline,
        comparisons: [
          {
            path: 'retrieval.hybrid.recall_at_k',
            baseline: 0.8,
            current: 0.85,
            band: 0.02,
            outcome: 'stable',
          },
          {
            path: 'retrieval.hybrid.forbidden_row_rate',
            baseline: 0.1,
            current: 0.1,
            band: 0.02,
            outcome: 'stable',
          },
          { path: 'n_cases', baseline: 9, current: 9, band: 0, outcome: 'stable' },
        ],
      } as never,
      floors: {
        verdict: 'held',
        checks: [
          {
            path: 'retrieval.hybrid.r_precision.mean',
            side: 'at_least',
            bound: 0.6,
            measured: 0.61,
            holds: true,
            n: 9,
          },
          {
            path: 'retrieval.hybrid.forbidden_row_rate.max',
            side: 'at_most',
            bound: 0,
            measured: 0,
            holds: true,
            n: 9,
          },
        ],
      } as never,
    };
    expect(marginsOf(run).map(({ path, kind, margin }) => [path, kind, Number(margin.toFixed(6))])).toEqual([
      ['retrieval.hybrid.r_precision.mean', 'floor', 0.01],
      ['retrieval.hybrid.forbidden_row_rate', 'baseline', 0.02],
      ['retrieval.hybrid.recall_at_k', 'baseline', 0.07],
    ]);
  });
});

describe('tui-cli.md 15 names in few cells', () => {
  test.each([
    ['retrieval.hybrid.recall_at_k', 'hybrid recall@10'],
    ['retrieval.lexical.r_precision.mean', 'lexical R-precision'],
    ['retrieval.lexical.forbidden_row_rate.max', 'lexical forbidden max'],
    ['retrieval.hybrid.ndcg_at_k.n', 'hybrid nDCG@10 n'],
    ['slices.cjk.retrieval.vector.recall_at_k', 'cjk: vector recall@10'],
    ['edge_retrieval.hybrid.hit_rate_at_k', 'edges hybrid hit rate@10'],
    ['judge.citation_faithfulness', 'judged citation faithfulness'],
    ['n_cases', 'cases'],
    ['latency_ms', 'latency'],
    ['no.such.path', 'no.such.path'],
  ])('%s is %s', (path, name) => {
    expect(pathName(path, 10)).toBe(name);
  });

  test.each([
    [30, '20300501T090000Z-5502d8d4e89c'],
    [29, '20300501T090000Z-5502d8d4e89c'],
    [28, '20300501T090000Z'],
    [16, '20300501T090000Z'],
    [12, '0501T090000Z'],
    [10, '0501T0900Z'],
    [5, '0501…'],
  ])('a run in %i cells', (width, name) => {
    expect(runName('20300501T090000Z-5502d8d4e89c', width, pen)).toBe(name);
  });

  test('what is no id of ours is cut at its end', () => {
    expect(runName('imported-from-ci', 8, pen)).toBe('importe…');
    expect(shortRuns('a 20300501T090000Z-5502d8d4e89c vs x')).toBe('a 0501T090000Z vs x');
  });
});
