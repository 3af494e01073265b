import { DIMENSIONS } from '../../evals/score/registry.ts';
import { missing, textCell } from './cells.ts';
import { leaves } from './facts-list.ts';
import { figureDetail } from './figure-detail.ts';
import { runPlace } from './run-frame.ts';
import type { Column, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'dimension', title: 'dimension', rank: 0, min: 16, ideal: 24, max: 26, grow: 0 },
  { id: 'mean', title: 'mean', rank: 0, min: 6, ideal: 6, max: 6, grow: 0, align: 'end' },
  { id: 'interval', title: 'interval', rank: 1, min: 16, ideal: 16, max: 16, grow: 0 },
  { id: 'n', title: 'n', rank: 2, min: 4, ideal: 6, max: 8, grow: 0, align: 'end' },
  { id: 'tier', title: 'tier', rank: 0, min: 8, ideal: 8, max: 8, grow: 0 },
  { id: 'repeats', title: 'repeatability', rank: 3, min: 13, ideal: 16, max: 40, grow: 1 },
];

/** What a judge made of the answers. The tier stands on every line: a stub's figures are no model's. */
export function judgedScreen(place: Place): Screen {
  const at = runPlace(place, 'judged', ['judged']);
  if ('screen' in at) return at.screen;
  const { run, frame } = at;
  const { pen } = place;
  const { judge } = run.report;
  const repeats = judge?.repeatability ?? {};
  return {
    ...frame,
    list: {
      columns: COLUMNS,
      total: judge === undefined ? 0 : DIMENSIONS.length,
      row: index => {
        const dimension = DIMENSIONS[index];
        const figure = dimension === undefined ? undefined : judge?.[dimension];
        if (dimension === undefined || figure === undefined) return undefined;
        const { mean, n, interval } = figure;
        const repeat = Object.hasOwn(repeats, dimension) ? repeats[dimension] : undefined;
        return {
          id: dimension,
          cells: {
            dimension: textCell(dimension.replaceAll('_', ' '), pen),
            mean: { spans: [pen.span(mean === null ? missing(pen) : mean.toFixed(3))], raw: mean },
            interval: textCell(
              interval.lo === null || interval.hi === null
                ? null
                : `${interval.lo.toFixed(4)}..${interval.hi.toFixed(4)}`,
              pen,
            ),
            n: { spans: [pen.span(String(n))], raw: n },
            tier: textCell(judge?.by ?? '', pen, judge?.by === 'stub' ? 'warn' : undefined),
            repeats: textCell(
              repeat === undefined
                ? null
                : leaves(repeat)
                    .map(([name, value]) => (name === '' ? value : `${name} ${value}`))
                    .join(', '),
              pen,
              'muted',
            ),
          },
        };
      },
      focus: index => {
        const dimension = DIMENSIONS[index];
        return dimension === undefined ? {} : { id: dimension, value: dimension };
      },
    },
    detail: index => figureDetail(run, `judge.${DIMENSIONS[index] ?? ''}`, pen),
    head: () =>
      judge?.by === 'stub'
        ? [[pen.span('stub tier: the verdicts follow rules of the test reader, no model gave them', 'warn')]]
        : [],
    empty: [[pen.span('no answer of this run was judged', 'muted')]],
  };
}
