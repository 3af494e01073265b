import type { Refusal } from '../../core/refusal.ts';
import { headOf, type Report, type ReportHead } from '../score/report.ts';
import { type BaselineFile, parseBaseline } from './baseline-file.ts';
import { type Contributor, contributors } from './contributors.ts';
import { exitCode, isOverLimit } from './exit-code.ts';
import { checkFloors, type FloorVerdict } from './floors.ts';
import { type BaselineVerdict, gateBaseline } from './gate-baseline.ts';
import type { ProjectFloor } from './project-floors.ts';
import { type Raise, raiseBaseline } from './raise-baseline.ts';
import { caseChanges, isStale, type Sidecar } from './sidecar.ts';
import { compareStamps, stampMismatch } from './stamp.ts';
import {
  type Limit,
  outcomeOf,
  type Red,
  VERDICT_SCHEMA,
  type VerdictDocument,
  type VerdictRefusal,
} from './verdict.ts';

export type JudgeReportInput = {
  readonly runId: string;
  readonly report: Report;
  /** file: as messages name it. */
  readonly baseline: { readonly file: string; readonly bytes: Uint8Array } | null;
  /** The floors that hold for this set. */
  readonly projectFloors: readonly ProjectFloor[];
  /** Share of the sampled cases that may be errored or unscored. */
  readonly unscoredMax: number;
  readonly sidecar?: Sidecar | null;
  /** Present: improved entries are to be raised, but for the excepted paths. */
  readonly update?: { readonly except: readonly string[] };
  readonly warnings?: readonly string[];
  /** The commands that come next, from whoever knows where files lie. */
  readonly next?: (verdict: Pick<VerdictDocument, 'ok' | 'baseline' | 'raised'>) => readonly string[];
};

/** Nothing is written. */
export type JudgedReport = {
  readonly verdict: VerdictDocument;
  /** Per red of the verdict, in its order: every case behind it, heaviest first. */
  readonly behind: readonly (readonly Contributor[])[];
  /** The fault of a baseline entry that the run left without a figure; the verdict holds it too. */
  readonly refusal: Refusal | null;
  /** As it was read. */
  readonly baseline: BaselineFile | null;
  /** null: not asked for, or nothing to raise from. */
  readonly raise: Raise | null;
};

/** Cases that a red of the document names. */
const NAMED_CASES = 10;

/**
 * Floors and baseline over a report, after a suite and offline alike: no store, no network, no file. Throws
 * BaselinePathUnresolved (2) for a malformed baseline and BaselineRunStampMismatch (4) for one of another run;
 * an entry without a figure in the report is part of the verdict (3).
 */
export function judgeReport(input: JudgeReportInput): JudgedReport {
  const { report, sidecar = null } = input;
  const baseline = input.baseline === null ? null : parseBaseline(input.baseline.bytes, input.baseline.file);
  if (baseline !== null) requireEqualStamps(baseline, report, sidecar);
  const head = headOf(report);
  const floors = checkFloors(head, input.projectFloors);
  const limit = limitOf(report, input.unscoredMax);
  const over = isOverLimit(limit.missing, limit.sampled, limit.max);
  const gated = baseline === null ? null : gateBaseline(baseline, head, !over);
  const compared = gated === null || 'refusal' in gated ? null : gated;
  const refusal = gated !== null && 'refusal' in gated ? gated.refusal : null;
  const found = redsOf(report, floors, compared, sidecar);
  const reds = found.map(red => ({ ...red, cases: red.cases.slice(0, NAMED_CASES) }));
  const exit = exitCode({
    floors: floors.verdict,
    baseline: compared?.verdict ?? null,
    certain: reds.some(({ certain }) => certain),
    missing: limit.missing,
    sampled: limit.sampled,
    unscored_max: limit.max,
    gateRefusal: refusal?.exit,
  });
  const raise = raiseIfAsked(input, baseline, floors, compared, limit);
  const decided = {
    ok: exit === 0,
    baseline: baseline === null || compared === null ? null : { file: baseline.file, ...compared },
    raised: raise?.kind === 'raised' ? raise.moved : [],
  };
  const verdict: VerdictDocument = {
    schema: VERDICT_SCHEMA,
    ok: decided.ok,
    run_id: input.runId,
    exit,
    outcome: outcomeOf(exit),
    floors,
    baseline: decided.baseline,
    limit,
    reds,
    raised: decided.raised,
    warnings: [...(input.warnings ?? []), ...ownWarnings(baseline, sidecar)],
    next: input.next?.(decided) ?? [],
    ...(refusal === null ? {} : { refusal: refusalMember(refusal) }),
  };
  return { verdict, behind: found.map(({ cases }) => cases), refusal, baseline, raise };
}

function raiseIfAsked(
  { update, report }: JudgeReportInput,
  baseline: BaselineFile | null,
  floors: FloorVerdict,
  compared: BaselineVerdict | null,
  limit: Limit,
): Raise | null {
  if (update === undefined || baseline === null || compared === null) return null;
  return raiseBaseline(baseline, {
    floorsHeld: floors.verdict === 'held',
    comparisons: compared.comparisons,
    missing: limit.missing,
    partial: report.partial === true,
    drifted: report.judge?.drift !== undefined,
    except: update.except,
  });
}

/** The verdict of a run that a refusal ended: not comparable, not measured, or interrupted. */
export function refusedVerdict(runId: string, refusal: Refusal, sampled = 0, max = 0): VerdictDocument {
  return {
    schema: VERDICT_SCHEMA,
    ok: false,
    run_id: runId,
    exit: refusal.exit,
    outcome: outcomeOf(refusal.exit),
    floors: null,
    baseline: null,
    limit: { missing: 0, sampled, max },
    reds: [],
    raised: [],
    warnings: [],
    next: [],
    refusal: refusalMember(refusal),
  };
}

/** Before landing and again over a stored report: throws BaselineRunStampMismatch. */
function requireEqualStamps(
  baseline: BaselineFile,
  run: Pick<Report, 'run' | 'partial' | 'cases'>,
  sidecar: Sidecar | null,
): void {
  const differences = compareStamps(baseline.stamp, run.run);
  if (differences.length === 0) return;
  throw stampMismatch(
    { file: baseline.file, line: baseline.stampLine },
    baseline.stamp,
    run.run,
    differences,
    {
      partial: run.partial === true,
      caseChanges: sidecar === null ? undefined : caseChanges(sidecar, run.cases),
    },
  );
}

function limitOf({ outcomes, tally }: ReportHead, max: number): Limit {
  return { missing: outcomes.error + outcomes.unscored, sampled: tally.sampled, max };
}

function redsOf(
  report: Report,
  floors: FloorVerdict,
  compared: BaselineVerdict | null,
  sidecar: Sidecar | null,
): Red[] {
  const breached = floors.checks.filter(({ holds }) => !holds);
  const regressed = compared?.comparisons.filter(({ outcome }) => outcome === 'regressed') ?? [];
  const { ofFloors, ofRegressions } = contributors(report, breached, regressed, sidecar);
  return [
    ...breached.map(({ path, measured, bound, certain }, i): Red => {
      return { kind: 'floor', path, measured, bound, certain, cases: ofFloors[i] ?? [] };
    }),
    ...regressed.map(({ path, current: measured, baseline, band, certain }, i): Red => {
      return { kind: 'baseline', path, measured, baseline, band, certain, cases: ofRegressions[i] ?? [] };
    }),
  ];
}

function ownWarnings(baseline: BaselineFile | null, sidecar: Sidecar | null): string[] {
  if (baseline === null || sidecar === null || !isStale(sidecar, baseline.digest)) return [];
  return [`the sidecar of ${baseline.file} is stale: it was written beside another baseline`];
}

function refusalMember({ code, clause, message, facts, hint }: Refusal): VerdictRefusal {
  return { code, clause: clause ?? null, message, facts, hint: hint ?? null };
}
