import type { Line } from './harness.ts';

const TITLES = ['what', 'ours', 'peer', '', 'ratio', 'budget', ''];
const RIGHT = new Set([1, 2, 4, 5]);

/** The lines as text in columns. */
export function tableOf(lines: readonly Line[]): string {
  const rows = [TITLES, ...lines.map(cellsOf)];
  const widths = TITLES.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows
    .map(row =>
      row
        .map((cell, i) => padded(cell, i, widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** ok, over, or nothing where there is no budget. */
export function verdictOf({ budget, ratio, ours }: Line): 'ok' | 'over' | '' {
  if (budget === null) return '';
  const value = budget.of === 'ratio' ? (ratio ?? Number.NaN) : ours;
  return value <= (budget.atMost ?? Number.POSITIVE_INFINITY) && value >= (budget.atLeast ?? 0)
    ? 'ok'
    : 'over';
}

function cellsOf(line: Line): readonly string[] {
  const { what, unit, ours, peer, ratio } = line;
  return [
    what,
    `${short(ours)} ${unit}`,
    peer === null ? '' : `${short(peer.value)} ${unit}`,
    peer?.name ?? '',
    ratio === null ? '' : `${ratio.toFixed(2)}x`,
    budgetText(line),
    verdictOf(line),
  ];
}

function budgetText({ budget, unit }: Line): string {
  if (budget === null) return '';
  const mark = budget.atLeast === undefined ? '<=' : '>=';
  return `${mark} ${Number((budget.atLeast ?? budget.atMost ?? 0).toFixed(2))}${budget.of === 'ratio' ? 'x' : ` ${unit}`}`;
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function padded(cell: string, column: number, width: number): string {
  return RIGHT.has(column) ? cell.padStart(width) : cell.padEnd(width);
}
