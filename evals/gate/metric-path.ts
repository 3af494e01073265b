import {
  DIMENSIONS,
  type Dimension,
  type FigureName,
  type FigureRecord,
  figures,
  METRICS,
  type Metric,
} from '../score/registry.ts';
import { hasPath } from '../score/slices.ts';
import { LEGS, type Leg } from '../store/port.ts';

/** A path of the grammar of scoring.md 8, read. */
export type MetricPath = {
  readonly text: string;
  readonly kind: 'mean' | 'count';
  readonly name: FigureName;
  readonly source: 'retrieval' | 'edge_retrieval' | 'judge' | 'run';
  /** The leg of a surface; hybrid for a slice's bare metric. */
  readonly leg: Leg | null;
  readonly tag: string | null;
  /** Steps from the report to the figure's summary, or to the count itself. */
  readonly steps: readonly string[];
};

/** undefined: outside the grammar. */
export function parseMetricPath(text: string): MetricPath | undefined {
  const parts = text.split('.');
  const counted = parts.at(-1) === 'n';
  const steps = counted ? parts.slice(0, -1) : parts;
  const found = steps[0] === 'slices' ? slicePath(steps) : figureOf(steps, null);
  if (found === undefined) return undefined;
  const isCount = found.name === 'n_cases';
  if (isCount && counted) return undefined;
  return { ...found, text, kind: isCount || counted ? 'count' : 'mean', steps: counted ? parts : steps };
}

/** Direction, unit and default band of the figure that a path names. */
export function recordOf(path: MetricPath): FigureRecord {
  return path.kind === 'count' ? figures.n_cases : figures[path.name];
}

type Figure = Pick<MetricPath, 'name' | 'source' | 'leg' | 'tag'>;

function slicePath(steps: readonly string[]): Figure | undefined {
  const [, tag, ...rest] = steps;
  if (tag === undefined || !hasPath(tag)) return undefined;
  const [metric] = rest;
  if (rest.length === 1 && isMetric(metric)) return { name: metric, source: 'retrieval', leg: 'hybrid', tag };
  return rest[0] === 'latency_ms' ? undefined : figureOf(rest, tag);
}

function figureOf(steps: readonly string[], tag: string | null): Figure | undefined {
  const [first, second, third] = steps;
  if (steps.length === 1 && (first === 'latency_ms' || first === 'n_cases')) {
    return { name: first, source: 'run', leg: null, tag };
  }
  if (steps.length === 2 && first === 'judge' && isDimension(second)) {
    return { name: second, source: 'judge', leg: null, tag };
  }
  if (steps.length !== 3 || !isLeg(second) || !isMetric(third)) return undefined;
  if (first !== 'retrieval' && first !== 'edge_retrieval') return undefined;
  return { name: third, source: first, leg: second, tag };
}

function isLeg(text: string | undefined): text is Leg {
  return LEGS.some(leg => leg === text);
}

function isMetric(text: string | undefined): text is Metric {
  return METRICS.some(metric => metric === text);
}

function isDimension(text: string | undefined): text is Dimension {
  return DIMENSIONS.some(dimension => dimension === text);
}
