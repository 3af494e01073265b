import { safe } from '../../core/safe-text.ts';
import type { ReportHead } from '../../evals/score/report.ts';
import { LEGS } from '../../evals/store/port.ts';
import { humanDuration, humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';

/** What else a reader of the figures should know: unscored cases, ties, tokens, time and money. */
export function factsText(report: ReportHead, { columns, symbols }: View): readonly string[] {
  return [unscored(report), ties(report), systems(report)].flatMap(([label, ...pieces]) =>
    label === undefined || pieces.length === 0
      ? []
      : flow([label, ...pieces.map(piece => safe(piece, symbols))], '  ', columns),
  );
}

function unscored({ tally }: ReportHead): readonly string[] {
  const reasons = Object.entries(tally.unscored_by).map(([reason, n]) => `${reason} ${humanInt(n)}`);
  return ['unscored', ...reasons];
}

/** Cases in which another order of equal scores would give other figures. */
function ties({ ties: byLeg }: ReportHead): readonly string[] {
  const counts = LEGS.flatMap(leg => {
    const n = byLeg[leg] ?? 0;
    return n === 0 ? [] : [`${leg} ${humanInt(n)}`];
  });
  return ['decided by ties', ...counts];
}

function systems({ systems: figures, latency_ms: latency }: ReportHead): readonly string[] {
  const tokens = figures?.tokens_per_query.mean ?? null;
  const mean = latency?.mean ?? null;
  const max = latency?.max ?? null;
  const cost = figures === undefined ? [] : [figures.cost === null ? 'cost unknown' : `cost ${figures.cost}`];
  return [
    'per query',
    ...(tokens === null ? [] : [`${humanInt(Math.round(tokens))} tokens`]),
    ...(mean === null || max === null ? [] : [`${humanDuration(mean)}, at most ${humanDuration(max)}`]),
    ...cost.map(text => `${text} in all`),
  ];
}
