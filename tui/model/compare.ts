import type { ComparedFigure } from '../../evals/explain/compare.ts';
import { formatLink } from '../links.ts';
import { humanDelta, humanInt } from '../text/human.ts';
import { blankScreen, pending } from './blank.ts';
import { outcomeTokens, textCell } from './cells.ts';
import type { CompareData } from './data.ts';
import { movedOutcome } from './outcome-of.ts';
import type { Line, Pen } from './pen.ts';
import type { Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'verdict', title: '', rank: 0, min: 6, ideal: 10, max: 14, grow: 0 },
  { id: 'path', title: 'figure or case', rank: 0, min: 20, ideal: 34, max: 60, grow: 1, cut: 'middle' },
  { id: 'was', title: 'A', rank: 2, min: 6, ideal: 7, max: 9, grow: 0, align: 'end' },
  { id: 'is', title: 'B', rank: 2, min: 6, ideal: 7, max: 9, grow: 0, align: 'end' },
  { id: 'delta', title: 'delta', rank: 1, min: 6, ideal: 7, max: 7, grow: 0, align: 'end' },
  { id: 'counts', title: 'better worse same', rank: 3, min: 12, ideal: 24, max: 30, grow: 0 },
  { id: 'n', title: 'n', rank: 4, min: 4, ideal: 7, max: 8, grow: 0, align: 'end' },
];

type Item =
  | { readonly kind: 'figure'; readonly figure: ComparedFigure }
  | { readonly kind: 'case'; readonly figure: ComparedFigure; readonly index: number };

/** Two runs, paired case by case: figures, then the cases that moved, worst first. */
export function compareScreen(place: Place): Screen {
  const { link, source, pen } = place;
  const { a = '', b = '' } = link.params;
  const crumbs = ['runs', `${a} with ${b}`];
  const resource = { kind: 'compare', a, b } as const;
  const data = source.get(resource);
  if (data === undefined) return pending(crumbs, source.failure(resource), pen);
  const items = data.differs.length > 0 ? [] : itemsOf(data);
  return {
    ...blankScreen(crumbs),
    badge:
      data.differs.length > 0
        ? [pen.bold('not comparable', 'warn')]
        : [pen.span(`${humanInt(data.common)} cases paired`, 'muted')],
    head: () => headLines(data, pen),
    list: {
      columns: COLUMNS,
      total: items.length,
      row: index => itemRow(items[index], pen),
      focus: index => {
        const item = items[index];
        if (item === undefined) return {};
        if (item.kind === 'figure') return { id: item.figure.path, value: item.figure.path };
        const id = item.figure.cases[item.index]?.id ?? '';
        return { id, value: id, link: formatLink('run/:run/case/:case', { run: b, case: id }, { vs: a }) };
      },
    },
    empty: differLines(data, pen),
  };
}

const CASES_SHOWN = 500;

/** Every figure, and below the first that moved its cases. */
function itemsOf(data: CompareData): readonly Item[] {
  const figures = data.figures.map((figure): Item => ({ kind: 'figure', figure }));
  const moved = data.figures.find(figure => figure.cases.length > 0);
  if (moved === undefined) return figures;
  return [
    ...figures,
    ...moved.cases.slice(0, CASES_SHOWN).map((_, index): Item => ({ kind: 'case', figure: moved, index })),
  ];
}

function headLines(data: CompareData, pen: Pen): readonly Line[] {
  return [
    [pen.span('A ', 'muted'), pen.span(data.a), pen.span('   B ', 'muted'), pen.span(data.b)],
    [
      pen.span(`${humanInt(data.common)} common`, 'muted'),
      pen.span(
        data.onlyA + data.onlyB === 0
          ? ''
          : `, ${humanInt(data.onlyA)} only in A, ${humanInt(data.onlyB)} only in B`,
        'muted',
      ),
    ],
  ];
}

function differLines(data: CompareData, pen: Pen): readonly Line[] {
  if (data.differs.length === 0) return [[pen.span('no figure is in both runs', 'muted')]];
  return [
    [pen.bold('not comparable', 'warn'), pen.span(': figures are withheld')],
    ...data.differs.map(
      (one): Line => [
        pen.span(`  ${one.member.padEnd(16)}`, 'muted'),
        pen.span(`A ${one.was}`),
        pen.span('  B ', 'muted'),
        pen.span(one.is),
      ],
    ),
  ];
}

function itemRow(item: Item | undefined, pen: Pen): Row | undefined {
  if (item === undefined) return undefined;
  if (item.kind === 'figure') return figureRow(item.figure, pen);
  const one = item.figure.cases[item.index];
  if (one === undefined) return undefined;
  const outcome = one.delta === 0 ? 'stable' : movedOutcome(item.figure.path, one.is, one.was);
  return {
    id: one.id,
    cells: {
      verdict: { spans: [pen.span(WORDS[outcome], outcomeTokens[outcome])], raw: WORDS[outcome] },
      path: textCell(`  ${one.id}`, pen),
      was: { spans: [pen.span(one.was.toFixed(3))], raw: one.was },
      is: { spans: [pen.span(one.is.toFixed(3))], raw: one.is },
      delta: { spans: [pen.span(humanDelta(one.delta), outcomeTokens[outcome])], raw: one.delta },
    },
  };
}

const WORDS = {
  improved: 'better',
  regressed: 'worse',
  stable: 'same',
  floor: 'worse',
  not_comparable: 'differs',
  unscored: 'unscored',
} as const;

function figureRow(figure: ComparedFigure, pen: Pen): Row {
  const { was, is, delta } = figure;
  const outcome = was === null || is === null ? 'unscored' : movedOutcome(figure.path, is, was);
  const print = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  return {
    id: figure.path,
    cells: {
      verdict: { spans: [pen.span(WORDS[outcome], outcomeTokens[outcome])], raw: WORDS[outcome] },
      path: textCell(figure.path, pen, 'title'),
      was: { spans: [pen.span(print(was))], raw: was },
      is: { spans: [pen.span(print(is))], raw: is },
      delta: { spans: [pen.span(humanDelta(delta), outcomeTokens[outcome])], raw: delta },
      counts: {
        spans: [pen.span(`${figure.better} better ${figure.worse} worse ${figure.same} same`, 'muted')],
      },
      n: { spans: [pen.span(humanInt(figure.n), 'muted')], raw: figure.n },
    },
  };
}
