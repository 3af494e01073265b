import { LEGS, type Leg } from '../../evals/store/port.ts';
import { outcomeGlyphs } from '../text/metric-cell.ts';
import { blankScreen, pending } from './blank.ts';
import { caseDetail } from './case-detail.ts';
import { type LegRow, legRows } from './case-rows.ts';
import { deltaSpan, missing, outcomeTokens } from './cells.ts';
import type { CaseData, RunData } from './data.ts';
import { movement } from './movement.ts';
import { movedOutcome } from './outcome-of.ts';
import type { Line, Pen, Span } from './pen.ts';
import { comparedText, runPlace } from './run-frame.ts';
import { type Column, markTokens, type Row, type Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** One case: its question and truth, and what each leg returned beside what the compared run returned. */
export function caseScreen(place: Place): Screen {
  const { link, source, pen } = place;
  const id = link.params['case'] ?? '';
  const at = runPlace(place, undefined, ['cases', id]);
  if ('screen' in at) return at.screen;
  const { vs, leg } = link.query;
  const resource = { kind: 'case', run: at.id, vs, id } as const;
  const data = source.get(resource);
  if (data === undefined) {
    const waiting = pending(at.frame.crumbs, source.failure(resource), pen);
    return { ...at.frame, why: () => [], empty: waiting.empty, waiting: waiting.waiting };
  }
  const legs = shownLegs(data, leg);
  const rows = legs.map(name => legRows(data, name));
  const total = Math.max(0, ...rows.map(list => list.length));
  const at2 = (index: number, column: number): LegRow | undefined => rows[column]?.[index];
  return {
    ...blankScreen(at.frame.crumbs),
    badge: caseBadge(data, pen),
    head: () => caseHead(data, at.run, pen),
    list: {
      columns: legColumns(legs),
      total,
      row: index => caseRow(legs, rows, index, pen),
      focus: (index, column) => {
        const row = at2(index, column);
        const here = { place: { file: data.file, line: data.case.line, column: 1 } };
        if (row === undefined) return here;
        return {
          ...here,
          id: row.reference,
          value: row.reference,
          link: at.link('run/:run/case/:case/row/:row', { case: id, row: row.reference }),
        };
      },
      grid: legs,
    },
    detail: (index, column, width) =>
      caseDetail(data, legs[column] ?? 'hybrid', at2(index, column), width, pen),
    empty: [[pen.span(emptyText(data), 'muted')]],
  };
}

/** The leg that is looked at stands first, beside the hybrid one; by default the leg to blame. */
function shownLegs(data: CaseData, wanted: string | undefined): readonly Leg[] {
  const present = LEGS.filter(leg => data.legs[leg] !== undefined);
  const blamed = present.find(leg => data.blame === leg || data.blame === `rank:${leg}`);
  const first = present.find(leg => leg === wanted) ?? blamed;
  return first === undefined ? present : [first, ...present.filter(leg => leg !== first)];
}

/** Legs share the width: the first always, the others as they fit. */
function legColumns(legs: readonly Leg[]): readonly Column[] {
  return legs.map(
    (leg, index): Column => ({
      id: leg,
      title: `# ${leg}: move marks row`,
      rank: index,
      min: 30,
      ideal: 34,
      max: 80,
      grow: 1,
    }),
  );
}

function caseRow(legs: readonly Leg[], rows: readonly (readonly LegRow[])[], index: number, pen: Pen): Row {
  return {
    id: String(index),
    cells: Object.fromEntries(
      legs.map((leg, column) => {
        const row = rows[column]?.[index];
        return [leg, { spans: row === undefined ? [] : rowSpans(row, pen), raw: row?.reference ?? null }];
      }),
    ),
  };
}

const MOVE_CELLS = 7;

function rowSpans(row: LegRow, pen: Pen): readonly Span[] {
  const rank = row.rank === null ? '-' : String(row.rank);
  const was = row.was === null ? '' : ` (${row.was})`;
  const move = row.move.padEnd(MOVE_CELLS);
  return [
    pen.span(`${rank.padEnd(3)}`, 'muted'),
    pen.span(move, MOVE_TOKENS[row.move.split(' ')[0] ?? ''] ?? 'muted'),
    ...row.marks.map(mark => pen.bold(mark, markTokens[mark])),
    pen.span(' '.repeat(Math.max(1, 4 - row.marks.length))),
    pen.steady(
      row.reference,
      row.marks.includes('G') ? 'gold' : row.marks.includes('F') ? 'forbidden' : undefined,
    ),
    pen.span(was, 'muted'),
  ];
}

const MOVE_TOKENS: { readonly [move: string]: 'ok' | 'bad' | 'added' | 'removed' | 'duplicate' } = {
  up: 'ok',
  down: 'bad',
  new: 'added',
  gone: 'removed',
  dup: 'duplicate',
};

function caseBadge(data: CaseData, pen: Pen): readonly Span[] {
  const { outcome } = data.case;
  const bad = outcome === 'fail' || outcome === 'error';
  const [index, of] = data.place;
  const sign = bad ? (pen.set === 'ascii' ? '! ' : '✗ ') : '';
  const dot = pen.set === 'ascii' ? '|' : '·';
  return [
    pen.span(sign, 'bad'),
    pen.bold(outcome, bad ? 'bad' : 'ok'),
    ...(data.blame === null ? [] : [pen.span(` ${dot} `, 'muted'), pen.span(`blame ${data.blame}`, 'bad')]),
    pen.span(` ${dot} ${index + 1} of ${of}`, 'muted'),
  ];
}

function caseHead(data: CaseData, run: RunData, pen: Pen): readonly Line[] {
  const { golden } = data;
  const question = golden?.question ?? '';
  const [first = [], ...rest] = pen.lines(question);
  const truth = data.relevant.join('  ');
  return [
    [pen.span('question  ', 'muted'), ...first],
    ...rest.map((line): Line => [pen.span('          '), ...line]),
    [
      pen.span('truth     ', 'muted'),
      pen.span(
        truth === '' ? (golden?.expected.must_abstain === true ? 'nothing: must abstain' : 'none') : truth,
        'gold',
      ),
      pen.span(`    ${data.file}:${data.case.line}`, 'muted'),
    ],
    ...(data.forbidden.length === 0
      ? []
      : [[pen.span('forbidden ', 'muted'), pen.span(data.forbidden.join('  '), 'forbidden')]]),
    figureLine(data, pen),
    [pen.span(comparedText(run), 'muted')],
    ...(data.case.reasons.length === 0
      ? []
      : [[pen.span('reasons   ', 'muted'), pen.span(data.case.reasons.join(', '), 'bad')]]),
  ];
}

/** Recall of the legs with its change. */
function figureLine(data: CaseData, pen: Pen): Line {
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
      ...(value === null || before === null ? [] : [deltaSpan(value - before, pen)]),
      ...(outcome === undefined
        ? []
        : [pen.span(` ${outcomeGlyphs[outcome][pen.set]} `, outcomeTokens[outcome])]),
    ];
  });
}

function emptyText(data: CaseData): string {
  const failed = Object.entries(data.errors).map(([leg, reason]) => `${leg}: ${reason}`);
  if (failed.length > 0) return failed.join('; ');
  return data.golden?.expected.must_abstain === true
    ? 'nothing was returned, as it should be'
    : 'nothing was returned on any leg';
}

export { movement };
