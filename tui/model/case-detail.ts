import { METRICS } from '../../evals/score/registry.ts';
import { LEGS, type Leg } from '../../evals/store/port.ts';
import { humanDuration } from '../text/human.ts';
import type { LegRow } from './case-rows.ts';
import { missing } from './cells.ts';
import type { CaseData } from './data.ts';
import { metricName } from './metric-name.ts';
import type { Line, Pen } from './pen.ts';

/** About the row under the cursor on its leg, then about the case. */
export function caseDetail(
  data: CaseData,
  leg: Leg,
  row: LegRow | undefined,
  k: number | null,
  pen: Pen,
): readonly Line[] {
  return [
    ...(row === undefined ? [] : rowLines(data, row, pen)),
    ...whyLines(data, leg, pen),
    [],
    [pen.bold(`figures of ${leg}`, 'title')],
    ...METRICS.map((metric): Line => {
      const value = data.case.metrics[leg]?.[metric] ?? null;
      return [
        pen.span(metricName(metric, k ?? 'k').padEnd(16), 'muted'),
        pen.span(value === null ? missing(pen) : value.toFixed(3)),
      ];
    }),
    ...(data.latencyMs === null
      ? []
      : [[pen.span('latency         ', 'muted'), pen.span(humanDuration(data.latencyMs))]]),
    ...(data.case.ties.includes(leg) ? [[pen.span('equal scores decide the order at the cut', 'warn')]] : []),
    ...(data.golden?.expected.answer == null
      ? []
      : [[], [pen.bold('reference answer', 'title')], ...pen.lines(data.golden.expected.answer)]),
  ];
}

function rowLines(data: CaseData, row: LegRow, pen: Pen): readonly Line[] {
  const since = data.golden?.expected.since;
  return [
    [pen.bold(row.reference, 'title')],
    [pen.span(tableLine('leg', 'rank', data.before === null ? '' : 'was', 'score'), 'muted')],
    ...LEGS.filter(leg => data.legs[leg] !== undefined).map(leg => placeLine(data, leg, row.reference, pen)),
    ...(row.marks.length === 0
      ? []
      : [[pen.span('marks     ', 'muted'), pen.span(row.marks.map(mark => MARK_WORDS[mark]).join(', '))]]),
    ...(since == null
      ? []
      : [
          [
            pen.span('window    ', 'muted'),
            pen.span(`${row.inWindow ? 'inside' : 'outside'}, since ${since}`),
          ],
        ]),
  ];
}

/** Where a row stands on a leg, where it stood, and its score there. */
function placeLine(data: CaseData, leg: Leg, reference: string, pen: Pen): Line {
  const rows = data.legs[leg] ?? [];
  const at = rows.findIndex(one => one.reference === reference);
  const was = data.before?.[leg]?.indexOf(reference);
  const score = rows[at]?.score ?? null;
  const text = tableLine(
    leg,
    rankText(at),
    was === undefined ? '' : rankText(was),
    score === null ? missing(pen) : String(Number(score.toPrecision(6))),
  );
  return [pen.span(text, at < 0 ? 'muted' : undefined)];
}

function rankText(index: number): string {
  return index < 0 ? 'none' : String(index + 1);
}

function tableLine(leg: string, rank: string, was: string, score: string): string {
  return `${leg.padEnd(10)}${rank.padEnd(6)}${was.padEnd(6)}${score}`;
}

const MARK_WORDS = {
  G: 'gold: a relevant row',
  F: 'forbidden',
  D: 'duplicate of a row above',
  W: 'outside the recency window',
  P: 'planted',
} as const;

/** Where the relevant rows are that this leg lost. */
function whyLines(data: CaseData, leg: Leg, pen: Pen): readonly Line[] {
  const lost = data.why?.[leg];
  if (lost === undefined) return [];
  const cut =
    lost.cut === null
      ? 'fewer rows than k came back'
      : `at the cut: ${lost.cut[0]}#${lost.cut[1]} (${lost.cut[2]})`;
  return [
    [],
    [pen.bold(`lost on ${leg}`, 'title')],
    ...lost.rows.map(
      ([table, key, why]): Line => [
        pen.span(`  ${table}#${key}`, 'gold'),
        pen.span(typeof why === 'number' ? `  rank ${why}` : `  ${why.replaceAll('_', ' ')}`, 'warn'),
      ],
    ),
    [pen.span(`  ${cut}`, 'muted')],
  ];
}
