import { compareCodePoints } from '../../core/code-points.ts';
import { parseMetricPath, recordOf } from '../../evals/gate/metric-path.ts';
import type { RunData } from './data.ts';
import { pathCell } from './path-name.ts';
import type { Pen } from './pen.ts';
import type { Column, ListSource } from './screen.ts';

/** How far a figure that holds is from turning red. */
export type Margin = {
  readonly path: string;
  readonly kind: 'baseline' | 'floor';
  readonly current: number;
  /** The value at which it would still hold. */
  readonly limit: number;
  readonly side: 'at_least' | 'at_most';
  readonly margin: number;
};

/** Shares alone: milliseconds and counts have other units. Floors that allow nothing have nothing to lose. */
export function marginsOf({ baseline, floors }: RunData): readonly Margin[] {
  const entries = (baseline?.comparisons ?? []).flatMap((entry): Margin[] => {
    const parsed = parseMetricPath(entry.path);
    if (parsed === undefined || parsed.kind === 'count' || recordOf(parsed).unit !== 'share') return [];
    const lower = recordOf(parsed).better === 'lower';
    const limit = lower ? entry.baseline + entry.band : entry.baseline - entry.band;
    return [marginOf(entry.path, 'baseline', entry.current, limit, lower ? 'at_most' : 'at_least')];
  });
  const checks = (floors?.checks ?? []).flatMap(({ path, measured, bound, side }): Margin[] =>
    measured === null || bound === 0 ? [] : [marginOf(path, 'floor', measured, bound, side)],
  );
  return [...entries, ...checks].toSorted((a, b) => a.margin - b.margin || compareCodePoints(a.path, b.path));
}

function marginOf(
  path: string,
  kind: Margin['kind'],
  current: number,
  limit: number,
  side: Margin['side'],
): Margin {
  return {
    path,
    kind,
    current,
    limit,
    side,
    margin: side === 'at_least' ? current - limit : limit - current,
  };
}

const COLUMNS: readonly Column[] = [
  { id: 'path', title: 'figure, nearest to red first', rank: 0, min: 20, ideal: 28, max: 60, grow: 1 },
  { id: 'current', title: 'current', rank: 0, min: 7, ideal: 7, max: 7, grow: 0, align: 'end' },
  { id: 'limit', title: 'holds', rank: 1, min: 9, ideal: 9, max: 9, grow: 0, align: 'end' },
  { id: 'margin', title: 'margin', rank: 0, min: 7, ideal: 7, max: 7, grow: 0, align: 'end' },
  { id: 'kind', title: 'by', rank: 2, min: 8, ideal: 8, max: 8, grow: 0 },
];

export function marginsList(margins: readonly Margin[], k: number, pen: Pen): ListSource {
  return {
    columns: COLUMNS,
    total: margins.length,
    row: index => {
      const one = margins[index];
      if (one === undefined) return undefined;
      const { path, kind, current, limit, side, margin } = one;
      const sign = side === 'at_least' ? '>=' : '<=';
      return {
        id: path,
        cells: {
          path: pathCell(path, k, pen),
          current: { spans: [pen.span(current.toFixed(4))], raw: current },
          limit: { spans: [pen.span(`${sign} ${limit.toFixed(4)}`)], raw: limit },
          margin: { spans: [pen.span(margin.toFixed(4), margin > 0 ? 'ok' : 'warn')], raw: margin },
          kind: { spans: [pen.span(kind, 'muted')], raw: kind },
        },
      };
    },
    focus: index => {
      const path = margins[index]?.path;
      return path === undefined ? {} : { id: path, value: path };
    },
    indexOf: id => margins.findIndex(({ path }) => path === id),
    idAt: index => margins[index]?.path,
  };
}
