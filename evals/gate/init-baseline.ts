import { documentJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import type { JsonObject } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';
import type { ReportDocument } from '../score/report.ts';
import { countAt, nodeAt } from './figure-at.ts';
import { checkFloors } from './floors.ts';
import { ENOUGH_CASES } from './gate-baseline.ts';
import { alwaysPinned, defaultPaths, smallSlices } from './initial-entries.ts';
import { type MetricPath, parseMetricPath, recordOf } from './metric-path.ts';
import { nearestPath } from './nearest-path.ts';
import { bandOfRepeats, ENOUGH_REPEATS } from './noise-band.ts';
import type { ProjectFloor } from './project-floors.ts';
import { compareStamps, stampMismatch } from './stamp.ts';

export type InitBaselineInput = {
  readonly report: ReportDocument;
  /** The floors that hold for this set. */
  readonly projectFloors: readonly ProjectFloor[];
  /** Entries instead of the default ones. */
  readonly paths?: readonly string[];
  /** Own bands by path. */
  readonly bands?: ReadonlyMap<string, number>;
  readonly withSlices?: boolean;
  /** At least ten other runs of the same stamp, whose noise becomes the bands. file: as messages name it. */
  readonly repeats?: readonly { readonly file: string; readonly report: ReportDocument }[];
};

type InitialEntry = { readonly path: string; readonly value: number; readonly band: number | null };

export type InitialBaseline = {
  readonly text: string;
  readonly entries: readonly InitialEntry[];
  /** Default means and slices left out because fewer than 30 cases bear them, with that count. */
  readonly small: readonly { readonly path: string; readonly n: number }[];
};

/**
 * A first baseline from a run (scoring.md 10): full stamp, 2-space JSON, keys by code point, which puts `_run`
 * first. Throws BaselineFromRed, BaselineFromPartial, BaselineRunStampMismatch, BaselinePathUnresolved.
 */
export function initBaseline(input: InitBaselineInput): InitialBaseline {
  const { report, repeats } = input;
  requireSound(input);
  if (repeats !== undefined) requireRepeats(report, repeats);
  const chosen = input.paths ?? [
    ...defaultPaths(report, input.withSlices === true),
    ...(repeats === undefined || report.latency_ms === undefined ? [] : ['latency_ms']),
  ];
  const paths = [...new Set([...chosen, ...alwaysPinned(report)])].sort(compareCodePoints);
  const small = input.withSlices === true ? smallSlices(report) : [];
  const entries: InitialEntry[] = [];
  for (const text of paths) {
    const path = requirePath(text);
    const { value, n } = figureOf(report, path);
    const isThin = path.kind === 'mean' && n < ENOUGH_CASES;
    if (isThin && input.paths === undefined) small.push({ path: text, n });
    else if (isThin || value === null) throw unresolved(text, thinText(text, n));
    else entries.push({ path: text, value, band: bandOf(path, input) });
  }
  requireBandsUsed(input, entries);
  return { text: textOf(report, entries), entries, small };
}

function requireSound({ report, projectFloors }: InitBaselineInput): void {
  const breached = checkFloors(report, projectFloors).checks.filter(({ holds }) => !holds);
  if (breached.length > 0) {
    throw refuse('BaselineFromRed', {
      message: `${breached.length} ${breached.length === 1 ? 'floor is' : 'floors are'} red`,
      found: breached.map(({ path }) => path).join(', '),
      facts: { paths: breached.map(({ path }) => path) },
    });
  }
  const reason = incomplete(report);
  if (reason !== undefined) throw refuse('BaselineFromPartial', { message: reason, facts: { reason } });
}

function incomplete({ partial, outcomes }: ReportDocument): string | undefined {
  if (partial === true) return 'the run took a part of the case set only';
  const missing = outcomes.error + outcomes.unscored;
  return missing === 0
    ? undefined
    : `${missing} ${missing === 1 ? 'case is' : 'cases are'} errored or unscored`;
}

function requireRepeats(report: ReportDocument, repeats: NonNullable<InitBaselineInput['repeats']>): void {
  if (repeats.length < ENOUGH_REPEATS) {
    throw refuse('BaselineFromPartial', {
      message: `bands from ${repeats.length} repeats: ${ENOUGH_REPEATS} runs of one stamp are needed`,
      facts: { repeats: repeats.length, needed: ENOUGH_REPEATS },
    });
  }
  for (const { file, report: repeat } of repeats) {
    const reason = incomplete(repeat);
    if (reason !== undefined) {
      throw refuse('BaselineFromPartial', {
        message: `\`${file}\`: ${reason}`,
        place: { file },
        facts: { reason },
      });
    }
    const differences = compareStamps(report.run, repeat.run);
    if (differences.length > 0) throw stampMismatch({ file }, report.run, repeat.run, differences);
  }
}

function requirePath(text: string): MetricPath {
  const path = parseMetricPath(text);
  if (path === undefined) throw unresolved(text, `\`${text}\` is no metric path`, nearestPath(text));
  return path;
}

function figureOf(
  report: JsonObject,
  path: MetricPath,
): { readonly value: number | null; readonly n: number } {
  if (path.kind === 'count') {
    const { count } = countAt(report, path);
    return { value: count, n: count ?? 0 };
  }
  const node = nodeAt(report, path.steps);
  return { value: node?.mean ?? null, n: node?.n ?? 0 };
}

function bandOf(path: MetricPath, { bands, repeats }: InitBaselineInput): number | null {
  const own = bands?.get(path.text);
  if (own !== undefined) {
    const isBand = path.kind === 'mean' && Number.isFinite(own) && own >= 0;
    if (!isBand) throw unresolved(path.text, `\`${path.text}\` takes no band ${own}`);
    return own;
  }
  const least = recordOf(path).band;
  if (path.kind === 'mean' && repeats !== undefined) {
    const means = repeats.flatMap(({ report }) => figureOf(report, path).value ?? []);
    const band = bandOfRepeats(means, least ?? 0);
    if (band !== null && band !== least) return band;
  }
  if (least === null) throw unresolved(path.text, `\`${path.text}\` needs its own band`);
  return null;
}

function requireBandsUsed({ bands }: InitBaselineInput, entries: readonly InitialEntry[]): void {
  for (const path of bands?.keys() ?? []) {
    if (entries.every(entry => entry.path !== path))
      throw unresolved(path, `\`${path}\` is not among the entries`);
  }
}

function textOf(report: ReportDocument, entries: readonly InitialEntry[]): string {
  const members: { [name: string]: JsonObject | number } = Object.create(null);
  members['_run'] = report.run;
  for (const { path, value, band } of entries) members[path] = band === null ? value : { value, band };
  return documentJson(members);
}

function thinText(path: string, n: number): string {
  return n === 0
    ? `\`${path}\` is no figure of this report`
    : `\`${path}\` over ${n} cases, ${ENOUGH_CASES} needed`;
}

function unresolved(path: string, message: string, nearest?: string) {
  return refuse('BaselinePathUnresolved', {
    message,
    hint: nearest === undefined ? undefined : `did you mean ${nearest}?`,
    facts: { path, stage: 'init' },
  });
}
