import { fitLine, lineCells } from '../model/fit.ts';
import { crumbText, type Frame, type FrameDetail, type FrameList, type FrameRow } from '../model/frame.ts';
import type { OverlayView } from '../model/overlay-view.ts';
import type { Line, Pen, Span } from '../model/pen.ts';
import { cells } from '../text/cells.ts';
import { symbols } from '../theme/symbols.ts';

/** One row of the terminal: its spans fill the width exactly. `selected` colours it whole. */
export type DrawnLine = { readonly line: Line; readonly selected?: true };

/**
 * A frame as rows of exactly `columns` cells, at most as many as the terminal has (tui-cli.md 12, 13). The first
 * frame, `--print`, exports and the Ink components draw these very lines, so they can not differ.
 */
export function frameLines(frame: Frame, pen: Pen): readonly DrawnLine[] {
  const { columns, rows } = frame.size;
  if (frame.kind === 'nothing') return [plain([pen.span(`${columns}x${rows ?? 0}`)], columns, pen)];
  if (frame.kind === 'too-small') return tooSmall(frame, pen);
  const above = [
    headerLine(frame, pen),
    ...frame.why.map(line => plain(line, columns, pen)),
    ...tabLine(frame, pen),
  ];
  const head = frame.head.map(line => plain(line, columns, pen));
  const below = [...statusLine(frame, pen), footerLine(frame, pen)];
  const body = frame.overlay === null ? bodyLines(frame, pen) : overlayLines(frame.overlay, frame, pen);
  if (rows === null) return [...above, ...head, ...body, ...below];
  const room = Math.max(0, rows - above.length - head.length - below.length);
  const shown = body.slice(0, room);
  const blank = plain([], columns, pen);
  return [
    ...above,
    ...head,
    ...shown,
    ...Array.from({ length: room - shown.length }, () => blank),
    ...below,
  ].slice(0, rows);
}

function headerLine(frame: Frame, pen: Pen): DrawnLine {
  const { columns } = frame.size;
  const badge = frame.badge;
  const badgeCells = badge.reduce((sum, span) => sum + cells(span.text), 0);
  const room = Math.max(0, columns - badgeCells - 2);
  const crumbs = crumbText(
    frame.crumbs.map(crumb => pen.span(crumb).text),
    room,
    symbols(pen.set),
  );
  if (room === 0) return plain(badge, columns, pen);
  const left = fitLine([pen.bold(crumbs, 'title')], room, pen);
  return { line: [...left, pen.span(' '.repeat(columns - room - badgeCells)), ...badge] };
}

function tabLine(frame: Frame, pen: Pen): readonly DrawnLine[] {
  if (frame.tabs.length === 0) return [];
  const { columns } = frame.size;
  let named = frame.tabs.length;
  while (named > 0 && lineCells(tabSpans(frame, named, pen)) > columns) named -= 1;
  return [plain(tabSpans(frame, named, pen), columns, pen)];
}

/** Tabs are reached by their numbers; where the line is short the last lose their names, never the one shown. */
function tabSpans(frame: Frame, named: number, pen: Pen): Line {
  return frame.tabs.flatMap((tab, index): readonly Span[] => {
    const text = index < named || tab.active ? `${index + 1} ${tab.label}` : String(index + 1);
    return [
      pen.span(index === 0 ? '' : '  '),
      tab.active ? pen.bold(text, 'accent') : pen.span(text, 'muted'),
    ];
  });
}

function bodyLines(frame: Frame, pen: Pen): readonly DrawnLine[] {
  const { list, detail, empty } = frame;
  const { columns } = frame.size;
  if (list === null) return (detail?.lines ?? []).map(line => plain(line, columns, pen));
  const left =
    list.window.total === 0
      ? empty.map(line => plain([pen.span('  '), ...line], list.width, pen))
      : listLines(list, pen);
  if (detail === null) return left;
  if (detail.placement === 'below') {
    const { rule: plainRule, activeRule } = symbols(pen.set);
    const rule = (detail.active ? activeRule : plainRule).repeat(columns);
    return [
      ...padded(left, list, frame, detail, pen),
      plain([pen.span(rule, detail.active ? 'accent' : 'border')], columns, pen),
      ...detail.lines.map(line => plain(line, columns, pen)),
    ];
  }
  return beside(left, list, detail, pen);
}

/** The preview keeps its place at the bottom, however short the list is. */
function padded(
  left: readonly DrawnLine[],
  list: FrameList,
  frame: Frame,
  detail: FrameDetail,
  pen: Pen,
): readonly DrawnLine[] {
  const { rows, columns } = frame.size;
  if (rows === null) return left;
  const around =
    1 +
    frame.why.length +
    (frame.tabs.length > 0 ? 1 : 0) +
    frame.head.length +
    (hasStatus(frame) ? 1 : 0) +
    1;
  const height = Math.max(left.length, rows - around - detail.height - 1);
  const blank = plain([], columns, pen);
  return [...left, ...Array.from({ length: height - left.length }, () => blank)].slice(
    0,
    Math.max(height, list.rows.length + 1),
  );
}

function beside(
  left: readonly DrawnLine[],
  list: FrameList,
  detail: FrameDetail,
  pen: Pen,
): readonly DrawnLine[] {
  const height = Math.max(left.length, detail.lines.length);
  const { divider: plainDivider, activeDivider } = symbols(pen.set);
  const sign = detail.active ? activeDivider : plainDivider;
  const divider = pen.span(` ${sign} `, detail.active ? 'accent' : 'border');
  return Array.from({ length: height }, (_, index): DrawnLine => {
    const one = left[index];
    const line = one?.line ?? fitLine([], list.width, pen);
    const right = fitLine(detail.lines[index] ?? [], detail.width, pen);
    const shown = one?.selected === true ? line.map(span => ({ ...span, selected: true as const })) : line;
    return { line: [...shown, divider, ...right] };
  });
}

function listLines(list: FrameList, pen: Pen): readonly DrawnLine[] {
  const header = plain(
    joined(
      list.columns.map(column => column.title),
      pen,
      '  ',
    ),
    list.width,
    pen,
  );
  const more =
    list.progress === undefined ? [] : [plain([pen.span(`  ${list.progress}`, 'muted')], list.width, pen)];
  return [header, ...list.rows.map(row => rowLine(row, list, pen)), ...more];
}

function rowLine(row: FrameRow, list: FrameList, pen: Pen): DrawnLine {
  const signs = symbols(pen.set);
  const marker = `${row.cursor ? signs.cursor : ' '}${row.marked ? '+' : ' '}`;
  if (row.cells.length === 0)
    return plain([pen.span(`${marker}${signs.ellipsis}`, 'muted')], list.width, pen);
  const lines = row.cells.map(cell =>
    cell.cursor ? cell.line.map(span => ({ ...span, bold: true as const })) : cell.line,
  );
  const drawn = plain(joined(lines, pen, marker), list.width, pen);
  return row.cursor ? { ...drawn, selected: true } : drawn;
}

function joined(parts: readonly Line[], pen: Pen, marker: string): Line {
  return parts.flatMap((line, index) => [pen.span(index === 0 ? marker : '  '), ...line]);
}

function hasStatus(frame: Frame): boolean {
  return frame.draft !== null || frame.filter !== undefined || frame.notice !== null;
}

/** The line above the footer: the filter while it is typed or holds, else what was last said. */
function statusLine(frame: Frame, pen: Pen): readonly DrawnLine[] {
  const { columns } = frame.size;
  if (frame.draft !== null)
    return [plain(draftLine('/', frame.draft.text, frame.draft.caret, frame.draft.fault, pen), columns, pen)];
  if (frame.notice !== null) {
    const token = frame.notice.tone === 'info' ? 'info' : frame.notice.tone;
    return [plain([pen.span(frame.notice.text, token)], columns, pen)];
  }
  return frame.filter === undefined ? [] : [plain([pen.span(`/${frame.filter}`, 'accent')], columns, pen)];
}

/** The caret is drawn by us: the terminal's own is hidden. */
function draftLine(label: string, text: string, caret: number, fault: string | undefined, pen: Pen): Line {
  const points = Array.from(text);
  const at = points[caret] ?? ' ';
  return [
    pen.span(label, 'accent'),
    pen.span(points.slice(0, caret).join('')),
    { ...pen.span(at), selected: true },
    pen.span(points.slice(caret + 1).join('')),
    ...(fault === undefined ? [] : [pen.span(`  ${fault}`, 'bad')]),
  ];
}

function footerLine(frame: Frame, pen: Pen): DrawnLine {
  const hint = frame.overlay?.hint;
  if (hint !== undefined) return plain([pen.span(hint, 'muted')], frame.size.columns, pen);
  if (frame.draft !== null)
    return plain([pen.span('enter filters  esc leaves it as it was', 'muted')], frame.size.columns, pen);
  const spans = frame.footer.flatMap(({ key, word }, index): readonly Span[] => [
    pen.span(index === 0 ? '' : '  '),
    pen.bold(key, 'accent'),
    pen.span(` ${word}`, 'muted'),
  ]);
  return plain(spans, frame.size.columns, pen);
}

function overlayLines(overlay: OverlayView, frame: Frame, pen: Pen): readonly DrawnLine[] {
  const { columns } = frame.size;
  const title = plain([pen.bold(overlay.title, 'title')], columns, pen);
  const { input } = overlay;
  const typed =
    input === null
      ? []
      : [plain(draftLine(input.label, input.text, input.caret, undefined, pen), columns, pen)];
  const lines = overlay.lines.slice(overlay.from).map((line, index): DrawnLine => {
    const chosen = overlay.cursor === index + overlay.from;
    const drawn = plain([pen.span(chosen ? `${symbols(pen.set).cursor} ` : '  '), ...line], columns, pen);
    return chosen ? { ...drawn, selected: true } : drawn;
  });
  return [title, ...typed, ...lines];
}

function tooSmall(frame: Frame, pen: Pen): readonly DrawnLine[] {
  const { columns, rows } = frame.size;
  const dash = pen.set === 'ascii' ? '-' : '—';
  const text = `contextful needs 60x15, this is ${columns}x${rows ?? 0} ${dash} try: contextful tui --print ${frame.link}`;
  const lines: DrawnLine[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && cells(line) + 1 + cells(word) > columns) {
      lines.push(plain([pen.span(line)], columns, pen));
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, plain([pen.span(line)], columns, pen)].slice(0, rows ?? undefined);
}

function plain(line: Line, width: number, pen: Pen): DrawnLine {
  return { line: fitLine(line, width, pen) };
}
