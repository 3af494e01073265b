import type { JsonObject, JsonValue } from '../../core/json.ts';
import { parseLink } from '../links.ts';
import type { Frame, FrameDetail, FrameList } from '../model/frame.ts';
import type { Line } from '../model/pen.ts';

export const PRINT_SCHEMA = 'contextful.tui.print/1';

/** The view model of a frame for programs: window, tokens, marks, and raw numbers beside the printed ones. */
export function frameJson(frame: Frame): JsonObject {
  return {
    link: frame.link,
    screen: parseLink(frame.link).route,
    size: { columns: frame.size.columns, rows: frame.size.rows },
    layout: frame.kind,
    crumbs: [...frame.crumbs],
    badge: lineJson(frame.badge),
    why: frame.why.map(lineJson),
    tabs: frame.tabs.map(tab => ({ id: tab.id, label: tab.label, active: tab.active })),
    head: frame.head.map(lineJson),
    list: frame.list === null ? null : listJson(frame.list),
    detail: frame.detail === null ? null : detailJson(frame.detail),
    empty: frame.empty.map(lineJson),
    filter: frame.filter ?? null,
    notice: frame.notice === null ? null : { text: frame.notice.text, tone: frame.notice.tone },
    hints: frame.footer.map(({ key, word }) => ({ key, word })),
    overlay:
      frame.overlay === null
        ? null
        : { kind: frame.overlay.kind, title: frame.overlay.title, lines: frame.overlay.lines.map(lineJson) },
  };
}

function listJson(list: FrameList): JsonObject {
  return {
    window: { ...list.window },
    columns: list.columns.map(({ id, width, sorted }) => ({ id, width, sorted })),
    rows: list.rows.map(row => ({
      index: row.index,
      id: row.id,
      cursor: row.cursor,
      marked: row.marked,
      loaded: row.cells.length > 0,
      cells: Object.fromEntries(
        row.cells.map((cell, index) => [
          list.columns[index]?.id ?? String(index),
          { text: textOf(cell.line), value: cell.raw ?? null, tokens: tokensOf(cell.line) },
        ]),
      ),
    })),
    progress: list.progress ?? null,
  };
}

function detailJson(detail: FrameDetail): JsonObject {
  return {
    window: { ...detail.window },
    placement: detail.placement,
    active: detail.active,
    lines: detail.lines.map(lineJson),
  };
}

function lineJson(line: Line): JsonValue {
  return line.flatMap(span => (span.text === '' ? [] : [{ text: span.text, token: span.token ?? null }]));
}

function textOf(line: Line): string {
  return line
    .map(span => span.text)
    .join('')
    .trim();
}

function tokensOf(line: Line): JsonValue {
  return [...new Set(line.flatMap(span => span.token ?? []))];
}
