import { figurePair, figureText } from '../../evals/gate/print.ts';
import { diverge } from '../chart/index.ts';
import { humanDelta, humanInt } from '../text/human.ts';
import { type MetricOutcome, outcomeGlyphs } from '../text/metric-cell.ts';
import type { Token } from '../theme/tokens.ts';
import { outcomeTokens, textCell } from './cells.ts';
import type { RunData } from './data.ts';
import { differLines } from './differ-lines.ts';
import { figureDetail } from './figure-detail.ts';
import { floorFigure } from './floor-figure.ts';
import { pathCell } from './path-name.ts';
import type { Line, Pen } from './pen.ts';
import { runPlace } from './run-frame.ts';
import type { Cell, Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'outcome', title: '', rank: 0, min: 1, ideal: 11, max: 11, grow: 0 },
  { id: 'path', title: 'path', rank: 0, min: 18, ideal: 22, max: 60, grow: 2 },
  { id: 'reference', title: 'reference', rank: 1, min: 9, ideal: 9, max: 9, grow: 0, align: 'end' },
  { id: 'current', title: 'current', rank: 1, min: 7, ideal: 7, max: 9, grow: 0, align: 'end' },
  { id: 'delta', title: 'delta', rank: 2, min: 6, ideal: 7, max: 7, grow: 0, align: 'end' },
  { id: 'band', title: 'band', rank: 3, min: 5, ideal: 5, max: 7, grow: 0, align: 'end' },
  { id: 'place', title: 'in band', rank: 4, min: 9, ideal: 17, max: 25, grow: 1 },
  { id: 'n', title: 'n', rank: 5, min: 4, ideal: 9, max: 11, grow: 0, align: 'end' },
];

type Comparison = NonNullable<RunData['baseline']>['comparisons'][number];
type FloorCheck = NonNullable<RunData['floors']>['checks'][number];
type Item =
  | { readonly kind: 'entry'; readonly entry: Comparison; readonly count: Comparison | undefined }
  | { readonly kind: 'floor'; readonly check: FloorCheck };

/** Every entry of the baseline beside what was measured, the regressed ones first; then the floors. */
export function diffScreen(place: Place): Screen {
  const at = runPlace(place, 'diff', ['diff']);
  if ('screen' in at) return at.screen;
  const { run, frame } = at;
  const { pen } = place;
  const { k } = run.report.run;
  const items = [...entryItems(run), ...floorItems(run)];
  return {
    ...frame,
    head: () => headLines(run, pen),
    list: {
      columns: COLUMNS,
      total: items.length,
      row: index => itemRow(items[index], k, pen),
      focus: index => {
        const path = pathOf(items[index]);
        return path === undefined ? {} : { id: path, value: path };
      },
      indexOf: id => items.findIndex(item => pathOf(item) === id),
      idAt: index => pathOf(items[index]),
    },
    detail: index => figureDetail(run, floorFigure(pathOf(items[index]) ?? ''), pen),
    empty: [[pen.span('this run was held against no baseline and no floor', 'muted')]],
  };
}

function pathOf(item: Item | undefined): string | undefined {
  return item?.kind === 'entry' ? item.entry.path : item?.check.path;
}

const ORDER = ['regressed', 'short', 'improved', 'stable'];

/** The count of a mean stands beside it, unless it is what is wrong. */
function entryItems({ baseline }: RunData): readonly Item[] {
  const entries = baseline?.comparisons ?? [];
  const byPath = new Map(entries.map(entry => [entry.path, entry]));
  const isFolded = ({ path, outcome }: Comparison): boolean =>
    path.endsWith('.n') && byPath.has(path.slice(0, -2)) && outcome === 'stable';
  return ORDER.flatMap(outcome => entries.filter(entry => entry.outcome === outcome && !isFolded(entry))).map(
    entry => ({ kind: 'entry', entry, count: byPath.get(`${entry.path}.n`) }),
  );
}

function floorItems({ floors }: RunData): readonly Item[] {
  const checks = floors?.checks ?? [];
  return [...checks.filter(({ holds }) => !holds), ...checks.filter(({ holds }) => holds)].map(check => ({
    kind: 'floor',
    check,
  }));
}

function headLines(run: RunData, pen: Pen): readonly Line[] {
  const { baseline } = run;
  if (baseline !== null) {
    return [
      [
        pen.span('baseline ', 'muted'),
        pen.span(baseline.verdict, baseline.verdict === 'red' ? 'bad' : 'ok'),
        pen.span(` against ${baseline.file}`, 'muted'),
      ],
    ];
  }
  if (run.differs.length > 0) return differLines(run.differs, ['was', 'is'], pen);
  return [
    [
      pen.span('no baseline: ', 'muted'),
      pen.span('contextful eval baseline init', 'accent'),
      pen.span(' writes a first one', 'muted'),
    ],
  ];
}

function itemRow(item: Item | undefined, k: number, pen: Pen): Row | undefined {
  if (item === undefined) return undefined;
  return item.kind === 'entry' ? entryRow(item.entry, item.count, k, pen) : floorRow(item.check, k, pen);
}

function entryRow(entry: Comparison, count: Comparison | undefined, k: number, pen: Pen): Row {
  const outcome = entry.outcome === 'short' ? 'unscored' : entry.outcome;
  const token = outcomeTokens[outcome];
  const delta = entry.current - entry.baseline;
  const isCount = entry.path.endsWith('.n') || entry.path === 'n_cases';
  const print = (value: number): string => (isCount ? humanInt(value) : figureText(value, 3));
  return {
    id: entry.path,
    cells: {
      outcome: outcomeCell(outcome, entry.outcome, token, pen),
      path: pathCell(entry.path, k, pen),
      reference: { spans: [pen.span(print(entry.baseline))], raw: entry.baseline },
      current: { spans: [pen.span(print(entry.current), token)], raw: entry.current },
      delta: { spans: [pen.span(isCount ? deltaCount(delta) : humanDelta(delta), token)], raw: delta },
      band: { spans: [pen.span(print(entry.band), 'muted')], raw: entry.band },
      place: width => ({
        spans: [
          pen.span(diverge(delta, width, { max: entry.band === 0 ? 1 : entry.band, set: pen.set }), token),
        ],
      }),
      n: countCell(count, pen),
    },
  };
}

function deltaCount(delta: number): string {
  return `${delta > 0 ? '+' : ''}${delta}`;
}

function countCell(count: Comparison | undefined, pen: Pen): Cell {
  if (count === undefined) return { spans: [], raw: null };
  const { baseline, current } = count;
  const text = baseline === current ? humanInt(current) : `${current} of ${baseline}`;
  return { spans: [pen.span(text, 'muted')], raw: current };
}

function outcomeCell(outcome: MetricOutcome, word: string, token: Token, pen: Pen): (width: number) => Cell {
  const glyph = outcomeGlyphs[outcome][pen.set];
  return width => ({
    spans: [pen.span(width < 2 + word.length ? glyph : `${glyph} ${word}`, token)],
    raw: word,
  });
}

function floorRow(check: FloorCheck, k: number, pen: Pen): Row {
  const outcome = check.holds ? 'stable' : 'floor';
  const token = outcomeTokens[outcome];
  const [measured, bound] =
    check.measured === null
      ? [figureText(null), check.bound.toFixed(4)]
      : figurePair(check.measured, check.bound);
  const side = check.side === 'at_least' ? '>=' : '<=';
  return {
    id: check.path,
    cells: {
      outcome: outcomeCell(outcome, check.holds ? 'held' : 'floor', token, pen),
      path: pathCell(check.path, k, pen),
      reference: { spans: [pen.span(`${side} ${bound}`)], raw: check.bound },
      current: { spans: [pen.span(measured, check.holds ? undefined : token)], raw: check.measured },
      n: textCell(check.n === null ? null : String(check.n), pen, 'muted'),
    },
  };
}
