import { compareCodePoints } from '../../core/code-points.ts';
import { safe } from '../../core/safe-text.ts';
import { gainOf } from '../../evals/gate/band.ts';
import type { Comparison } from '../../evals/gate/gate-baseline.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import type { Metric } from '../../evals/score/registry.ts';
import type { Report, SliceReport } from '../../evals/score/report.ts';
import { SMALL_SLICE } from '../../evals/score/slices.ts';
import { metricName } from '../../tui/model/metric-name.ts';
import { cells, padEnd, padStart } from '../../tui/text/cells.ts';
import { humanInt } from '../../tui/text/human.ts';
import { type MetricCell, metricCell } from '../../tui/text/metric-cell.ts';
import { truncateEnd } from '../../tui/text/truncate.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint } from './paint.ts';

const SHOWN = 5;
const SHOWN_METRICS = ['recall_at_k', 'r_precision', 'ndcg_at_k'] as const satisfies readonly Metric[];
const TAG_CELLS = 24;
const GAP = '  ';

type Slice = {
  readonly tag: string;
  readonly report: SliceReport;
  readonly comparisons: ReadonlyMap<Metric, Comparison>;
  /** The worst fall against the baseline, in bands; 0: none. */
  readonly loss: number;
};

/** The five worst slices by their hybrid figures: what regressed most, then the lowest recall. */
export function slicesText({ report, verdict }: Conclusion, view: View): readonly string[] {
  const { columns, colour, symbols } = view;
  const slices = Object.entries(report.slices)
    .map(([tag, slice]) => sliceOf(tag, slice, verdict.baseline?.comparisons ?? []))
    .sort(worstFirst);
  if (slices.length === 0) return [];
  const shown = slices.slice(0, SHOWN);
  const hasChange = shown.some(({ comparisons }) => comparisons.size > 0);
  const digits = widest(['n', ...shown.map(({ report: { n_cases: n } }) => humanInt(n))]);
  const counts = shown.map(
    ({ report: { n_cases: n } }) => padStart(humanInt(n), digits) + (n < SMALL_SLICE ? ' small' : ''),
  );
  const tags = shown.map(({ tag }) => truncateEnd(safe(tag, symbols), TAG_CELLS));
  const widths = { tag: widest(['worst slices', ...tags]), n: widest(counts), cell: hasChange ? 14 : 11 };
  const room = columns - widths.tag - GAP.length - widths.n;
  const metrics = SHOWN_METRICS.slice(0, Math.floor(room / (GAP.length + widths.cell)));
  const line = (tag: string, n: string, figures: readonly string[]): string =>
    [padEnd(tag, widths.tag), padEnd(n, widths.n), ...figures.map(text => padEnd(text, widths.cell))]
      .join(GAP)
      .trimEnd();
  const title = slices.length > SHOWN ? 'worst slices' : 'slices';
  return [
    paint(
      line(
        title,
        padStart('n', digits),
        metrics.map(metric => metricName(metric, report.run.k)),
      ),
      'head',
      colour,
    ),
    ...shown.map((slice, i) =>
      line(
        tags[i] ?? '',
        counts[i] ?? '',
        metrics.map(metric => metricCell(cellOf(slice, metric), widths.cell, symbols)),
      ),
    ),
    ...restLines(slices, untagged(report), view),
  ];
}

function untagged({ cases }: Report): number {
  let count = 0;
  for (const { tags } of cases) if (tags.length === 0) count += 1;
  return count;
}

function sliceOf(tag: string, report: SliceReport, all: readonly Comparison[]): Slice {
  const comparisons = new Map<Metric, Comparison>();
  for (const metric of SHOWN_METRICS) {
    const paths = [`slices.${tag}.${metric}`, `slices.${tag}.retrieval.hybrid.${metric}`];
    const found = all.find(({ path }) => paths.includes(path));
    if (found !== undefined) comparisons.set(metric, found);
  }
  const losses = [...comparisons.values()]
    .filter(({ outcome }) => outcome === 'regressed')
    .map(({ baseline, current, band }) => -gainOf(baseline, current, false) / band);
  return { tag, report, comparisons, loss: Math.max(0, ...losses) };
}

function worstFirst(a: Slice, b: Slice): number {
  const recall = ({ report }: Slice) => report.recall_at_k.mean ?? 2;
  const ndcg = ({ report }: Slice) => report.ndcg_at_k.mean ?? 2;
  return (
    b.loss - a.loss ||
    recall(a) - recall(b) ||
    ndcg(a) - ndcg(b) ||
    b.report.n_cases - a.report.n_cases ||
    compareCodePoints(a.tag, b.tag)
  );
}

function cellOf({ report, comparisons }: Slice, metric: Metric): MetricCell {
  const comparison = comparisons.get(metric);
  const value = report[metric].mean;
  if (comparison === undefined || comparison.outcome === 'short') return { value };
  return { value, delta: comparison.current - comparison.baseline, outcome: comparison.outcome };
}

function restLines(slices: readonly Slice[], untagged: number, { columns, colour }: View): readonly string[] {
  const others = slices.length - SHOWN;
  const isSmall = slices.slice(0, SHOWN).some(({ report }) => report.n_cases < SMALL_SLICE);
  const pieces = [
    ...(others > 0 ? [`${humanInt(others)} more`] : []),
    ...(untagged > 0 ? [`${humanInt(untagged)} untagged`] : []),
    'figures of the hybrid leg',
    ...(isSmall ? [`small: under ${SMALL_SLICE} cases`] : []),
  ];
  return flow(pieces, '   ', columns).map(text => paint(text, 'dim', colour));
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(cells));
}
