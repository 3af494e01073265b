import { Refusal } from '../../../core/refusal.ts';
import { stubJudged } from '../../../evals/judge/stub.ts';
import { buildReport, type ReportFrame } from '../../../evals/score/build-report.ts';
import { scoreCase } from '../../../evals/score/case-figures.ts';
import type { CaseRead, Row } from '../../../evals/score/read.ts';
import type { ReportDocument } from '../../../evals/score/report.ts';
import { caseRead, frame, SURFACE, truthOf } from '../score/support.ts';

export type SmallCase = {
  readonly tags?: string[];
  /** What stands at the top of every leg: the wanted row, another one, or a forbidden one. */
  readonly top?: 'wanted' | 'other' | 'forbidden';
  /** The vector leg fails. */
  readonly fails?: boolean;
  readonly unscored?: string[];
  readonly latencyMs?: number;
};

/** A report of one-row cases `c0`, `c1`, … on lines 1, 2, …; forty found rows unless told otherwise. */
export function smallReport(
  cases: readonly SmallCase[] = forty(),
  changes: Partial<ReportFrame> = {},
): ReportDocument {
  const scores = cases.map(({ tags = [], top = 'wanted', fails = false, unscored, latencyMs }, i) => {
    const truth = truthOf({ tags, expected: { artifacts: [`t#c${i}`], must_not_retrieve: ['t#never'] } });
    const key = { wanted: `c${i}`, other: 'other', forbidden: 'never' }[top];
    const row: Row = { table: 't', key, in_window: true };
    const read: CaseRead = {
      ...caseRead(`c${i}`, { lexical: [row], vector: [row], hybrid: [row] }, { line: i + 1 }),
      ...(unscored === undefined ? {} : { unscored }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    };
    const failed = fails ? { ...read, legs: { ...read.legs, vector: { error: 'timeout' } } } : read;
    return scoreCase(truth, failed, SURFACE, stubJudged(truth, [{ ...row, text: 'some words' }]));
  });
  return buildReport({ ...frame(), ...changes }, scores);
}

export function forty(change: (i: number) => SmallCase = () => ({})): SmallCase[] {
  return Array.from({ length: 40 }, (_, i) => change(i));
}

export function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new TypeError('no refusal');
}

export async function rejectionOf(act: Promise<unknown>): Promise<Refusal> {
  try {
    await act;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new TypeError('no refusal');
}
