import { compareCodePoints } from '../../core/code-points.ts';
import { DIMENSIONS, RANKED_METRICS } from '../score/registry.ts';
import type { ReportDocument } from '../score/report.ts';
import { hasPath, SMALL_SLICE } from '../score/slices.ts';
import { LEGS } from '../store/port.ts';

/** Slices are pinned by these two means of the hybrid leg. */
const SLICE_METRICS = ['recall_at_k', 'ndcg_at_k'] as const;

/** What `init` pins when nobody names paths (scoring.md 10). */
export function defaultPaths(report: ReportDocument, withSlices: boolean): string[] {
  const means = [
    ...LEGS.filter(leg => report.retrieval[leg] !== undefined).flatMap(leg =>
      RANKED_METRICS.map(metric => `retrieval.${leg}.${metric}`),
    ),
    ...(report.run.tier === 'judged' ? DIMENSIONS.map(dimension => `judge.${dimension}`) : []),
    ...(withSlices ? largeSlices(report).flatMap(sliceMeans) : []),
  ];
  return ['n_cases', ...means.flatMap(path => [path, `${path}.n`])];
}

/** These floors hold over no case, so only a pinned count shows that their cases vanished. */
export function alwaysPinned(report: ReportDocument): string[] {
  if (report.retrieval.hybrid === undefined) return [];
  return ['retrieval.hybrid.forbidden_row_rate.n', 'retrieval.hybrid.in_window_rate.n'];
}

/** Slices with a path and too few cases, and how many they have. */
export function smallSlices(report: ReportDocument): { readonly path: string; readonly n: number }[] {
  return tagsWithPath(report)
    .map(tag => ({ path: `slices.${tag}`, n: sliceCases(report, tag) }))
    .filter(({ n }) => n < SMALL_SLICE);
}

function largeSlices(report: ReportDocument): string[] {
  return tagsWithPath(report).filter(tag => sliceCases(report, tag) >= SMALL_SLICE);
}

function sliceMeans(tag: string): string[] {
  return SLICE_METRICS.map(metric => `slices.${tag}.${metric}`);
}

function tagsWithPath(report: ReportDocument): string[] {
  return Object.keys(report.slices).filter(hasPath).sort(compareCodePoints);
}

/** Not every case of a slice bears a figure: the count behind its means. */
function sliceCases(report: ReportDocument, tag: string): number {
  const slice = Object.hasOwn(report.slices, tag) ? report.slices[tag] : undefined;
  return slice?.recall_at_k.n ?? 0;
}
