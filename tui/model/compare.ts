import type { ComparedCase, ComparedFigure } from '../../evals/explain/compare.ts';
import { formatLink } from '../links.ts';
import { humanDelta, humanInt } from '../text/human.ts';
import type { MetricOutcome } from '../text/metric-cell.ts';
import { blankScreen, pending } from './blank.ts';
import { missing, outcomeTokens, textCell } from './cells.ts';
import type { CompareData } from './data.ts';
import { differLines } from './differ-lines.ts';
import { lineCells } from './fit.ts';
import { movedOutcome } from './outcome-of.ts';
import { pathCell } from './path-name.ts';
import type { Line, Pen } from './pen.ts';
import type { Column, Focus, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'verdict', title: '', rank: 0, min: 6, ideal: 8, max: 8, grow: 0 },
  { id: 'path', title: 'figure, and cases that moved', rank: 0, min: 18, ideal: 26, max: 60, grow: 1 },
  { id: 'was', title: 'A', rank: 2, min: 5, ideal: 5, max: 7, grow: 0, align: 'end' },
  { id: 'is', title: 'B', rank: 2, min: 5, ideal: 5, max: 7, grow: 0, align: 'end' },
  { id: 'delta', title: 'delta', rank: 1, min: 6, ideal: 6, max: 7, grow: 0, align: 'end' },
  {
    id: 'counts',
    title: 'better/worse/same',
    rank: 4,
    min: 17,
    ideal: 17,
    max: 24,
    grow: 0,
    align: 'end',
  },
  { id: 'n', title: 'n', rank: 3, min: 3, ideal: 6, max: 8, grow: 0, align: 'end' },
];

type Item =
  | { readonly kind: 'figure'; readonly figure: ComparedFigure }
  | { readonly kind: 'case'; readonly figure: ComparedFigure; readonly one: ComparedCase };

/** Two runs, paired case by case: each figure, and below the one that is open its cases, worst first. */
export function compareScreen(place: Place): Screen {
  const { link, source, pen } = place;
  const { a = '', b = '' } = link.params;
  const crumbs = ['runs', `${a} with ${b}`];
  const resource = { kind: 'compare', a, b } as const;
  const data = source.get(resource);
  if (data === undefined) return pending(crumbs, source, resource, pen);
  const { at, leg } = link.query;
  const open = openFigure(data, at);
  const items = itemsOf(data, open);
  return {
    ...blankScreen(crumbs),
    badge:
      data.differs.length > 0
        ? [pen.bold('not comparable', 'warn')]
        : [pen.span(`${humanInt(data.common)} cases paired`, 'muted')],
    head: width => headLines(data, width, pen),
    list: {
      columns: COLUMNS,
      total: items.length,
      row: index => itemRow(items[index], pen),
      focus: index => itemFocus(items[index], { a, b }, open, leg),
      indexOf: id => items.findIndex(item => idOf(item) === id),
      idAt: index => idOf(items[index]),
    },
    detail: index => itemDetail(items[index], pen),
    empty:
      data.differs.length > 0
        ? differLines(data.differs, ['A', 'B'], pen)
        : [[pen.span('no figure was measured in both runs', 'muted')]],
  };
}

/** Which figure's cases are listed: the one that was opened, else the first that moved. */
function openFigure({ figures }: CompareData, at: string | undefined): ComparedFigure | undefined {
  return at === undefined
    ? figures.find(figure => figure.cases.length > 0)
    : figures.find(({ path }) => path === at);
}

const CASES_SHOWN = 500;

/** Figures are withheld where the stamps differ. */
function itemsOf({ differs, figures }: CompareData, open: ComparedFigure | undefined): readonly Item[] {
  if (differs.length > 0) return [];
  return figures.flatMap(figure => [
    { kind: 'figure' as const, figure },
    ...(figure === open ? figure.cases.slice(0, CASES_SHOWN) : []).map(one => ({
      kind: 'case' as const,
      figure,
      one,
    })),
  ]);
}

function idOf(item: Item | undefined): string | undefined {
  return item?.kind === 'case' ? item.one.id : item?.figure.path;
}

/** A figure opens its cases, and closes them when they are open; a case opens its two rankings. */
function itemFocus(
  item: Item | undefined,
  runs: { readonly a: string; readonly b: string },
  open: ComparedFigure | undefined,
  leg: string | undefined,
): Focus {
  if (item === undefined) return {};
  if (item.kind === 'figure') {
    const { path } = item.figure;
    const at = item.figure === open ? 'none' : path;
    return { id: path, value: path, link: formatLink('compare/:a/:b', runs, { at }) };
  }
  const { id } = item.one;
  const shown = leg ?? /(lexical|vector|hybrid)/.exec(item.figure.path)?.[1];
  const query = shown === undefined ? {} : { leg: shown };
  return { id, value: id, link: formatLink('compare/:a/:b/case/:case', { ...runs, case: id }, query) };
}

function headLines(data: CompareData, width: number, pen: Pen): readonly Line[] {
  const { common, onlyA, onlyB } = data;
  const alone = onlyA + onlyB === 0 ? '' : `, ${humanInt(onlyA)} only in A, ${humanInt(onlyB)} only in B`;
  const a = [pen.span('A ', 'muted'), pen.span(data.a)];
  const b = [pen.span('B ', 'muted'), pen.span(data.b)];
  const both = [...a, pen.span('   '), ...b];
  return [
    ...(lineCells(both) <= width ? [both] : [a, b]),
    [pen.span(`${humanInt(common)} cases in both${alone}`, 'muted')],
    ...(data.differs.length === 0
      ? [[pen.span('comparable: case set, corpora, metrics and k are the same', 'muted')]]
      : []),
  ];
}

function itemRow(item: Item | undefined, pen: Pen): Row | undefined {
  if (item === undefined) return undefined;
  const { figure } = item;
  if (item.kind === 'case') {
    const { id, was, is, delta } = item.one;
    const outcome = delta === 0 ? 'stable' : movedOutcome(figure.path, is, was);
    return {
      id,
      cells: {
        verdict: wordCell(outcome, pen),
        path: textCell(`  ${id}`, pen),
        ...valueCells({ was, is, delta }, outcome, pen),
      },
    };
  }
  const { path, n, was, is, delta, better, worse, same } = figure;
  const outcome = movedOutcome(path, is, was);
  return {
    id: path,
    cells: {
      verdict: wordCell(outcome, pen),
      path: pathCell(path, null, pen, 'title'),
      ...valueCells({ was, is, delta }, outcome, pen),
      counts: { spans: [pen.span(`${better}/${worse}/${same}`, 'muted')], raw: `${better}/${worse}/${same}` },
      n: { spans: [pen.span(humanInt(n), 'muted')], raw: n },
    },
  };
}

function wordCell(outcome: MetricOutcome, pen: Pen): Row['cells'][string] {
  return { spans: [pen.span(WORDS[outcome], outcomeTokens[outcome])], raw: WORDS[outcome] };
}

function valueCells(
  { was, is, delta }: Pick<ComparedCase, 'was' | 'is' | 'delta'>,
  outcome: MetricOutcome,
  pen: Pen,
): Row['cells'] {
  const print = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : missing(pen));
  return {
    was: { spans: [pen.span(print(was))], raw: was },
    is: { spans: [pen.span(print(is))], raw: is },
    delta: { spans: [pen.span(humanDelta(delta), outcomeTokens[outcome])], raw: delta },
  };
}

const WORDS = {
  improved: 'better',
  regressed: 'worse',
  stable: 'same',
  floor: 'worse',
  not_comparable: 'differs',
  unscored: 'unscored',
} as const satisfies Record<MetricOutcome, string>;

const CASES_IN_DETAIL = 20;

function itemDetail(item: Item | undefined, pen: Pen): readonly Line[] {
  if (item === undefined) return [];
  const { path, n, was, is, delta, better, worse, same, cases } = item.figure;
  const outcome = movedOutcome(path, is, was);
  const more = cases.length - CASES_IN_DETAIL;
  return [
    [pen.bold(path, 'title')],
    [
      pen.span('A  ', 'muted'),
      pen.span(was.toFixed(4)),
      pen.span('   B  ', 'muted'),
      pen.span(is.toFixed(4)),
      pen.span('   delta  ', 'muted'),
      pen.span(humanDelta(delta), outcomeTokens[outcome]),
    ],
    [pen.span(`${humanInt(n)} cases: ${better} better, ${worse} worse, ${same} same`, 'muted')],
    [],
    ...cases
      .slice(0, CASES_IN_DETAIL)
      .map(
        (one): Line => [
          pen.span(`  ${one.id}  `, item.kind === 'case' && one.id === item.one.id ? 'title' : undefined),
          pen.span(`${one.was.toFixed(3)} -> ${one.is.toFixed(3)}  `, 'muted'),
          pen.span(humanDelta(one.delta), outcomeTokens[movedOutcome(path, one.is, one.was)]),
        ],
      ),
    ...(more > 0 ? [[pen.span(`  and ${humanInt(more)} more`, 'muted')]] : []),
  ];
}
