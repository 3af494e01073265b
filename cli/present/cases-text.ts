import { safe } from '../../core/safe-text.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import { BUILT_IN_FLOORS, keepsBound } from '../../evals/score/built-in-floors.ts';
import { isMeasured } from '../../evals/score/figure.ts';
import { OUTCOMES, type Outcome } from '../../evals/score/outcome.ts';
import type { ReportCase, ReportDocument } from '../../evals/score/report.ts';
import { LEGS } from '../../evals/store/port.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { caseRows } from './case-rows.ts';
import { flow } from './flow.ts';
import { metricName } from './metric-name.ts';
import { paint } from './paint.ts';
import { more } from './reds-text.ts';

const SHOWN = 10;
const WEIGHT: Readonly<Record<Outcome, number>> = { fail: 0, error: 1, unscored: 2, skipped: 3, pass: 4 };

/** How the cases ended, and the first ten that did not pass and that no red has named. */
export function casesText({ report, verdict, files }: Conclusion, view: View): readonly string[] {
  const { colour, columns, symbols } = view;
  const counts = OUTCOMES.filter(outcome => report.outcomes[outcome] > 0).map(
    outcome => `${humanInt(report.outcomes[outcome])} ${outcome}`,
  );
  const named = new Set(verdict.reds.flatMap(({ cases }) => cases.map(({ id }) => id)));
  const bad = report.cases
    .filter(({ id, outcome }) => outcome !== 'pass' && !named.has(id))
    .toSorted((a, b) => WEIGHT[a.outcome] - WEIGHT[b.outcome]);
  const rows = bad.slice(0, SHOWN).map(one => ({
    place: files.placeOf(one),
    id: one.id,
    why: safe(`${one.outcome}: ${reasonOf(one, report.run.k)}`, symbols),
  }));
  return [
    ...flow([paint('cases', 'head', colour), ...counts], '  ', columns),
    ...caseRows(rows, columns, symbols),
    ...more(bad.length - rows.length, view),
  ];
}

/** What keeps a case from passing (scoring.md 5), the first that applies. */
function reasonOf({ outcome, reasons, metrics }: ReportCase, k: number): string {
  if (outcome !== 'fail') return reasons.join(', ') || outcome;
  for (const { metric, side, bound } of BUILT_IN_FLOORS) {
    for (const leg of side === 'at_most' ? LEGS : (['hybrid'] as const)) {
      const figure = metrics[leg]?.[metric] ?? null;
      if (isMeasured(figure) && !keepsBound(figure, side, bound)) {
        return `${leg} ${metricName(metric, k)} ${figure.toFixed(3)}`;
      }
    }
  }
  return 'answered when it should be silent';
}

/** Whether silence and answers went together with what the cases want, on the leg that can refuse. */
export function abstentionText({ cases }: ReportDocument): readonly string[] {
  const silentWanted = cases.flatMap(({ metrics }) => metrics.hybrid?.abstention_rate ?? []);
  const answerWanted = cases.filter(({ metrics }) => isMeasured(metrics.hybrid?.recall_at_k ?? null));
  const answered = silentWanted.filter(rate => rate < 1).length;
  const silent = answerWanted.filter(({ legs }) => legs.hybrid?.length === 0).length;
  return [
    ...(silentWanted.length === 0
      ? []
      : [`answered when it should be silent   ${humanInt(answered)} of ${humanInt(silentWanted.length)}`]),
    ...(answerWanted.length === 0
      ? []
      : [`silent when it should answer        ${humanInt(silent)} of ${humanInt(answerWanted.length)}`]),
  ];
}
