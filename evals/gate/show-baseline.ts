import { isMeasured } from '../score/figure.ts';
import { DIMENSIONS } from '../score/registry.ts';
import type { Keyed, ReportDocument } from '../score/report.ts';
import type { Interval } from '../stats/bootstrap.ts';
import type { BaselineEntry } from './baseline-entry.ts';
import type { BaselineFile } from './baseline-file.ts';
import { reportValues } from './case-values.ts';
import { detectableEffect, resolvingCases } from './detectable.ts';
import { countAt, nodeAt } from './figure-at.ts';
import type { MetricPath } from './metric-path.ts';
import { figurePair } from './print.ts';
import { type BaselineStamp, OPTIONAL_MEMBERS } from './stamp.ts';

/** One entry as `show` prints it; what needs a report is null without one. */
export type ShownEntry = {
  readonly path: string;
  readonly kind: 'mean' | 'count';
  readonly line: number;
  readonly value: number;
  readonly band: number;
  readonly ownBand: boolean;
  readonly current: number | null;
  readonly n: number | null;
  readonly interval: Interval | null;
  /** Minimum detectable effect over the report's cases. */
  readonly detectable: number | null;
  /** Cases that would resolve the band, where the effect is above it. */
  readonly neededCases: number | null;
};

export type ShownBaseline = {
  readonly file: string;
  readonly stamp: BaselineStamp;
  readonly entries: readonly ShownEntry[];
  readonly warnings: readonly string[];
};

/** Entries in file order, each band beside what its cases can resolve (scoring.md 10). */
export function showBaseline(baseline: BaselineFile, report: ReportDocument | null): ShownBaseline {
  const entries = baseline.entries.map(entry => shown(entry, report));
  return {
    file: baseline.file,
    stamp: baseline.stamp,
    entries,
    warnings: [
      ...entries.flatMap(bandWarning),
      ...unpinned(baseline.entries),
      ...missingMembers(baseline.stamp),
    ],
  };
}

function shown(entry: BaselineEntry, report: ReportDocument | null): ShownEntry {
  const { path, line, value, band, ownBand } = entry;
  const common = { path: path.text, kind: path.kind, line, value, band, ownBand: ownBand !== null };
  if (report === null) return { ...common, ...UNKNOWN };
  if (path.kind === 'count') {
    const { count } = countAt(report, path);
    return { ...common, ...UNKNOWN, current: count, n: count };
  }
  const node = nodeAt(report, path.steps);
  const values = reportValues(report, path).map(one => one.value);
  const detectable = detectableEffect(values.filter(isMeasured));
  const n = node?.n ?? null;
  const isUnresolved = detectable !== null && n !== null && band > 0 && detectable > band;
  return {
    ...common,
    current: node?.mean ?? null,
    n,
    interval: intervalOf(report, path),
    detectable,
    neededCases: isUnresolved ? resolvingCases(n, detectable, band) : null,
  };
}

const UNKNOWN = { current: null, n: null, interval: null, detectable: null, neededCases: null } as const;

/** A slice's bare metric is its hybrid leg's. */
function intervalOf(report: ReportDocument, path: MetricPath): Interval | null {
  const prefix = path.tag === null ? '' : `slices.${path.tag}.`;
  if (path.source !== 'judge')
    return own(report.intervals, `${prefix}${path.source}.${path.leg}.${path.name}`) ?? null;
  const judge = path.tag === null ? report.judge : own(report.slices, path.tag)?.judge;
  const dimension = DIMENSIONS.find(name => name === path.name);
  return judge === undefined || dimension === undefined ? null : judge[dimension].interval;
}

function own<T>(members: Keyed<T>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function bandWarning({ path, band, detectable, neededCases }: ShownEntry): string[] {
  if (detectable === null || neededCases === null) return [];
  const [dead, effect] = figurePair(band, detectable);
  return [
    `${path}: the band ${dead} is below the smallest change that its cases show, ${effect}; ${neededCases} cases would resolve it`,
  ];
}

/** Lost cases can lift a mean, so each wants its count beside it. */
function unpinned(entries: readonly BaselineEntry[]): string[] {
  const counts = new Set(entries.filter(({ path }) => path.kind === 'count').map(({ path }) => path.text));
  return entries
    .filter(({ path }) => path.kind === 'mean' && !counts.has(`${path.text}.n`))
    .map(({ path }) => `${path.text} has no ${path.text}.n beside it`);
}

function missingMembers(stamp: BaselineStamp): string[] {
  const members =
    stamp.tier === 'judged' ? [...OPTIONAL_MEMBERS, 'prompt_digest' as const] : OPTIONAL_MEMBERS;
  return members
    .filter(member => stamp[member] === undefined)
    .map(member => `_run has no ${member}: a run with another one still compares`);
}
