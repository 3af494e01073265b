import type { JsonObject } from '../../core/json.ts';
import { BUILT_IN_FLOORS, type FloorRule, keepsBound, type Side } from '../score/built-in-floors.ts';
import type { Figure } from '../score/figure.ts';
import { LEGS, type Leg } from '../store/port.ts';
import { isCertain } from './certain.ts';
import { countAt, type FigureNode, nodeAt, valueAt } from './figure-at.ts';
import type { ProjectFloor } from './project-floors.ts';

export type FloorCheck = {
  /** Metric path, and the statistic where it is no count. */
  readonly path: string;
  readonly bound: number;
  readonly side: Side;
  readonly measured: Figure;
  readonly n: number | null;
  readonly holds: boolean;
  /** Of a breach: no missing case could mend it. */
  readonly certain: boolean;
  readonly source: 'built_in' | 'project';
};

export type FloorVerdict = { readonly verdict: 'held' | 'red'; readonly checks: readonly FloorCheck[] };

/**
 * The floors of every leg that the run declares, of each edge leg present, then the project's own (scoring.md 6).
 * No baseline is read. report: read without trust; what is missing is no figure and breaches.
 */
export function checkFloors(report: JsonObject, projectFloors: readonly ProjectFloor[] = []): FloorVerdict {
  const checks = [
    ...declaredLegs(report).flatMap(leg => legChecks(report, 'retrieval', leg)),
    ...LEGS.filter(leg => valueAt(report, ['edge_retrieval', leg]) !== undefined).flatMap(leg =>
      legChecks(report, 'edge_retrieval', leg),
    ),
    ...projectFloors.flatMap(floor => projectCheck(report, floor)),
  ];
  return { verdict: checks.every(({ holds }) => holds) ? 'held' : 'red', checks };
}

/** All three legs unless the harness says that its retriever has fewer. Having none would pass every floor. */
function declaredLegs(report: JsonObject): readonly Leg[] {
  const named = valueAt(report, ['harness', 'retriever', 'legs']);
  const declared = Array.isArray(named) ? LEGS.filter(leg => named.includes(leg)) : [];
  return declared.length === 0 ? LEGS : declared;
}

function legChecks(report: JsonObject, surface: string, leg: Leg): FloorCheck[] {
  return BUILT_IN_FLOORS.flatMap(rule => {
    const steps = [surface, leg, rule.metric];
    return ruleCheck(nodeAt(report, steps), `${steps.join('.')}.${rule.stat}`, rule, 'built_in');
  });
}

function projectCheck(report: JsonObject, floor: ProjectFloor): FloorCheck[] {
  const { path, stat } = floor;
  if (stat === null) return countCheck(report, floor);
  // A slice or surface without any case is not in the report at all.
  const node = nodeAt(report, path.steps) ?? NO_CASES;
  return ruleCheck(node, `${path.text}.${stat}`, { ...floor, stat }, 'project');
}

const NO_CASES: FigureNode = { n: 0, mean: null, min: null, max: null, missing: 0 };

function ruleCheck(
  node: FigureNode | undefined,
  path: string,
  rule: Pick<FloorRule, 'stat' | 'side' | 'bound' | 'zeroCases'>,
  source: FloorCheck['source'],
): FloorCheck[] {
  const n = node?.n ?? null;
  if (n === 0 && rule.zeroCases === 'hold') return [];
  const measured = node === undefined || n === null || n === 0 ? null : node[rule.stat];
  const holds = measured !== null && keepsBound(measured, rule.side, rule.bound);
  const certain =
    !holds && isCertain({ ...rule, kind: 'floor', measured, n: n ?? 0, missing: node?.missing ?? 0 });
  return [{ path, bound: rule.bound, side: rule.side, measured, n, holds, certain, source }];
}

function countCheck(report: JsonObject, { path, side, bound }: ProjectFloor): FloorCheck[] {
  const { count, missing } = countAt(report, path);
  const measured = count ?? 0;
  const holds = keepsBound(measured, side, bound);
  const certain = !holds && (side === 'at_most' || measured + missing < bound);
  return [{ path: path.text, bound, side, measured, n: measured, holds, certain, source: 'project' }];
}
