import { join } from 'node:path';
import { makeFolder, stageFile } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import { sha256Hex } from '../../core/digest.ts';
import { frameJson, PRINT_SCHEMA } from '../linear/json.ts';
import { frameLines } from '../linear/lines.ts';
import { plainText } from '../linear/print.ts';
import { lineText } from '../model/fit.ts';
import type { Cell, ListSource } from '../model/screen.ts';
import type { Session } from '../session.ts';
import { here } from '../state/state.ts';
import { humanInt } from '../text/human.ts';

export type ExportFormat = 'txt' | 'json' | 'csv';

const FOLDER = '.contextful/exports';

/** Writes what a screen shows with all its rows, aside and then renamed; answers with the path (tui-cli.md 19). */
export async function exportScreen(format: ExportFormat, session: Session, root: string): Promise<string> {
  const { link } = here(session.state());
  const file = `${FOLDER}/${exportName(link)}.${format}`;
  await makeFolder(join(root, FOLDER));
  const staged = await stageFile(join(root, file), contents[format](session), { mode: 0o600 });
  await staged.land();
  const { total } = session.screen().list;
  return `wrote ${file}${total > 0 ? `, ${humanInt(total)} rows` : ''}`;
}

/** A link as a file's name: equal links have equal names. */
export function exportName(link: string): string {
  const name = link.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|-+$/g, '');
  const isWhole = name.length <= MOST_NAME && !link.includes('?') && !link.includes('%');
  return isWhole ? name : `${name.slice(0, MOST_NAME)}-${sha256Hex(link).slice(0, 8)}`;
}

const MOST_NAME = 100;

const contents: Readonly<Record<ExportFormat, (session: Session) => string | Iterable<string>>> = {
  txt: session => plainText(frameLines(wholeFrame(session), session.pen)),
  json: session => documentJson({ schema: PRINT_SCHEMA, data: frameJson(wholeFrame(session)) }),
  csv: session => csvLines(session.screen().list),
};

/** Without what lies over the screen. */
function wholeFrame(session: Session): ReturnType<Session['frame']> {
  const { columns } = session.state().size;
  return { ...session.frame({ columns, rows: null }), overlay: null, notice: null };
}

/** RFC 4180: a header with the ids of all columns, then every row with its original values. */
function* csvLines(list: ListSource): Generator<string> {
  yield csvLine(list.columns.map(({ id }) => id));
  for (let index = 0; index < list.total; index += 1) {
    const row = list.row(index);
    yield csvLine(list.columns.map(({ id }) => originalOf(row?.cells[id])));
  }
}

function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(',')}\r\n`;
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

const WIDE = 10_000;

function originalOf(cell: Cell | ((width: number) => Cell) | undefined): string {
  const made = typeof cell === 'function' ? cell(WIDE) : cell;
  if (made === undefined || made.raw === null) return '';
  if (made.raw === undefined) return inert(lineText(made.spans).trim());
  return typeof made.raw === 'number' ? String(made.raw) : inert(made.raw);
}

/** A text of others that a spreadsheet would take for a formula begins with an apostrophe. */
function inert(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}
