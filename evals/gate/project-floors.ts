import * as z from 'zod';
import { matchesGlob } from '../../core/glob.ts';
import type { Place, Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { BUILT_IN_FLOORS, keepsBound, type Side, type Statistic } from '../score/built-in-floors.ts';
import { type MetricPath, parseMetricPath } from './metric-path.ts';
import { nearestPath } from './nearest-path.ts';
import { type PlannedCounts, plannedAt } from './planned-counts.ts';
import { throwFirst } from './throw-first.ts';

/** One `[[eval.floors]]` entry. stat: null for a count. */
export type ProjectFloor = {
  readonly path: MetricPath;
  readonly stat: Statistic | null;
  readonly side: Side;
  readonly bound: number;
  readonly zeroCases: 'breach' | 'hold';
  /** Globs of case files; null: every set. */
  readonly sets: readonly string[] | null;
  readonly note: string | null;
  readonly place: Place;
};

/** An entry as the configuration file gives it. */
export type RawFloor = { readonly entry: unknown; readonly place: Place };

/** Reads entries (scoring.md 6). Throws EvalFloorUnresolved or EvalFloorLooser; further faults stand in facts.more. */
export function readProjectFloors(raws: readonly RawFloor[]): ProjectFloor[] {
  const faults: Refusal[] = [];
  const floors: ProjectFloor[] = [];
  for (const raw of raws) {
    const read = readFloor(raw);
    if (read instanceof Error) faults.push(read);
    else floors.push(read);
  }
  throwFirst(faults);
  return floors;
}

/** Floors that hold for a set: no globs, or one that matches a case file. */
export function floorsOfSet(floors: readonly ProjectFloor[], caseFiles: readonly string[]): ProjectFloor[] {
  return floors.filter(
    ({ sets }) => sets === null || caseFiles.some(file => sets.some(glob => matchesGlob(file, glob))),
  );
}

/** Of a part of the cases only the floors that some case of it reaches can say anything. */
export function floorsReached(floors: readonly ProjectFloor[], planned: PlannedCounts): ProjectFloor[] {
  return floors.filter(({ path }) => plannedAt(planned, path).n > 0);
}

/** Refuses a floor that the plan shows to have no case, unless it holds over none. */
export function checkPlannedFloors(floors: readonly ProjectFloor[], planned: PlannedCounts): void {
  throwFirst(
    floors.flatMap(({ path, zeroCases, place }) => {
      const { n } = plannedAt(planned, path);
      if (n > 0 || zeroCases === 'hold' || path.kind === 'count') return [];
      return [unresolved(place, path.text, `\`${path.text}\` has no case in this set`)];
    }),
  );
}

const entrySchema = z.strictObject({
  path: z.string(),
  stat: z.enum(['mean', 'min', 'max']).exactOptional(),
  at_least: z.number().exactOptional(),
  at_most: z.number().exactOptional(),
  zero_cases: z.enum(['breach', 'hold']).default('breach'),
  sets: z.array(z.string()).exactOptional(),
  note: z.string().exactOptional(),
});

function readFloor({ entry, place }: RawFloor): ProjectFloor | Refusal {
  const read = entrySchema.safeParse(entry);
  if (!read.success) return unresolved(place, '', reasonOf(read.error));
  const { path: text, stat, zero_cases: zeroCases, sets = null, note = null } = read.data;
  const path = parseMetricPath(text);
  if (path === undefined) return unresolved(place, text, `\`${text}\` is no metric path`, nearestPath(text));
  if (path.kind === 'count' && stat !== undefined) return unresolved(place, text, 'a count takes no `stat`');
  const bound = boundOf(read.data);
  if (bound === undefined) return unresolved(place, text, 'exactly one of `at_least`, `at_most` is needed');
  const statistic = path.kind === 'count' ? null : (stat ?? 'mean');
  const floor: ProjectFloor = { path, stat: statistic, ...bound, zeroCases, sets, note, place };
  return looserThanBuiltIn(floor) ?? floor;
}

function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') return `\`${issue.keys[0]}\` is no member of a floor`;
  const member = issue?.path.map(String).join('.') ?? '';
  return member === '' ? 'a floor is a table' : `\`${member}\`: ${issue?.message ?? 'malformed'}`;
}

function boundOf(entry: z.infer<typeof entrySchema>): { side: Side; bound: number } | undefined {
  const { at_least: atLeast, at_most: atMost } = entry;
  if (atLeast !== undefined) return atMost === undefined ? { side: 'at_least', bound: atLeast } : undefined;
  return atMost === undefined ? undefined : { side: 'at_most', bound: atMost };
}

/** The built-in still decides, so a looser bound beside it would lie. */
function looserThanBuiltIn(floor: ProjectFloor): Refusal | undefined {
  const { path, stat, side, bound } = floor;
  if (path.tag !== null || path.leg === null || path.kind === 'count') return undefined;
  const rule = BUILT_IN_FLOORS.find(
    built => built.metric === path.name && built.stat === stat && built.side === side,
  );
  if (rule === undefined || keepsBound(bound, side, rule.bound)) return undefined;
  return refuse('EvalFloorLooser', {
    message: `a floor on \`${path.text}.${stat}\` is looser than the built-in`,
    place: { ...floor.place, path: path.text },
    found: `${side} ${bound}`,
    want: `${side} ${rule.bound} or tighter`,
    facts: { path: path.text, stat: rule.stat, bound, built_in: rule.bound },
  });
}

function unresolved(place: Place, path: string, message: string, nearest?: string): Refusal {
  return refuse('EvalFloorUnresolved', {
    message,
    place: { ...place, ...(path === '' ? {} : { path }) },
    hint: nearest === undefined ? undefined : `did you mean ${nearest}?`,
    facts: { path },
  });
}
