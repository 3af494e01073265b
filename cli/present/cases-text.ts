import { safe } from '../../core/safe-text.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import { BUILT_IN_FLOORS, keepsBound } from '../../evals/score/built-in-floors.ts';
import { isMeasured } from '../../evals/score/figure.ts';
import { OUTCOMES, type Outcome } from '../../evals/score/outcome.ts';
import type { Report, ReportCase } from '../../evals/score/report.ts';
import { LEGS } from '../../evals/store/port.ts';
import { metricName } from '../../tui/model/metric-name.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { caseRows } from './case-rows.ts';
import { flow } from './flow.ts';
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
  const { count, first } = badCases(report, named);
  const rows = first.map(one => ({
    place: files.placeOf(one),
    id: one.id,
    why: safe(`${one.outcome}: ${reasonOf(one, report.run.k)}`, symbols),
  }));
  return [
    ...flow([paint('cases', 'head', colour), ...counts], '  ', columns),
    ...caseRows(rows, columns, symbols),
    ...more(count - rows.length, view),
  ];
}

type Bad = { readonly count: number; readonly first: readonly ReportCase[] };

/** The cases that did not pass and are not named: how many, and the first ten by weight. No more are kept. */
function badCases({ cases }: Report, named: ReadonlySet<string>): Bad {
  const byWeight: ReportCase[][] = Object.values(WEIGHT).map(() => []);
  let count = 0;
  for (const one of cases) {
    if (one.outcome === 'pass' || named.has(one.id)) continue;
    count += 1;
    const alike = byWeight[WEIGHT[one.outcome]];
    if (alike !== undefined && alike.length < SHOWN) alike.push(one);
  }
  return { count, first: byWeight.flat().slice(0, SHOWN) };
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
export function abstentionText({ cases }: Report): readonly string[] {
  const silentWanted = { n: 0, answered: 0 };
  const answerWanted = { n: 0, silent: 0 };
  for (const { metrics, legs } of cases) {
    const rate = metrics.hybrid?.abstention_rate ?? null;
    if (rate !== null) {
      silentWanted.n += 1;
      if (rate < 1) silentWanted.answered += 1;
    }
    if (isMeasured(metrics.hybrid?.recall_at_k ?? null)) {
      answerWanted.n += 1;
      if (legs.hybrid?.length === 0) answerWanted.silent += 1;
    }
  }
  return [
    ...(silentWanted.n === 0
      ? []
      : [
          `answered when it should be silent   ${humanInt(silentWanted.answered)} of ${humanInt(silentWanted.n)}`,
        ]),
    ...(answerWanted.n === 0
      ? []
      : [
          `silent when it should answer        ${humanInt(answerWanted.silent)} of ${humanInt(answerWanted.n)}`,
        ]),
  ];
}
