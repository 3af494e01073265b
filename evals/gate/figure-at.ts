import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Figure } from '../score/figure.ts';
import type { MetricPath } from './metric-path.ts';

/** What a report says at a mean path. n: null when it is no integer of at least 0. */
export type FigureNode = {
  readonly n: number | null;
  readonly mean: Figure;
  readonly min: Figure;
  readonly max: Figure;
  readonly missing: number;
};

/** The summary at steps of a report, read without trust; undefined: there is none. */
export function nodeAt(report: JsonObject, steps: readonly string[]): FigureNode | undefined {
  const node = valueAt(report, steps);
  if (!isJsonObject(node)) return undefined;
  const n = own(node, 'n');
  return {
    n: typeof n === 'number' && Number.isInteger(n) && n >= 0 ? n : null,
    mean: finite(own(node, 'mean')),
    min: finite(own(node, 'min')),
    max: finite(own(node, 'max')),
    missing: finite(own(node, 'missing')) ?? 0,
  };
}

/** The count that a count path names, and how many cases owe its figure and have none. */
export function countAt(
  report: JsonObject,
  path: MetricPath,
): { readonly count: Figure; readonly missing: number } {
  const count = finite(valueAt(report, path.steps));
  const isOfFigure = path.steps.at(-1) === 'n';
  const missing = isOfFigure ? (nodeAt(report, path.steps.slice(0, -1))?.missing ?? 0) : 0;
  return { count, missing };
}

export function valueAt(report: JsonObject, steps: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = report;
  for (const step of steps) value = isJsonObject(value) ? own(value, step) : undefined;
  return value;
}

/** Own members alone: a report without a slice `constructor` has none. */
function own(value: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function finite(value: JsonValue | undefined): Figure {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
