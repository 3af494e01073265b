import { pending } from './blank.ts';
import { textCell } from './cells.ts';
import type { Contribution, ExplainedFigure, RunData } from './data.ts';
import { figureDetail } from './figure-detail.ts';
import { floorFigure } from './floor-figure.ts';
import { marginsList, marginsOf } from './margins.ts';
import { pathCell } from './path-name.ts';
import type { Line, Pen } from './pen.ts';
import { comparedText, runPlace, type ShownRun } from './run-frame.ts';
import type { Column, Focus, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'case', title: 'case', rank: 0, min: 14, ideal: 26, max: 50, grow: 1, cut: 'middle' },
  { id: 'blame', title: 'blame', rank: 1, min: 8, ideal: 14, max: 16, grow: 0 },
  { id: 'part', title: 'part', rank: 2, min: 7, ideal: 8, max: 8, grow: 0, align: 'end' },
  { id: 'share', title: 'share', rank: 3, min: 5, ideal: 5, max: 5, grow: 0, align: 'end' },
  { id: 'running', title: 'sum', rank: 4, min: 5, ideal: 5, max: 5, grow: 0, align: 'end' },
  { id: 'rows', title: 'rows', rank: 5, min: 16, ideal: 40, max: 120, grow: 3 },
];

type Item =
  | { readonly kind: 'figure'; readonly figure: ExplainedFigure }
  | {
      readonly kind: 'case';
      readonly figure: ExplainedFigure;
      readonly place: number;
      readonly one: Contribution;
    };

/** Which cases and rows make up each figure that fell; the cursor begins on the first case. */
export function explainScreen(place: Place): Screen {
  const at = runPlace(place, 'explain', ['explain']);
  if ('screen' in at) return at.screen;
  const { run, frame, link } = at;
  const { pen, source } = place;
  if (!run.figures.some(figure => figure.red)) return greenScreen(at, pen);
  const resource = { kind: 'explanations', run: at.id, vs: place.link.query.vs } as const;
  const figures = source.get(resource);
  if (figures === undefined) {
    const { empty, waiting } = pending(frame.crumbs, source, resource, pen);
    return { ...frame, why: () => [], empty, waiting };
  }
  const items = itemsOf(figures);
  return {
    ...frame,
    why: () => [],
    head: width => headLines(run, figures[0], width, pen),
    list: {
      columns: COLUMNS,
      total: items.total,
      row: index => itemRow(items.at(index), run.report.run.k, pen),
      focus: index => itemFocus(items.at(index), id => link('run/:run/case/:case', { case: id })),
    },
    detail: index => itemDetail(items.at(index), pen),
  };
}

function itemFocus(item: Item | undefined, linkOf: (id: string) => string): Focus {
  if (item === undefined) return {};
  if (item.kind === 'figure') return { id: item.figure.path, value: item.figure.headline };
  const { id, file, line } = item.one;
  return {
    id,
    value: id,
    link: linkOf(id),
    ...(file === '' ? {} : { place: { file, line, column: 1 } }),
  };
}

/** Nothing to explain: what would turn red first. */
function greenScreen({ run, frame }: ShownRun, pen: Pen): Screen {
  const margins = marginsOf(run);
  return {
    ...frame,
    why: () => [],
    head: () => [
      [pen.span('no figure is red', 'ok')],
      ...(run.headline === null ? [] : [[pen.span(run.headline, 'muted')]]),
      [pen.span(comparedText(run), 'muted')],
    ],
    list: marginsList(margins, run.report.run.k, pen),
    detail: index => figureDetail(run, floorFigure(margins[index]?.path ?? ''), pen),
    empty: [
      [pen.span('this run was held against no baseline and no floor, so nothing can turn red', 'muted')],
    ],
  };
}

type Items = { readonly total: number; readonly at: (index: number) => Item | undefined };

/** The first figure's headline stands above the list; further ones are rows of it. */
function itemsOf(figures: readonly ExplainedFigure[]): Items {
  let total = 0;
  const parts = figures.map((figure, i) => {
    const from = total;
    const cases = from + (i === 0 ? 0 : 1);
    total = cases + figure.contributions.length;
    return { figure, from, cases, to: total };
  });
  return {
    total,
    at: index => {
      const part = parts.find(({ from, to }) => from <= index && index < to);
      if (part === undefined) return undefined;
      const { figure, cases } = part;
      if (index < cases) return { kind: 'figure', figure };
      const one = figure.contributions.at(index - cases);
      return one === undefined ? undefined : { kind: 'case', figure, place: index - cases, one };
    },
  };
}

function headLines(
  run: RunData,
  first: ExplainedFigure | undefined,
  _width: number,
  pen: Pen,
): readonly Line[] {
  if (first === undefined) return [[pen.span(comparedText(run), 'muted')]];
  const blames = first.blames.map(([blame, count]) => `${count} ${blame}`).join(', ');
  return [
    [pen.span(first.headline, first.red ? 'bad' : 'text')],
    ...(blames === '' ? [] : [[pen.span(`rows lost: ${blames}`, 'muted')]]),
    ...first.tags.map(
      (tag): Line => [
        pen.span(`tag ${tag.tag}`, 'accent'),
        pen.span(
          ` x${tag.lift.toFixed(1)}: ${tag.worse} of ${tag.of} cases worse, ${chanceText(tag.p)}`,
          'muted',
        ),
      ],
    ),
    ...(first.carried === null || Math.abs(first.carried) < 5e-5
      ? []
      : [[pen.span(`carried from earlier raises: ${first.carried.toFixed(4)}`, 'muted')]]),
    [pen.span(comparedText(run), 'muted')],
  ];
}

function chanceText(p: number): string {
  return p < 0.0001 ? 'p < 0.0001' : `p ${p.toFixed(4)}`;
}

function itemRow(item: Item | undefined, k: number, pen: Pen): Row | undefined {
  if (item === undefined) return undefined;
  if (item.kind === 'figure') {
    return {
      id: item.figure.path,
      muted: true,
      cells: {
        case: pathCell(item.figure.path, k, pen, 'bad'),
        rows: textCell(item.figure.headline, pen, 'muted'),
      },
    };
  }
  const { one } = item;
  const worse = one.share > 0;
  return {
    id: one.id,
    cells: {
      case: textCell(one.id, pen),
      blame: one.blame === null ? { spans: [], raw: null } : textCell(one.blame, pen, 'bad'),
      part: { spans: [pen.span(one.contribution.toFixed(4), worse ? 'bad' : 'ok')], raw: one.contribution },
      share: { spans: [pen.span(`${Math.round(one.share * 100)}%`)], raw: one.share },
      running: { spans: [pen.span(`${Math.round(one.cumulative * 100)}%`, 'muted')], raw: one.cumulative },
      rows: textCell(item.figure.contributions.rows(item.place).join('; '), pen, 'muted'),
    },
  };
}

function itemDetail(item: Item | undefined, pen: Pen): readonly Line[] {
  if (item === undefined) return [];
  if (item.kind === 'figure')
    return [[pen.bold(item.figure.path, 'title')], [pen.span(item.figure.headline)]];
  const { one, figure, place } = item;
  return [
    [pen.bold(one.id, 'title'), pen.span(one.file === '' ? '' : `  ${one.file}:${one.line}`, 'muted')],
    [
      pen.span(`${one.contribution.toFixed(4)}`, one.share > 0 ? 'bad' : 'ok'),
      pen.span(` of ${figure.path}`, 'muted'),
    ],
    ...(one.blame === null ? [] : [[pen.span('blame ', 'muted'), pen.span(one.blame, 'bad')]]),
    ...figure.contributions.rows(place).map((row): Line => [pen.span(`  ${row}`)]),
  ];
}
