import { compareCodePoints } from '../../core/code-points.ts';
import { parseSeed } from '../stats/seeds.ts';
import { LEGS, type Leg } from '../store/port.ts';
import { summarize } from './aggregate.ts';
import { judgedSummaries, legSummaries, sliceReport } from './aggregates.ts';
import type { CaseScore, Surface } from './case-figures.ts';
import { addCase, type Columns, emptyColumns } from './columns.ts';
import { drawIntervals, type Intervals } from './intervals.ts';
import { OUTCOMES } from './outcome.ts';
import type { Dimension } from './registry.ts';
import {
  type HarnessReport,
  type JudgeExtras,
  type JudgeReport,
  type Keyed,
  type PerLeg,
  REPORT_SCHEMA,
  type ReportDocument,
  type ReportHead,
  type SliceReport,
} from './report.ts';
import type { RunStamp } from './run-stamp.ts';
import { systemsReport } from './systems.ts';

/** What a report says besides its cases. */
export type ReportFrame = {
  readonly stamp: RunStamp;
  readonly surface: Surface;
  /** Who read and judged; null: nobody did. */
  readonly by: 'stub' | 'endpoint' | null;
  readonly judgeExtras?: JudgeExtras;
  readonly harness?: HarnessReport;
  /** Filtered, limited or sharded. */
  readonly partial?: boolean;
};

/** The whole report of a run; scores in file order. Pure: equal input gives equal bytes. */
export function buildReport(frame: ReportFrame, scores: Iterable<CaseScore>): ReportDocument {
  const columns = emptyColumns();
  const cases = [];
  const judged = [];
  for (const score of scores) {
    addCase(columns, score);
    cases.push(score.entry);
    if (score.judge !== null) judged.push(score.judge);
  }
  const { judge, ...head } = reportHead(frame, columns);
  return { ...head, ...(judge === undefined ? {} : { judge: { ...judge, cases: judged } }), cases };
}

/** Aggregates, slices, intervals and tally over the columns of all cases. */
export function reportHead(frame: ReportFrame, columns: Columns): ReportHead {
  const { surface, stamp } = frame;
  const intervals = drawIntervals(columns, surface, runSeed(stamp), frame.by !== null);
  const edgeLegs = hasEdgeTruth(columns) ? surface.edgeLegs : [];
  const systems = systemsReport(columns);
  const latency = summarize(columns.latencyMs.subarray(0, columns.n));
  return {
    schema: REPORT_SCHEMA,
    run: stamp,
    n_cases: columns.n,
    ...(frame.partial === true ? { partial: true } : {}),
    tally: {
      sampled: columns.n,
      dropped: columns.dropped,
      unscored: columns.unscored,
      unscored_by: keyed(columns.unscoredBy),
    },
    outcomes: outcomeCounts(columns),
    ties: tieCounts(columns, surface.legs),
    retrieval: legSummaries(columns, 'retrieval', surface.legs, 'all'),
    ...(edgeLegs.length === 0
      ? {}
      : { edge_retrieval: legSummaries(columns, 'edge_retrieval', edgeLegs, 'all') }),
    ...(latency.n === 0 ? {} : { latency_ms: latency }),
    ...(systems === undefined ? {} : { systems }),
    intervals: keyed(intervals.ranked),
    ...(frame.by === null ? {} : { judge: judgeHead(frame, frame.by, columns, intervals) }),
    ...(frame.harness === undefined ? {} : { harness: frame.harness }),
    slices: slices(frame, columns, intervals),
  };
}

function judgeHead(
  frame: ReportFrame,
  by: 'stub' | 'endpoint',
  columns: Columns,
  intervals: Intervals,
): Omit<JudgeReport, 'cases'> {
  return {
    by,
    judge_calls: columns.judgeCalls,
    ...judgedSummaries(columns, 'all', dimension => intervals.judged(null, dimension)),
    ...frame.judgeExtras,
  };
}

function slices(frame: ReportFrame, columns: Columns, { judged }: Intervals): Keyed<SliceReport> {
  const surface = hasEdgeTruth(columns) ? frame.surface : { ...frame.surface, edgeLegs: [] };
  const tags = [...columns.tags.keys()].sort(compareCodePoints);
  return keyed(
    new Map(
      tags.map(tag => {
        const interval = frame.by === null ? null : (dimension: Dimension) => judged(tag, dimension);
        return [tag, sliceReport(columns, surface, tag, interval)];
      }),
    ),
  );
}

/** A set without edge truth has no edge figures, whatever surface is configured. */
function hasEdgeTruth(columns: Columns): boolean {
  for (const path of columns.values.keys()) if (path.startsWith('edge_retrieval.')) return true;
  return false;
}

function runSeed(stamp: RunStamp): bigint {
  const seed = parseSeed(stamp.seed);
  if (seed === undefined) throw new RangeError(`a stamp holds no seed ${stamp.seed}`);
  return seed;
}

function outcomeCounts(columns: Columns): ReportDocument['outcomes'] {
  const counts = { pass: 0, fail: 0, error: 0, unscored: 0, skipped: 0 };
  for (const outcome of OUTCOMES) counts[outcome] = columns.outcomes.get(outcome) ?? 0;
  return counts;
}

function tieCounts(columns: Columns, legs: readonly Leg[]): PerLeg<number> {
  const counts: { [leg in Leg]?: number } = {};
  for (const leg of LEGS) if (legs.includes(leg)) counts[leg] = columns.ties.get(leg) ?? 0;
  return counts;
}

/** Names from outside stand on a null prototype, where `__proto__` is a name like any other. */
function keyed<T>(entries: ReadonlyMap<string, T>): Keyed<T> {
  const members: { [name: string]: T } = Object.create(null);
  for (const [name, value] of entries) members[name] = value;
  return members;
}
