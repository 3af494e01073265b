import type { Conclusion } from '../../evals/run/conclude-run.ts';
import type { FigureSurface } from '../../evals/score/figure-paths.ts';
import { LEGS, type Leg } from '../../evals/store/port.ts';
import { metricName } from '../../tui/model/metric-name.ts';
import { cells, padEnd, padStart } from '../../tui/text/cells.ts';
import { type MetricCell, type MetricOutcome, metricCell } from '../../tui/text/metric-cell.ts';
import type { View } from '../command.ts';
import { type FigureRow, figureRows, type SideColumn } from './figure-rows.ts';
import { glyphLegend } from './glyph-legend.ts';
import { paint, type Tone } from './paint.ts';

/**
 * Metric × leg of one surface: value, change against the baseline, half the interval where there is room, and what
 * holds the figure. Side columns give way first, then the legs from the left; empty without that surface.
 */
export function figuresTable(conclusion: Conclusion, surface: FigureSurface, view: View): readonly string[] {
  const { report } = conclusion;
  const legs = LEGS.filter(leg => report[surface]?.[leg] !== undefined);
  const rows = figureRows(conclusion, surface, legs, view.symbols);
  if (legs.length === 0) return [];
  const layout = layoutOf(rows, legs, report.run.k, view.columns);
  const title = surface === 'retrieval' ? 'metric' : 'edge metric';
  return [
    paint(lineOf([title, ...layout.legs, ...layout.side], layout), 'head', view.colour),
    ...rows.map(row => rowLine(row, report.run.k, layout, view)),
    ...glyphLegend(
      rows
        .flatMap(row => layout.legs.flatMap(leg => row.cells.get(leg) ?? []))
        .map(cell => withRoom(cell, layout)),
      layout.cell,
      view,
    ),
  ];
}

type Layout = {
  readonly label: number;
  readonly legs: readonly Leg[];
  readonly cell: number;
  readonly side: readonly SideColumn[];
  readonly sideWidths: ReadonlyMap<SideColumn, number>;
  readonly hasChange: boolean;
};

const GAP = 2;
/** A bare value, a value with its glyph and its change, and all of it with the interval. */
const CELL = { bare: 7, changed: 15, whole: 22 } as const;

function layoutOf(rows: readonly FigureRow[], legs: readonly Leg[], k: number, columns: number): Layout {
  const label = Math.max(...rows.map(({ metric }) => cells(metricName(metric, k))), 'edge metric'.length);
  const hasChange = rows.some(row => [...row.cells.values()].some(({ delta }) => delta !== undefined));
  const sideWidths = new Map<SideColumn, number>();
  for (const name of ['n', 'floor', 'band'] as const) {
    const width = Math.max(...rows.map(({ side }) => cells(side[name])));
    if (width > 0) sideWidths.set(name, Math.max(width, name.length));
  }
  const wanted = hasChange ? CELL.changed : CELL.bare;
  let side = [...sideWidths.keys()];
  const beside = () => label + side.reduce((sum, name) => sum + GAP + (sideWidths.get(name) ?? 0), 0);
  while (side.length > 0 && beside() + legs.length * (GAP + wanted) > columns) side = side.slice(0, -1);
  const room = columns - beside();
  const fitting = Math.max(1, Math.min(legs.length, Math.floor(room / (GAP + CELL.bare))));
  const most = hasChange ? CELL.whole : CELL.changed;
  const cell = Math.max(CELL.bare, Math.min(most, Math.floor(room / fitting) - GAP));
  return { label, legs: legs.slice(-fitting), cell, side, sideWidths, hasChange };
}

function lineOf(texts: readonly string[], { label, legs, cell, side, sideWidths }: Layout): string {
  const widths = [label, ...legs.map(() => cell), ...side.map(name => sideWidths.get(name) ?? 0)];
  return texts
    .map((text, i) => (i > legs.length ? padStart(text, widths[i] ?? 0) : padEnd(text, widths[i] ?? 0)))
    .join(' '.repeat(GAP))
    .trimEnd();
}

const TONES: Partial<Record<MetricOutcome, Tone>> = { floor: 'bad', regressed: 'bad', improved: 'good' };

function rowLine(row: FigureRow, k: number, layout: Layout, { symbols, colour }: View): string {
  const figures = layout.legs.map(leg => {
    const cell = row.cells.get(leg);
    if (cell === undefined) return '';
    const text = metricCell(withRoom(cell, layout), layout.cell, symbols).trimEnd();
    const tone = cell.outcome === undefined ? undefined : TONES[cell.outcome];
    return tone === undefined ? text : paint(text, tone, colour);
  });
  return lineOf([metricName(row.metric, k), ...figures, ...layout.side.map(name => row.side[name])], layout);
}

/** An interval stands in every cell of a table or in none, beside the sign of a change that lies inside it. */
function withRoom(cell: MetricCell, { cell: width, hasChange }: Layout): MetricCell {
  if (!hasChange || width >= CELL.whole || cell.delta !== undefined) return cell;
  const { half: _half, ...rest } = cell;
  return rest;
}
