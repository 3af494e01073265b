import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../../core/context.ts';
import { METRICS } from '../../../evals/score/registry.ts';
import { createLoader } from '../../../tui/effects/load/index.ts';
import type { Loader } from '../../../tui/effects/source.ts';
import type { CaseLineView, CasesData, ExplainedFigure } from '../../../tui/model/data.ts';
import { movedOutcome } from '../../../tui/model/outcome-of.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

const { signal } = new AbortController();
let store: SeededStore;
let load: Loader;
let figures: readonly ExplainedFigure[];
let all: readonly CaseLineView[];

/** The newest run lost rows of cjk on the lexical leg. */
const newest = (): string => store.runs.at(-1)?.id ?? '';

beforeAll(async () => {
  store = await seededStore(8);
  load = createLoader({ root: store.root, corpusRoots: [], clock: frozenClock(0n) });
  figures = await load({ kind: 'explanations', run: newest() }, () => {}, signal);
  all = viewsOf(await cases({}));
});
afterAll(() => store.remove());

type Asked = {
  readonly filter?: string;
  readonly sort?: string;
  readonly marks?: readonly string[];
  readonly run?: string;
};

function cases({ run: id = newest(), ...asked }: Asked): Promise<CasesData> {
  return load({ kind: 'cases', run: id, ...asked }, () => {}, signal);
}

function viewsOf({ total, row }: CasesData): readonly CaseLineView[] {
  return Array.from({ length: total }, (_, index) => row(index)).filter(view => view !== undefined);
}

const changed = (view: CaseLineView, way: 'regressed' | 'improved'): boolean =>
  METRICS.some(metric => {
    const path = `hybrid.${metric}`;
    const [is, was] = [view.figures[path] ?? null, view.before[path] ?? null];
    return is !== null && was !== null && movedOutcome(path, is, was) === way;
  });
const delta = (view: CaseLineView, path: string): number =>
  (view.figures[path] ?? Number.NaN) - (view.before[path] ?? Number.NaN);
const fell = (): ReadonlySet<string> =>
  new Set(
    figures.flatMap(({ contributions: { length, at } }) =>
      Array.from({ length }, (_, place) => at(place)).flatMap(one =>
        one !== undefined && one.share > 0 ? [one.id] : [],
      ),
    ),
  );

describe('tui.filter what a list of cases keeps', () => {
  test.each<[string, (view: CaseLineView) => boolean]>([
    ['is:red', view => ['fail', 'error'].includes(view.outcome) || fell().has(view.id)],
    ['is:regressed', view => changed(view, 'regressed')],
    ['is:improved', view => changed(view, 'improved')],
    ['is:gold-lost', view => view.moved === 'gone'],
    ['is:gold-gained', view => view.moved === 'new'],
    ['is:moved', view => view.moved !== null && view.moved !== '='],
    ['is:new', () => false],
    ['is:must-abstain', view => view.tags.includes('abstain')],
    ['d.recall<0', view => delta(view, 'hybrid.recall_at_k') < 0],
    ['d.lexical.rr>=0', view => delta(view, 'lexical.reciprocal_rank') >= 0],
    ['cause:lexical', view => view.cause === 'lexical'],
    ['has:cause', view => view.cause !== null],
    ['outcome:fail tag:cjk', view => view.outcome === 'fail' && view.tags.includes('cjk')],
    ['-has:recall', view => (view.figures['hybrid.recall_at_k'] ?? null) === null],
    ['gold:0 -is:must-abstain', view => view.gold[0] === 0 && !view.tags.includes('abstain')],
    ['harbour', view => view.question.includes('harbour')],
    ['line:..3', view => view.line <= 3],
  ])('%s', async (filter, keeps) => {
    const found = await cases({ filter });
    expect(viewsOf(found).map(({ id }) => id)).toEqual(all.filter(keeps).map(({ id }) => id));
    expect(found.all).toBe(all.length);
  });

  test('the filters above are not all empty', async () => {
    for (const filter of ['is:red', 'is:regressed', 'is:gold-lost', 'is:moved', 'cause:lexical']) {
      expect((await cases({ filter })).total).toBeGreaterThan(0);
    }
  });

  test('without a compared run nothing is known of changes', async () => {
    const first = store.runs[0]?.id ?? '';
    for (const filter of ['is:moved', '-is:moved', 'is:regressed', 'd.recall<0', '-d.recall<0']) {
      expect((await cases({ run: first, filter })).total).toBe(0);
    }
  });

  test('marked ones are those of the screen', async () => {
    const found = await cases({ filter: 'is:marked', marks: ['cjk-0001', 'nobody'] });
    expect(viewsOf(found).map(({ id }) => id)).toEqual(['cjk-0001']);
  });
});

describe('tui.filter the order of a list of cases', () => {
  test.each(['recall', 'recall-', 'd.recall', 'outcome', 'id-', 'gold-', 'cause', 'latency'])(
    '%s: every row once, each found at its place',
    async sort => {
      const found = await cases({ sort });
      expect(found.total).toBe(all.length);
      const ids = Array.from({ length: found.total }, (_, index) => found.idAt(index) ?? '');
      expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      for (const [index, id] of ids.entries()) expect(found.indexOf(id)).toBe(index);
      expect(found.indexOf('nobody')).toBe(-1);
    },
  );

  test('recall, both ways', async () => {
    const values = async (sort: string): Promise<readonly (number | null)[]> =>
      viewsOf(await cases({ sort })).map(view => view.figures['hybrid.recall_at_k'] ?? null);
    const known = all.map(view => view.figures['hybrid.recall_at_k'] ?? null).filter(value => value !== null);
    const missing = Array<null>(all.length - known.length).fill(null);
    expect(missing.length).toBeGreaterThan(0);
    const ascending = known.toSorted((a, b) => a - b);
    expect(await values('recall')).toEqual([...ascending, ...missing]);
    expect(await values('recall-')).toEqual([...ascending.toReversed(), ...missing]);
  });

  test('the order of the filter wins over that of the link', async () => {
    const found = await cases({ filter: 'sort:id-', sort: 'recall' });
    expect(found.idAt(0)).toBe(
      all
        .map(({ id }) => id)
        .toSorted()
        .at(-1),
    );
  });

  test('ids by their beginning', async () => {
    const found = await cases({});
    expect(found.withPrefix('SILENT-00', 1)).toEqual(['silent-0049']);
    expect(found.withPrefix('', 2)).toEqual(['edge-chain-0000', 'cjk-0001']);
    expect(found.withPrefix('x', 9)).toEqual([]);
  });
});
