import { parseInstant } from '../../../core/time.ts';
import type { VerdictDocument } from '../../../evals/gate/verdict.ts';
import { type RunSummary, startOf } from '../../../evals/run/run-summary.ts';
import { METRICS } from '../../../evals/score/registry.ts';
import type { ReportHead } from '../../../evals/score/report.ts';
import { LEGS } from '../../../evals/store/port.ts';
import type { RunLine } from '../../model/data.ts';

/** A run in the list, from its summary in the index. */
export function summaryLine(summary: RunSummary): RunLine {
  return {
    id: summary.id,
    verdict: summary.verdict,
    tier: summary.tier,
    model: summary.model,
    k: summary.k,
    cases: summary.cases,
    unscored: summary.unscored,
    commit: null,
    dirty: null,
    startedNs: instantOf(summary.started),
    tookMs: summary.took_ms,
    bytes: summary.bytes,
    worst: summary.reds,
    means: summary.means,
  };
}

export function runLine(id: string, report: ReportHead, verdict: VerdictDocument | null): RunLine {
  const means: Record<string, number | null> = {};
  for (const leg of LEGS) {
    for (const metric of METRICS) means[`${leg}.${metric}`] = report.retrieval[leg]?.[metric].mean ?? null;
  }
  return {
    id,
    verdict: verdict?.outcome ?? 'interrupted',
    tier: report.run.tier,
    model: report.run.model,
    k: report.run.k,
    cases: report.n_cases,
    unscored: report.tally.unscored,
    commit: null,
    dirty: null,
    startedNs: instantOf(startOf(id)),
    tookMs: null,
    bytes: null,
    worst: (verdict?.reds ?? []).slice(0, 5).map(red => red.path),
    means,
  };
}

function instantOf(text: string | null): bigint | null {
  if (text === null) return null;
  try {
    return parseInstant(text) ?? null;
  } catch {
    return null;
  }
}
