import { figures, METRICS, type Metric } from '../../evals/score/registry.ts';
import { SMALL_SLICE } from '../../evals/score/slices.ts';
import { screenColumns } from '../layout/screen-columns.ts';
import { humanInt } from '../text/human.ts';
import type { MetricOutcome } from '../text/metric-cell.ts';
import { outcomeTokens, textCell } from './cells.ts';
import type { RunData } from './data.ts';
import { metricName } from './metric-name.ts';
import { outcomeOfFigure } from './outcome-of.ts';
import type { Line, Pen } from './pen.ts';
import { summaryCell } from './run.ts';
import { runPlace } from './run-frame.ts';
import type { Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';
import { bySeverity, type Severity } from './severity.ts';

type Slice = {
  readonly name: string;
  readonly n: number;
  /** Its figure that lost most bands; null: there is nothing to hold it against. */
  readonly worst: Loss | null;
};

type Loss = {
  readonly metric: Metric;
  readonly outcome: MetricOutcome;
  readonly loss: number;
  readonly band: number;
};

/** The list of runs knows no means by slice, so there is no trend to show yet. */
const COLUMNS = screenColumns.slices.filter(({ id }) => id !== 'trend');

/** Every slice of a run, the worst regression first. */
export function slicesScreen(place: Place): Screen {
  const at = runPlace(place, 'slices', ['slices']);
  if ('screen' in at) return at.screen;
  const { run, frame, link } = at;
  const { pen } = place;
  const slices = orderedSlices(run, place.link.query.sort);
  return {
    ...frame,
    list: {
      columns: COLUMNS.map(spec => ({
        ...spec,
        title: spec.id === 'ndcg' ? 'nDCG' : spec.id === 'rprec' ? 'R-prec' : spec.id,
        ...(spec.id === 'n' ? { align: 'end' as const } : {}),
      })),
      total: slices.length,
      row: index => sliceRow(run, slices[index], pen),
      focus: index => {
        const slice = slices[index];
        if (slice === undefined) return {};
        return { id: slice.name, value: slice.name, link: link('run/:run/slice/:tag', { tag: slice.name }) };
      },
      indexOf: id => slices.findIndex(slice => slice.name === id),
      idAt: index => slices[index]?.name,
    },
    sortKeys: ['worst', 'n', 'id'],
    sorted: sortedColumn(place.link.query.sort),
    detail: index => sliceDetail(run, slices[index], pen),
    empty: [[pen.span('no case of this run has a tag: tags make slices', 'muted')]],
  };
}

/** Without a wish the worst stand first, which needs no sign. */
function sortedColumn(sort: string | undefined): Screen['sorted'] {
  if (sort === undefined) return undefined;
  const key = sort.replace(/-$/, '');
  return { column: key === 'id' ? 'slice' : key, descending: sort.endsWith('-') };
}

function orderedSlices(run: RunData, sort: string | undefined): readonly Slice[] {
  const slices = Object.keys(run.report.slices).map(name => sliceOf(run, name));
  if (sort === undefined || sort.startsWith('worst')) {
    const ordered = slices.toSorted((a, b) => bySeverity(severityOf(run, a), severityOf(run, b)));
    return sort === 'worst-' ? ordered.reverse() : ordered;
  }
  const way = sort.endsWith('-') ? -1 : 1;
  return sort.startsWith('n')
    ? slices.toSorted((a, b) => (a.n - b.n) * way)
    : slices.toSorted((a, b) => (a.name < b.name ? -1 : 1) * way);
}

function sliceOf(run: RunData, name: string): Slice {
  return { name, n: run.report.slices[name]?.n_cases ?? 0, worst: worstFigure(run, name) ?? null };
}

/** The figure of a slice that lost most bands against its baseline entry or the compared run. */
function worstFigure(run: RunData, name: string): Loss | undefined {
  const losses = METRICS.flatMap((metric): Loss[] => {
    const path = `slices.${name}.retrieval.hybrid.${metric}`;
    const value = run.report.slices[name]?.retrieval.hybrid?.[metric].mean ?? null;
    const held = run.baseline?.comparisons.find(
      one => one.path === path || one.path === `slices.${name}.${metric}`,
    );
    const before = held?.baseline ?? run.compared?.means[path] ?? null;
    if (value === null || before === null) return [];
    const { better, band } = figures[metric];
    const loss = better === 'higher' ? before - value : value - before;
    const outcome = outcomeOfFigure(run, path, value) ?? 'stable';
    return [{ metric, outcome, loss, band: held?.band ?? band ?? 0 }];
  });
  return losses.toSorted((a, b) => b.loss / (b.band || 1) - a.loss / (a.band || 1))[0];
}

function severityOf(run: RunData, { name, n, worst }: Slice): Severity {
  const outcome = worst?.outcome ?? (run.differs.length > 0 ? 'not_comparable' : 'stable');
  return { name, n, outcome, loss: worst?.loss ?? 0, band: worst?.band ?? 0 };
}

function sliceRow(run: RunData, slice: Slice | undefined, pen: Pen): Row | undefined {
  if (slice === undefined) return undefined;
  const small = slice.n < SMALL_SLICE;
  const outcome = slice.worst?.outcome ?? 'stable';
  const path = (metric: string): string => `slices.${slice.name}.retrieval.hybrid.${metric}`;
  const figuresOf = run.report.slices[slice.name]?.retrieval.hybrid;
  return {
    id: slice.name,
    ...(small ? { muted: true as const } : {}),
    cells: {
      outcome: {
        spans: [pen.span(outcome.replace('_', ' '), small ? 'muted' : outcomeTokens[outcome])],
        raw: outcome,
      },
      slice: textCell(slice.name, pen, small ? 'muted' : undefined),
      n: {
        spans: [
          pen.span(small ? `${slice.n} <${SMALL_SLICE}` : humanInt(slice.n), small ? 'muted' : undefined),
        ],
        raw: slice.n,
      },
      worst: textCell(
        worstText(slice, run) ?? (small ? `n<${SMALL_SLICE}: not gated` : null),
        pen,
        small ? 'muted' : undefined,
      ),
      recall: summaryCell(run, path('recall_at_k'), figuresOf?.recall_at_k, pen),
      ndcg: summaryCell(run, path('ndcg_at_k'), figuresOf?.ndcg_at_k, pen),
      rprec: summaryCell(run, path('r_precision'), figuresOf?.r_precision, pen),
    },
  };
}

function worstText({ worst }: Slice, run: RunData): string | null {
  if (worst === null || worst.loss <= 0) return null;
  return `${metricName(worst.metric, run.report.run.k)} -${worst.loss.toFixed(3)}`;
}

function sliceDetail(run: RunData, slice: Slice | undefined, pen: Pen): readonly Line[] {
  if (slice === undefined) return [];
  const report = run.report.slices[slice.name];
  return [
    [pen.bold(slice.name, 'title'), pen.span(`  ${humanInt(slice.n)} cases`, 'muted')],
    ...(slice.n < SMALL_SLICE ? [[pen.span(`n<${SMALL_SLICE}: not gated`, 'muted')]] : []),
    ...METRICS.map((metric): Line => {
      const cell = summaryCell(
        run,
        `slices.${slice.name}.retrieval.hybrid.${metric}`,
        report?.retrieval.hybrid?.[metric],
        pen,
      );
      return [pen.span(metricName(metric, run.report.run.k).padEnd(16), 'muted'), ...cell(30).spans];
    }),
  ];
}
