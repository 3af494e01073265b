import { cells, padEnd, padStart } from '../../tui/text/cells.ts';

export type TextColumn = { readonly title: string; readonly align?: 'right' };

/** Rows as aligned text, one blank pair between columns, never cut: a result is whole (tui-cli.md 4). */
export function tableText(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const all = [columns.map(column => column.title), ...rows];
  const widths = columns.map((_, index) => Math.max(...all.map(row => cells(row[index] ?? ''))));
  return all
    .map(
      row =>
        `${columns
          .map((column, index) => pad(row[index] ?? '', widths[index] ?? 0, column))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function pad(text: string, width: number, { align }: TextColumn): string {
  return align === 'right' ? padStart(text, width) : padEnd(text, width);
}
