import { LEGS } from '../../evals/store/port.ts';
import { outcomeGlyphs } from '../text/metric-cell.ts';
import { symbols } from '../theme/symbols.ts';
import { deltaSpan, missing, outcomeTokens } from './cells.ts';
import type { CaseData } from './data.ts';
import { hanging, lineCells } from './fit.ts';
import { movedOutcome } from './outcome-of.ts';
import type { Line, Pen, Span } from './pen.ts';

/** Question, truth and place of a case, and how its recall moved on each leg. */
export function caseHead(data: CaseData, width: number, pen: Pen): readonly Line[] {
  const { golden } = data;
  const place = data.file === '' ? '' : `    ${data.file}:${data.case.line}`;
  const questions = pen.lines(golden?.question ?? '');
  return [
    ...questions.flatMap((line, index) =>
      hanging(index === 0 ? 'question  ' : ' '.repeat(10), line, width, pen),
    ),
    ...hanging('truth     ', [pen.span(truthText(data), 'gold'), pen.span(place, 'muted')], width, pen),
    ...(data.forbidden.length === 0
      ? []
      : [[pen.span('forbidden ', 'muted'), pen.span(data.forbidden.join('  '), 'forbidden')]]),
    ...(golden?.expected.since == null
      ? []
      : [[pen.span('window    ', 'muted'), pen.span(`since ${golden.expected.since}`)]]),
    ...(data.case.reasons.length === 0
      ? []
      : [[pen.span('reasons   ', 'muted'), pen.span(data.case.reasons.join(', '), 'bad')]]),
    ...noteLines(data, width, pen),
    figureLine(data, width, pen),
  ];
}

function noteLines({ note }: CaseData, width: number, pen: Pen): readonly Line[] {
  if (note === null) return [];
  const stale = note.stale ? ' (stale: a green run came after it)' : '';
  return hanging(
    'note      ',
    [
      pen.span(`${note.mark}: `, note.stale ? 'muted' : 'warn'),
      pen.span(note.text),
      pen.span(stale, 'stale'),
    ],
    width,
    pen,
  );
}

function truthText({ relevant, golden }: CaseData): string {
  if (relevant.length > 0) return relevant.join('  ');
  return golden?.expected.must_abstain === true ? 'nothing: must abstain' : 'none';
}

/** Deltas give way where the line is short; their signs stay. */
function figureLine(data: CaseData, width: number, pen: Pen): Line {
  const whole = figureSpans(data, true, pen);
  return lineCells(whole) <= width ? whole : figureSpans(data, false, pen);
}

function figureSpans(data: CaseData, hasDeltas: boolean, pen: Pen): Line {
  return LEGS.filter(leg => data.case.metrics[leg] !== undefined).flatMap((leg): Line => {
    const path = `${leg}.recall_at_k`;
    const value = data.case.metrics[leg]?.recall_at_k ?? null;
    const before = data.beforeFigures[path] ?? null;
    const outcome =
      value === null ? 'unscored' : before === null ? undefined : movedOutcome(path, value, before);
    return [
      pen.span(`  ${leg} `, 'muted'),
      pen.span(value === null ? missing(pen) : value.toFixed(3)),
      pen.span(' '),
      ...(!hasDeltas || value === null || before === null
        ? []
        : [deltaSpan(value - before, pen), pen.span(' ')]),
      ...(outcome === undefined
        ? []
        : [pen.span(`${outcomeGlyphs[outcome][pen.set]} `, outcomeTokens[outcome])]),
    ];
  });
}

/** How the case ended, what is to blame, and where it stands in the list that it was opened from. */
export function caseBadge(data: CaseData, place: string, pen: Pen): readonly Span[] {
  const { outcome } = data.case;
  const bad = outcome === 'fail' || outcome === 'error';
  const { dot } = symbols(pen.set);
  return [
    pen.span(bad ? (pen.set === 'ascii' ? '! ' : '✗ ') : '', 'bad'),
    pen.bold(outcome, bad ? 'bad' : 'ok'),
    ...(data.blame === null ? [] : [pen.span(` ${dot} `, 'muted'), pen.span(`blame ${data.blame}`, 'bad')]),
    pen.span(` ${dot} ${place}`, 'muted'),
  ];
}
