import { formatInstant } from '../../core/time.ts';
import { METRICS } from '../../evals/score/registry.ts';
import { spark } from '../chart/index.ts';
import { runsFields } from '../filter/fields/runs.ts';
import { screenColumns } from '../layout/screen-columns.ts';
import { formatLink } from '../links.ts';
import { humanAge, humanBytes, humanDuration, humanInt } from '../text/human.ts';
import { blankScreen, pending } from './blank.ts';
import { figureCell, missing, textCell, verdictSign, verdictSpan } from './cells.ts';
import type { RunLine, RunsData } from './data.ts';
import { metricName } from './metric-name.ts';
import { pathCell } from './path-name.ts';
import type { Line, Pen } from './pen.ts';
import { runName } from './run-name.ts';
import type { Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';
import { sortedBy } from './sorted.ts';
import { runsAsked } from './source.ts';

/** All runs, newest first. */
export function runsScreen({ link, source, pen, visit }: Place): Screen {
  const crumbs = ['runs'];
  const { filter } = link.query;
  const resource = runsAsked(link.query, visit.marks);
  const data = source.get(resource);
  if (data === undefined) return pending(crumbs, source, resource, pen);
  return {
    ...blankScreen(crumbs),
    badge: [
      pen.span(
        filter === undefined
          ? `${humanInt(data.all)} runs`
          : `${humanInt(data.lines.length)} of ${humanInt(data.all)} runs`,
        'muted',
      ),
    ],
    list: {
      columns: columns(),
      total: data.lines.length,
      row: index => runRow(data, index, pen),
      focus: index => {
        const line = data.lines[index];
        if (line === undefined) return {};
        const target = line.verdict === 'running' ? 'run/:run/live' : 'run/:run';
        return {
          id: line.id,
          value: line.id,
          link: formatLink(target, { run: line.id }),
          filter: `verdict:${line.verdict}`,
        };
      },
      indexOf: id => data.lines.findIndex(line => line.id === id),
      idAt: index => data.lines[index]?.id,
    },
    sortKeys: Object.keys(SORTED_COLUMNS),
    sorted: sortedBy(link.query, runsFields, SORTED_COLUMNS),
    detail: (index, _column, width) => runDetail(data, index, width, pen),
    empty: emptyLines(filter, pen),
  };
}

const SORTED_COLUMNS: { readonly [key: string]: string } = {
  id: 'run',
  recall: 'recall',
  ndcg: 'ndcg',
  age: 'age',
  cases: 'cases',
};

const TITLES: Readonly<Record<string, string>> = {
  ndcg: 'nDCG',
  worst: 'worst',
};

function columns(): readonly Column[] {
  return screenColumns.runs.map(spec => ({
    ...spec,
    title: TITLES[spec.id] ?? spec.id,
    ...(spec.id === 'cases' ? { align: 'end' as const } : {}),
  }));
}

function runRow(data: RunsData, index: number, pen: Pen): Row | undefined {
  const line = data.lines[index];
  if (line === undefined) return undefined;
  const age = line.startedNs === null ? null : humanAge(line.startedNs, data.nowNs);
  const [worst] = line.worst;
  return {
    id: line.id,
    cells: {
      verdict: width => ({ spans: [verdictWord(line.verdict, width, pen)], raw: line.verdict }),
      run: width => ({ spans: [pen.steady(runName(line.id, width, pen))], raw: line.id }),
      age: textCell(age, pen),
      cases: { ...textCell(line.cases === null ? null : humanInt(line.cases), pen), raw: line.cases },
      recall: figureCell({ value: line.means['hybrid.recall_at_k'] ?? null }, pen),
      ndcg: figureCell({ value: line.means['hybrid.ndcg_at_k'] ?? null }, pen),
      worst: worst === undefined ? { spans: [], raw: null } : pathCell(worst, line.k, pen, 'bad'),
      trend: width => ({ spans: [pen.span(trend(data, index, width, pen))] }),
      tier: textCell(line.tier, pen),
      commit: textCell(line.commit === null ? null : line.commit + (line.dirty === true ? '*' : ''), pen),
    },
  };
}

/** The word that fits; in a single cell its sign. */
function verdictWord(verdict: string, width: number, pen: Pen): ReturnType<typeof verdictSpan> {
  const words = [verdict.replace('_', ' '), SHORT_VERDICTS[verdict] ?? verdict];
  const word = words.find(one => one.length <= width) ?? verdictSign(verdict, pen);
  return { ...verdictSpan(verdict, pen), ...pen.span(word) };
}

const SHORT_VERDICTS: Readonly<Record<string, string>> = {
  unmeasured: 'unmeas.',
  not_comparable: 'differs',
  interrupted: 'stopped',
  unreadable: 'damaged',
};

/** Recall of the runs up to this one, oldest at the left; lists stand newest first. */
function trend(data: RunsData, index: number, width: number, pen: Pen): string {
  const values = data.lines.slice(index, index + width).map(line => line.means['hybrid.recall_at_k'] ?? null);
  return spark(values.reverse(), width, { set: pen.set, min: 0, max: 1 });
}

function runDetail(data: RunsData, index: number, width: number, pen: Pen): readonly Line[] {
  const line = data.lines[index];
  if (line === undefined) return [];
  const facts: readonly (readonly [string, string | null])[] = [
    ['started', line.startedNs === null ? null : startedText(line)],
    ['took', line.tookMs === null ? null : humanDuration(line.tookMs)],
    ['cases', line.cases === null ? null : humanInt(line.cases)],
    ['unscored', line.unscored === null ? null : humanInt(line.unscored)],
    ['tier', line.tier],
    ['k', line.k === null ? null : String(line.k)],
    ['commit', line.commit],
    ['size', line.bytes === null ? null : humanBytes(line.bytes)],
  ];
  return [
    [pen.bold(line.id, 'title')],
    [verdictSpan(line.verdict, pen)],
    ...line.worst.map((path): Line => [pen.span('  '), pen.span(path, 'bad')]),
    ...facts.flatMap(([name, text]): readonly Line[] =>
      text === null ? [] : [[pen.span(name.padEnd(10), 'muted'), pen.span(text)]],
    ),
    [],
    ...METRICS.map((metric): Line => {
      const values = data.lines
        .slice(index, index + 12)
        .map(one => one.means[`hybrid.${metric}`] ?? null)
        .reverse();
      const value = line.means[`hybrid.${metric}`] ?? null;
      return [
        pen.span(metricName(metric, line.k ?? 'k').padEnd(14), 'muted'),
        pen.span((value === null ? missing(pen) : value.toFixed(3)).padEnd(7)),
        pen.span(spark(values, Math.max(1, Math.min(12, width - 22)), { set: pen.set, min: 0, max: 1 })),
      ];
    }),
  ];
}

function startedText({ startedNs }: RunLine): string | null {
  return startedNs === null ? null : `${formatInstant(startedNs).slice(0, 16).replace('T', ' ')}Z`;
}

function emptyLines(filter: string | undefined, pen: Pen): readonly Line[] {
  if (filter !== undefined) return [[pen.span('no run fits the filter: / changes it', 'muted')]];
  return [
    [pen.span('no runs yet')],
    [pen.span('contextful eval run', 'accent'), pen.span(' makes one', 'muted')],
  ];
}
