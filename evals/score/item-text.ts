import type { LegFigures } from './leg-figures.ts';
import type { JudgeCase, PerLeg, ReportCase } from './report.ts';

/** Canonical text of an item of a report's list in three parts, each of whole members. */
export type ItemText = {
  readonly head: string;
  /** What a clock or a price touches, which no digest covers; may be empty. */
  readonly unstable: string;
  readonly tail: string;
};

export function stable(text: string): ItemText {
  return { head: text, unstable: '', tail: '' };
}

// Members are written here in code-point order by hand: canonicalJson takes ten times as long, and the platform's own
// writer still twice, since it forms every number anew.

/** A case as its report writes it. */
export function caseText(one: ReportCase): ItemText {
  const { digest, edge_metrics, edges, id, legs, line, metrics, out_of_window, outcome } = one;
  const { reasons, systems, tags, ties } = one;
  const edgeMetrics = edge_metrics === undefined ? '' : `,"edge_metrics":${metricsText(edge_metrics)}`;
  const edgeRows = edges === undefined ? '' : `,"edges":${legsText(edges)}`;
  const outside = out_of_window === undefined ? '' : `,"out_of_window":${legsText(out_of_window)}`;
  return {
    head:
      `{"digest":"${digest}"${edgeMetrics}${edgeRows},"id":${JSON.stringify(id)},"legs":${legsText(legs)}` +
      `,"line":${line},"metrics":${metricsText(metrics)}${outside},"outcome":"${outcome}"` +
      `,"reasons":${JSON.stringify(reasons)}`,
    unstable: systems === undefined ? '' : `,"systems":${systemsText(systems)}`,
    tail: `,"tags":${JSON.stringify(tags)},"ties":${JSON.stringify(ties)}}`,
  };
}

/** What reader and judge made of a case, as its report writes it. */
export function judgedText({ id, answer, verdicts }: JudgeCase): ItemText {
  return stable(
    JSON.stringify({
      answer: answer === null ? null : orderedAnswer(answer),
      id,
      verdicts: verdicts.map(({ attempts, dimension, judgment, reason }) => ({
        attempts,
        dimension,
        judgment,
        reason,
      })),
    }),
  );
}

function orderedAnswer({ abstained, citations, text }: NonNullable<JudgeCase['answer']>): object {
  return { abstained, citations: citations.map(({ key, table }) => ({ key, table })), text };
}

function systemsText({ bucket, cost, tokens }: NonNullable<ReportCase['systems']>): string {
  return JSON.stringify({ bucket, cost, tokens });
}

function legsText({ hybrid, lexical, vector }: PerLeg<unknown>): string {
  return JSON.stringify({ hybrid, lexical, vector });
}

function metricsText({ hybrid, lexical, vector }: PerLeg<LegFigures>): string {
  const members: string[] = [];
  if (hybrid !== undefined) members.push(`"hybrid":${figuresText(hybrid)}`);
  if (lexical !== undefined) members.push(`"lexical":${figuresText(lexical)}`);
  if (vector !== undefined) members.push(`"vector":${figuresText(vector)}`);
  return `{${members.join()}}`;
}

function figuresText(figures: LegFigures): string {
  const { abstention_rate, duplicate_row_rate, forbidden_row_rate, hit_rate_at_k, in_window_rate } = figures;
  const { ndcg_at_k, r_precision, recall_at_k, reciprocal_rank } = figures;
  return (
    `{"abstention_rate":${abstention_rate},"duplicate_row_rate":${duplicate_row_rate}` +
    `,"forbidden_row_rate":${forbidden_row_rate},"hit_rate_at_k":${hit_rate_at_k}` +
    `,"in_window_rate":${in_window_rate},"ndcg_at_k":${ndcg_at_k},"r_precision":${r_precision}` +
    `,"recall_at_k":${recall_at_k},"reciprocal_rank":${reciprocal_rank}}`
  );
}
