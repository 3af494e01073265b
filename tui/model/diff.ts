import { figureText } from '../../evals/gate/print.ts';
import { diverge } from '../chart/index.ts';
import { humanDelta } from '../text/human.ts';
import { outcomeGlyphs } from '../text/metric-cell.ts';
import { outcomeTokens, textCell } from './cells.ts';
import type { RunData } from './data.ts';
import { differLines } from './differ-lines.ts';
import { figureDetail } from './figure-detail.ts';
import type { Line, Pen } from './pen.ts';
import { runPlace } from './run-frame.ts';
import type { Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'outcome', title: '', rank: 0, min: 1, ideal: 11, max: 14, grow: 0 },
  { id: 'path', title: 'path', rank: 0, min: 20, ideal: 36, max: 60, grow: 1, cut: 'middle' },
  { id: 'reference', title: 'reference', rank: 1, min: 7, ideal: 9, max: 9, grow: 0, align: 'end' },
  { id: 'current', title: 'current', rank: 1, min: 7, ideal: 9, max: 9, grow: 0, align: 'end' },
  { id: 'delta', title: 'delta', rank: 2, min: 6, ideal: 7, max: 7, grow: 0, align: 'end' },
  { id: 'band', title: 'band', rank: 3, min: 6, ideal: 7, max: 7, grow: 0, align: 'end' },
  { id: 'place', title: 'in band', rank: 4, min: 9, ideal: 17, max: 25, grow: 1 },
];

type Comparison = NonNullable<RunData['baseline']>['comparisons'][number];

/** Every entry of the baseline beside what was measured, the regressed ones first. */
export function diffScreen(place: Place): Screen {
  const at = runPlace(place, 'diff', ['diff']);
  if ('screen' in at) return at.screen;
  const { run, frame } = at;
  const { pen } = place;
  const entries = orderedEntries(run);
  return {
    ...frame,
    head: () => headLines(run, pen),
    list: {
      columns: COLUMNS,
      total: entries.length,
      row: index => entryRow(entries[index], pen),
      focus: index => {
        const entry = entries[index];
        return entry === undefined ? {} : { id: entry.path, value: entry.path };
      },
      indexOf: id => entries.findIndex(entry => entry.path === id),
    },
    detail: index => figureDetail(run, entries[index]?.path ?? '', pen),
    empty: emptyLines(run, pen),
  };
}

const ORDER = ['regressed', 'short', 'improved', 'stable'];

function orderedEntries(run: RunData): readonly Comparison[] {
  const entries = run.baseline?.comparisons ?? [];
  return ORDER.flatMap(outcome => entries.filter(entry => entry.outcome === outcome));
}

function headLines(run: RunData, pen: Pen): readonly Line[] {
  const { baseline } = run;
  if (baseline === null) return [];
  return [
    [
      pen.span('baseline ', 'muted'),
      pen.span(baseline.verdict, baseline.verdict === 'red' ? 'bad' : 'ok'),
      pen.span(` against ${baseline.file}`, 'muted'),
    ],
  ];
}

function entryRow(entry: Comparison | undefined, pen: Pen): Row | undefined {
  if (entry === undefined) return undefined;
  const outcome = entry.outcome === 'short' ? 'unscored' : entry.outcome;
  const token = outcomeTokens[outcome];
  const delta = entry.current - entry.baseline;
  return {
    id: entry.path,
    cells: {
      outcome: width => ({
        spans: [
          pen.span(
            width < 11
              ? outcomeGlyphs[outcome][pen.set]
              : `${outcomeGlyphs[outcome][pen.set]} ${entry.outcome}`,
            token,
          ),
        ],
        raw: entry.outcome,
      }),
      path: textCell(entry.path, pen),
      reference: { spans: [pen.span(cellFigure(entry.baseline))], raw: entry.baseline },
      current: { spans: [pen.span(cellFigure(entry.current), token)], raw: entry.current },
      delta: { spans: [pen.span(humanDelta(delta), token)], raw: delta },
      band: { spans: [pen.span(cellFigure(entry.band), 'muted')], raw: entry.band },
      place: width => ({
        spans: [
          pen.span(diverge(delta, width, { max: entry.band === 0 ? 1 : entry.band, set: pen.set }), token),
        ],
      }),
    },
  };
}

/** Counts are whole numbers, all else is shown with three decimals (tui-cli.md 15). */
function cellFigure(value: number): string {
  return Number.isInteger(value) && Math.abs(value) > 1 ? String(value) : figureText(value, 3);
}

function emptyLines(run: RunData, pen: Pen): readonly Line[] {
  if (run.differs.length > 0) {
    return differLines(run.differs, ['was', 'is'], pen);
  }
  return [
    [pen.span('this run was held against no baseline')],
    [pen.span('contextful eval baseline init', 'accent'), pen.span(' writes a first one', 'muted')],
  ];
}
