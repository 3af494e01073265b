import { figureText } from '../../evals/gate/print.ts';
import { diverge, intervalBar } from '../chart/index.ts';
import { outcomeTokens } from './cells.ts';
import type { RunData } from './data.ts';
import { outcomeOfFigure } from './outcome-of.ts';
import type { Line, Pen } from './pen.ts';
import { toldLines } from './told-lines.ts';

/** All that there is to say of one figure: value, interval, reference, band, floors, and what moved it. */
export function figureDetail(run: RunData, path: string, pen: Pen): readonly Line[] {
  const summary = summaryAt(run, path);
  const held = run.baseline?.comparisons.find(one => one.path === path);
  const interval = run.report.intervals[path];
  const value = summary?.mean ?? null;
  const outcome = outcomeOfFigure(run, path, value);
  const before = run.compared?.means[path] ?? null;
  const floors = run.floors?.checks.filter(check => check.path.startsWith(`${path}.`)) ?? [];
  return [
    [pen.bold(path, 'title')],
    [
      pen.span('value     ', 'muted'),
      pen.span(figureText(value)),
      pen.span(`  n ${summary?.n ?? 0}`, 'muted'),
    ],
    ...(outcome === undefined
      ? []
      : [[pen.span('outcome   ', 'muted'), pen.span(outcome.replace('_', ' '), outcomeTokens[outcome])]]),
    ...(interval?.lo == null || interval.hi == null
      ? []
      : [
          [
            pen.span('interval  ', 'muted'),
            pen.span(`${interval.lo.toFixed(4)} .. ${interval.hi.toFixed(4)}`),
          ],
          [
            pen.span('          0 ', 'muted'),
            pen.span(
              intervalBar(
                {
                  lo: interval.lo,
                  hi: interval.hi,
                  point: value ?? interval.lo,
                  reference: held?.baseline ?? before,
                },
                21,
                { set: pen.set, min: 0, max: 1 },
              ),
            ),
            pen.span(' 1', 'muted'),
          ],
        ]),
    ...(held === undefined
      ? []
      : [
          [
            pen.span('baseline  ', 'muted'),
            pen.span(`${held.baseline.toFixed(4)}  band ${held.band.toFixed(4)}`),
          ],
          [
            pen.span('in band   ', 'muted'),
            pen.span(
              diverge(held.current - held.baseline, 17, {
                max: held.band === 0 ? 1 : held.band,
                set: pen.set,
              }),
            ),
            pen.span(bandText(held.current - held.baseline, held.band), 'muted'),
          ],
        ]),
    ...(before === null ? [] : [[pen.span('before    ', 'muted'), pen.span(before.toFixed(4))]]),
    ...floors.map(
      (check): Line => [
        pen.span('floor     ', 'muted'),
        pen.span(
          `${check.path.slice(path.length + 1)} ${check.side === 'at_least' ? '>=' : '<='} ${check.bound}`,
        ),
        pen.span(check.holds ? '  held' : '  breached', check.holds ? 'ok' : 'bad'),
      ],
    ),
    ...toldLines(run, path, pen),
  ];
}

/** How many bands a figure is away from its entry; a bar alone would not tell beyond one. */
function bandText(delta: number, band: number): string {
  if (band === 0) return '  no change allowed';
  const bands = delta / band;
  return `  ${bands > 0 ? '+' : ''}${bands.toFixed(1)} bands`;
}

type At = { readonly mean: number | null; readonly n: number };

function summaryAt(run: RunData, path: string): At | undefined {
  let node: unknown = run.report;
  for (const step of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = Reflect.get(node, step);
  }
  if (typeof node !== 'object' || node === null || !('mean' in node) || !('n' in node)) return undefined;
  const { mean, n } = node;
  return (typeof mean === 'number' || mean === null) && typeof n === 'number' ? { mean, n } : undefined;
}
