import type { JudgeCase, ReportCase } from './report.ts';
import { orderedCase, orderedJudgeCase, orderedSystems } from './report-order.ts';

/** Canonical text of an item of a report's list in three parts, each of whole members. */
export type ItemText = {
  readonly head: string;
  /** What a clock or a price touches, which no digest covers; may be empty. */
  readonly unstable: string;
  readonly tail: string;
};

export function caseText(one: ReportCase): ItemText {
  const text = JSON.stringify(orderedCase(one));
  if (one.systems === undefined) return stable(text);
  // As text of a member's name it stands in no string, whose quotes would be escaped.
  const at = text.lastIndexOf(',"tags":[');
  return {
    head: text.slice(0, at),
    unstable: `,"systems":${JSON.stringify(orderedSystems(one.systems))}`,
    tail: text.slice(at),
  };
}

export function judgedText(one: JudgeCase): ItemText {
  return stable(JSON.stringify(orderedJudgeCase(one)));
}

export function stable(text: string): ItemText {
  return { head: text, unstable: '', tail: '' };
}
