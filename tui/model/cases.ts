import { METRICS, type Metric } from '../../evals/score/registry.ts';
import { LEGS } from '../../evals/store/port.ts';
import { casesFields } from '../filter/fields/cases.ts';
import { screenColumns } from '../layout/screen-columns.ts';
import { humanInt } from '../text/human.ts';
import { outcomeGlyphs } from '../text/metric-cell.ts';
import { truncateEnd } from '../text/truncate.ts';
import { pending } from './blank.ts';
import { figureCell, missing, outcomeTokens, textCell } from './cells.ts';
import type { CaseLineView, CasesData } from './data.ts';
import { metricName } from './metric-name.ts';
import { movedOutcome } from './outcome-of.ts';
import type { Line, Pen, Span } from './pen.ts';
import { runBadge, runPlace } from './run-frame.ts';
import type { Column, Focus, ListSource, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';
import { sortedBy } from './sorted.ts';

/** The cases of a run, filtered and sorted. */
export function casesScreen(place: Place): Screen {
  const at = runPlace(place, 'cases', ['cases']);
  if ('screen' in at) return at.screen;
  const { source, pen, link, visit } = place;
  const { vs, filter, sort } = link.query;
  const marks = filter?.includes('marked') === true ? visit.marks : undefined;
  const resource = { kind: 'cases', run: at.id, vs, filter, sort, marks } as const;
  const cases = source.get(resource);
  if (cases === undefined) {
    const waiting = pending(at.frame.crumbs, source, resource, pen);
    return { ...at.frame, empty: waiting.empty, waiting: waiting.waiting };
  }
  return {
    ...at.frame,
    badge: runBadge(at.run, pen, countText(cases, filter, pen)),
    list: caseList(cases, id => at.link('run/:run/case/:case', { case: id }), pen),
    sortKeys: Object.keys(SORTED_COLUMNS),
    sorted: sortedBy(link.query, casesFields, SORTED_COLUMNS),
    detail: index => caseLineDetail(cases.row(index), pen),
    empty: [
      [
        pen.span(
          cases.all === 0 ? 'this run has no cases' : 'no case fits the filter: / changes it',
          'muted',
        ),
      ],
    ],
  };
}

/** Keys that `s` goes through, each with the column that tells of it. */
const SORTED_COLUMNS: { readonly [key: string]: string } = {
  outcome: 'outcome',
  id: 'case',
  'lexical.recall': 'lexical',
  'vector.recall': 'vector',
  recall: 'hybrid',
  'd.recall': 'hybrid',
  moved: 'moved',
  gold: 'gold',
  cause: 'cause',
  tag: 'tags',
  question: 'question',
};

/** A list of cases for any screen that shows them. */
export function caseList(cases: CasesData, linkOf: (id: string) => string, pen: Pen): ListSource {
  return {
    columns: caseColumns(),
    total: cases.total,
    row: index => caseRow(cases.row(index), pen),
    focus: index => {
      const one = cases.row(index);
      return one === undefined ? {} : caseFocus(one, linkOf(one.id));
    },
    indexOf: cases.indexOf,
    idAt: cases.idAt,
    ...(cases.progress === undefined ? {} : { progress: cases.progress }),
  };
}

function caseFocus(one: CaseLineView, link: string): Focus {
  return {
    id: one.id,
    value: one.question,
    link,
    filter: `outcome:${one.outcome}`,
    place: { file: one.file, line: one.line, column: 1 },
  };
}

const PROSE: ReadonlySet<string> = new Set(['question', 'tags']);

function caseColumns(): readonly Column[] {
  return screenColumns.cases.map(spec => ({
    ...spec,
    title: spec.id,
    ...(PROSE.has(spec.id) ? {} : spec.id === 'case' ? { cut: 'middle' as const } : {}),
  }));
}

const OUTCOME_TOKENS = new Map([
  ['pass', 'ok'],
  ['fail', 'bad'],
  ['error', 'bad'],
  ['unscored', 'warn'],
  ['skipped', 'muted'],
] as const);

function outcomeToken(outcome: string): 'ok' | 'bad' | 'warn' | 'muted' | 'text' {
  for (const [name, token] of OUTCOME_TOKENS) if (name === outcome) return token;
  return 'text';
}

function caseRow(one: CaseLineView | undefined, pen: Pen): Row | undefined {
  if (one === undefined) return undefined;
  const [found, of] = one.gold;
  return {
    id: one.id,
    cells: {
      outcome: { spans: [pen.span(one.outcome, outcomeToken(one.outcome))], raw: one.outcome },
      case: textCell(one.id, pen),
      ...Object.fromEntries(LEGS.map(leg => [leg, recallCell(one, leg, pen)])),
      moved: one.moved === null ? textCell(null, pen) : textCell(one.moved, pen),
      gold: { spans: [pen.span(`${found}/${of}`, found < of ? 'warn' : 'muted')], raw: found },
      cause: one.cause === null ? { spans: [], raw: null } : textCell(one.cause, pen, 'bad'),
      tags: textCell(one.tags.join(' '), pen, 'muted'),
      question: textCell(one.question, pen),
    },
  };
}

function recallCell(one: CaseLineView, leg: string, pen: Pen): ReturnType<typeof figureCell> {
  const path = `${leg}.recall_at_k`;
  const value = one.figures[path] ?? null;
  const before = one.before[path] ?? null;
  return figureCell(
    {
      value,
      delta: value === null || before === null ? null : value - before,
      outcome: value === null ? 'unscored' : before === null ? undefined : movedOutcome(path, value, before),
    },
    pen,
    'recall',
  );
}

function caseLineDetail(one: CaseLineView | undefined, pen: Pen): readonly Line[] {
  if (one === undefined) return [];
  return [
    [pen.bold(one.id, 'title'), pen.span(`  ${one.file}:${one.line}`, 'muted')],
    ...pen.lines(one.question),
    [
      pen.span('outcome  ', 'muted'),
      pen.span(one.outcome, outcomeToken(one.outcome)),
      pen.span(one.cause === null ? '' : `  ${one.cause}`, 'bad'),
    ],
    [pen.span(`${''.padEnd(NAME_CELLS)}${LEGS.map(leg => leg.padEnd(FIGURE_CELLS)).join('')}`, 'muted')],
    ...METRICS.map(metric => figureLine(one, metric, pen)),
    [pen.span('tags     ', 'muted'), pen.span(one.tags.join(' '))],
  ];
}

function countText({ total, all }: CasesData, filter: string | undefined, { set }: Pen): string {
  if (filter === undefined) return `${humanInt(all)} cases`;
  return `${humanInt(total)} of ${humanInt(all)} (${truncateEnd(filter, FILTER_CELLS, set)})`;
}

const NAME_CELLS = 14;
const FIGURE_CELLS = 11;

/** One metric on each leg, with how it stands against the compared run. */
function figureLine(one: CaseLineView, metric: Metric, pen: Pen): Line {
  return [
    pen.span(metricName(metric, 'k').padEnd(NAME_CELLS), 'muted'),
    ...LEGS.flatMap((leg): readonly Span[] => {
      const path = `${leg}.${metric}`;
      const value = one.figures[path] ?? null;
      const before = one.before[path] ?? null;
      const outcome = value === null || before === null ? undefined : movedOutcome(path, value, before);
      const glyph = outcome === undefined ? '' : outcomeGlyphs[outcome][pen.set];
      const text = value === null ? missing(pen) : `${value.toFixed(3)} ${glyph}`;
      return [
        pen.span(text.padEnd(FIGURE_CELLS), outcome === undefined ? undefined : outcomeTokens[outcome]),
      ];
    }),
  ];
}

/** The line at the bottom has the whole filter. */
const FILTER_CELLS = 16;
