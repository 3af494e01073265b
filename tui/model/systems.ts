import type { Summary } from '../../evals/score/aggregate.ts';
import { humanCompact, humanDuration } from '../text/human.ts';
import { missing, textCell } from './cells.ts';
import type { Pen } from './pen.ts';
import { runPlace } from './run-frame.ts';
import type { Cell, Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'bucket', title: 'bucket', rank: 0, min: 8, ideal: 12, max: 20, grow: 1 },
  { id: 'cases', title: 'cases', rank: 1, min: 5, ideal: 7, max: 9, grow: 0, align: 'end' },
  { id: 'tokens', title: 'tokens per query', rank: 2, min: 8, ideal: 16, max: 16, grow: 0, align: 'end' },
  { id: 'latency', title: 'latency', rank: 3, min: 8, ideal: 10, max: 12, grow: 0, align: 'end' },
  { id: 'slowest', title: 'slowest', rank: 4, min: 8, ideal: 10, max: 12, grow: 0, align: 'end' },
  { id: 'cost', title: 'cost', rank: 5, min: 6, ideal: 10, max: 12, grow: 0, align: 'end' },
];

/** What answering cost, by how much of the context window the corpus takes. */
export function systemsScreen(place: Place): Screen {
  const at = runPlace(place, 'systems', ['systems']);
  if ('screen' in at) return at.screen;
  const { run, frame } = at;
  const { pen } = place;
  const { systems, latency_ms: latency } = run.report;
  const rows: readonly Row[] =
    systems === undefined
      ? []
      : [
          row('all', run.report.n_cases, systems.tokens_per_query, latency, systems.cost, pen),
          ...Object.entries(systems.buckets).map(([name, one]) =>
            row(name, one.n_cases, one.tokens_per_query, one.latency_ms, one.cost, pen),
          ),
        ];
  return {
    ...frame,
    list: {
      columns: COLUMNS,
      total: rows.length,
      row: index => rows[index],
      focus: index => {
        const one = rows[index];
        return one === undefined ? {} : { id: one.id, value: one.id };
      },
    },
    empty: [[pen.span('this run measured no tokens, latency or cost', 'muted')]],
  };
}

function row(
  name: string,
  cases: number,
  tokens: Summary,
  latency: Summary | undefined,
  cost: number | null,
  pen: Pen,
): Row {
  return {
    id: name,
    cells: {
      bucket: textCell(name, pen),
      cases: number(cases, String, pen),
      tokens: number(tokens.mean, humanCompact, pen),
      latency: number(latency?.mean ?? null, humanDuration, pen),
      slowest: number(latency?.max ?? null, humanDuration, pen),
      cost: number(cost, value => value.toFixed(4), pen),
    },
  };
}

function number(value: number | null, print: (value: number) => string, pen: Pen): Cell {
  return { spans: [pen.span(value === null ? missing(pen) : print(value))], raw: value };
}
