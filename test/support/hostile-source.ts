import type {
  CaseData,
  CaseLineView,
  CasesData,
  ExplainedFigure,
  RunData,
  RunsData,
} from '../../tui/model/data.ts';
import type { Loaded, Resource, Source } from '../../tui/model/source.ts';

/** What no one should send, in every class of tui-cli.md 14. */
export const HOSTILE_TEXTS = [
  'plain',
  '',
  '\u001b[31mred\u001b[0m \u001b]0;title\u0007',
  'line one\r\nline two\ttabbed\u0085',
  'ab\u202ecd\u2066ef\u2069',
  '\u{e0068}\u{e0069}\u{e0064}\u{e0065}',
  '漢字かな交じり文と한국어',
  '👩‍👩‍👧‍👦 🇩🇪 ☃️ 👍🏽',
  `e${'\u0301'.repeat(40)}`,
  'שלום עולם مرحبا بالعالم 123',
  '\ud800 lone \uffff',
  'x'.repeat(5000),
  'a/b%c#d\'e"f$g`h',
  '\u00ad\u200b\u2060\ufeff',
];

function poison(index: number): string {
  return HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? '';
}

export type BaseData = {
  readonly runs: RunsData;
  readonly run: RunData;
  readonly case: CaseData;
  readonly compare: Loaded['compare'];
};

export type HostileSource = Source & {
  /** What was asked for comes. */
  readonly arrive: () => void;
};

/** Screens' data with hostile text in it, in memory; nothing is there before it arrives. */
export function hostileSource(base: BaseData, cases = 40): HostileSource {
  const there = new Set<string>();
  const asked = new Set<string>();
  const listeners: (() => void)[] = [];
  const makers = loadedOf(base, cases);
  const get = (resource: Resource): unknown => {
    const key = JSON.stringify(resource);
    if (there.has(key)) return makers[resource.kind]?.(resource);
    asked.add(key);
    return undefined;
  };
  return {
    // A source of a test holds what is asked for by kind.
    get: resource => get(resource) as Loaded[(typeof resource)['kind']] | undefined,
    failure: () => undefined,
    progress: () => undefined,
    loading: () => asked.size > 0,
    settled: () => Promise.resolve(),
    onChange: listener => {
      listeners.push(listener);
    },
    reload: () => {
      there.clear();
      for (const listener of listeners) listener();
    },
    arrive: () => {
      for (const key of asked) there.add(key);
      asked.clear();
      for (const listener of listeners) listener();
    },
  };
}

type Makers = { readonly [kind in Resource['kind']]?: (resource: Resource) => unknown };

/** Made once: screens are asked for at every key. */
function loadedOf(base: BaseData, cases: number): Makers {
  const lines = Array.from({ length: 30 }, (_, index) => ({
    ...(base.runs.lines[index % base.runs.lines.length] ?? base.run.line),
    id: `2030050${index % 10}T0${index % 6}0000Z-${String(index).padStart(12, '0')}`,
    tier: poison(index),
    commit: poison(index + 3),
    worst: [poison(index + 5), 'retrieval.hybrid.recall_at_k'],
  }));
  const run = hostileRun(base.run);
  const figures = base.run.figures.map(hostileFigure);
  const views = Array.from({ length: cases }, (_, index) => hostileCase(index));
  const full = fewer(cases, views);
  const part = fewer(
    cases,
    views.filter((_, index) => index % 3 === 0),
  );
  const row = {
    reference: poison(7),
    cells: HOSTILE_TEXTS.map((text, index) => [poison(index + 1), text] as const),
  };
  const compare = {
    ...base.compare,
    figures: base.compare.figures.map((figure, index) => ({
      ...figure,
      cases: Array.from({ length: 5 }, (_, at) => ({ id: poison(index + at), was: 1, is: 0, delta: -1 })),
    })),
  };
  const one = {
    ...base.case,
    relevant: HOSTILE_TEXTS.slice(0, 6),
    forbidden: HOSTILE_TEXTS.slice(6, 9),
    file: poison(12),
  };
  const legs = Object.fromEntries(
    (['lexical', 'vector', 'hybrid'] as const).map((leg, by) => [
      leg,
      HOSTILE_TEXTS.map((_, index) => ({
        table: '',
        key: '',
        reference: poison(index + by),
        inWindow: index % 2 === 0,
        score: index === 0 ? null : 1 / index,
      })),
    ]),
  );
  return {
    runs: () => ({ ...base.runs, lines, all: lines.length }),
    run: () => run,
    explanations: () => figures.filter(({ red }) => red),
    cases: resource => ('filter' in resource && resource.filter !== undefined ? part : full),
    case: () => ({ ...one, legs }),
    row: () => row,
    compare: () => compare,
  };
}

function hostileRun(run: RunData): RunData {
  return {
    ...run,
    headline: `${poison(4)} ${run.headline ?? ''}`,
    explained: path => run.figures.filter(one => one.path === path).map(hostileFigure)[0],
    differs: [{ member: poison(5), was: poison(6), is: poison(7) }],
  };
}

function hostileFigure({ path, kind, red }: RunData['figures'][number], index: number): ExplainedFigure {
  return {
    path,
    kind,
    red,
    headline: `${poison(index)} ${path} fell`,
    carried: 0.5,
    tags: [{ tag: poison(index + 1), lift: 2, worse: 2, of: 4, p: 0.01 }],
    blames: [['lexical', 2]],
    contributions: {
      length: 12,
      at: at => ({
        id: poison(at),
        file: poison(at + 2),
        line: at,
        contribution: -0.1,
        share: 0.1,
        cumulative: at / 10,
        blame: at % 2 === 0 ? 'lexical' : null,
      }),
      rows: at => [poison(at + 1)],
    },
  };
}

function hostileCase(index: number): CaseLineView {
  return {
    ordinal: index,
    id: `case-${index}-${poison(index)}`,
    line: index + 1,
    file: poison(index + 1),
    outcome: ['pass', 'fail', 'error', 'unscored'][index % 4] ?? 'pass',
    question: poison(index + 2),
    tags: [poison(index + 3), poison(index + 4)],
    figures: { 'hybrid.recall_at_k': index % 5 === 0 ? null : index / 40 },
    before: { 'hybrid.recall_at_k': 0.5 },
    moved: 'down 3',
    gold: [1, 2],
    cause: index % 2 === 0 ? poison(index) : null,
  };
}

function fewer(all: number, views: readonly CaseLineView[]): CasesData {
  return {
    total: views.length,
    all,
    row: index => views[index],
    indexOf: id => views.findIndex(view => view.id === id),
    idAt: index => views[index]?.id,
    withPrefix: () => [],
    progress: undefined,
  };
}
