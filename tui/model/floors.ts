import type { FloorCheck } from '../../evals/gate/floors.ts';
import { figurePair, figureText } from '../../evals/gate/print.ts';
import { textCell } from './cells.ts';
import { figureDetail } from './figure-detail.ts';
import { floorFigure } from './floor-figure.ts';
import { pathCell } from './path-name.ts';
import type { Pen } from './pen.ts';
import { runPlace } from './run-frame.ts';
import type { Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'state', title: '', rank: 0, min: 4, ideal: 8, max: 8, grow: 0 },
  { id: 'path', title: 'floor', rank: 0, min: 20, ideal: 24, max: 60, grow: 1 },
  { id: 'measured', title: 'measured', rank: 1, min: 8, ideal: 9, max: 12, grow: 0, align: 'end' },
  { id: 'bound', title: 'bound', rank: 1, min: 8, ideal: 10, max: 12, grow: 0, align: 'end' },
  { id: 'n', title: 'n', rank: 2, min: 4, ideal: 6, max: 8, grow: 0, align: 'end' },
  { id: 'source', title: 'source', rank: 3, min: 8, ideal: 8, max: 8, grow: 0 },
];

/** Every floor that was checked, breached ones first. */
export function floorsScreen(place: Place): Screen {
  const at = runPlace(place, 'floors', ['floors']);
  if ('screen' in at) return at.screen;
  const { run, frame } = at;
  const { pen } = place;
  const all = run.floors?.checks ?? [];
  const checks = [...all.filter(check => !check.holds), ...all.filter(check => check.holds)];
  return {
    ...frame,
    list: {
      columns: COLUMNS,
      total: checks.length,
      row: index => floorRow(checks[index], run.report.run.k, pen),
      focus: index => {
        const check = checks[index];
        return check === undefined ? {} : { id: check.path, value: check.path };
      },
    },
    detail: index => figureDetail(run, floorFigure(checks[index]?.path ?? ''), pen),
    empty: [[pen.span('no floors were checked in this run', 'muted')]],
  };
}

function floorRow(check: FloorCheck | undefined, k: number, pen: Pen): Row | undefined {
  if (check === undefined) return undefined;
  const sign = check.side === 'at_least' ? '>=' : '<=';
  const [measured, bound] =
    check.measured === null
      ? [figureText(null), check.bound.toFixed(4)]
      : figurePair(check.measured, check.bound);
  return {
    id: check.path,
    cells: {
      state: {
        spans: [pen.span(check.holds ? 'held' : 'breached', check.holds ? 'ok' : 'bad')],
        raw: check.holds ? 'held' : 'breached',
      },
      path: pathCell(check.path, k, pen),
      measured: { spans: [pen.span(measured, check.holds ? undefined : 'bad')], raw: check.measured },
      bound: { spans: [pen.span(`${sign} ${bound}`)], raw: check.bound },
      n: { spans: [pen.span(check.n === null ? '' : String(check.n), 'muted')], raw: check.n },
      source: textCell(check.source.replace('_', ' '), pen, 'muted'),
    },
  };
}
