import { type Safe, type SymbolSet, safePane } from '../../core/safe-text.ts';
import { cells, graphemes } from './cells.ts';
import { isSameStyle, type LogStyle, restyled } from './log-style.ts';

export type LogSpan = LogStyle & { readonly text: Safe };
/** Neighbours differ in their style, and none is empty. */
export type LogLine = readonly LogSpan[];

/**
 * The output of a program as lines [text.log]: SGR becomes style, every other sequence is dropped, CR starts the
 * line anew, backspace takes a grapheme away, the rest is made safe. A style holds over line breaks. Bytes are
 * UTF-8; what is no UTF-8 shows as U+FFFD. A log that ends in a line break ends in an empty line.
 */
export function logLines(log: Uint8Array | string, set: SymbolSet = 'utf8'): readonly LogLine[] {
  const text = typeof log === 'string' ? log : new TextDecoder('utf-8', { ignoreBOM: true }).decode(log);
  const done: LogLine[] = [];
  let line: Draft = { pieces: [], isRewound: false };
  let style: LogStyle = {};
  for (const [token] of sevenBit(text).matchAll(TOKEN)) {
    if (token === '\n') {
      done.push(drawn(line, set));
      line = { pieces: [], isRewound: false };
    } else if (token === '\r') line = { ...line, isRewound: true };
    else if (token === '\b') line = shortened(line);
    else if (token.startsWith('\u001b')) style = styleAfter(style, token);
    else line = written(line, token, style);
  }
  return [...done, drawn(line, set)];
}

/**
 * What comes next: a control that we obey, a sequence, whole or torn, or text up to the next of these. A string
 * sequence ends at its terminator, and at the latest with its line: a torn one must not hide the rest of a log.
 */
const TOKEN =
  /[\n\r\b]|\u001b(?:\[[0-?]*[ -/]*[@-~]?|\][^\u0007\u0018\u001a\u001b\n]*(?:\u0007|\u001b\\)?|[PX^_][^\u0018\u001a\u001b\n]*(?:\u001b\\)?|[ -/]*[0-Z\\`-~]?)|[^\n\r\b\u001b]+/g;
const SGR = /^\u001b\[([\d;:]*)m$/;

function styleAfter(style: LogStyle, sequence: string): LogStyle {
  const parameters = SGR.exec(sequence)?.[1];
  return parameters === undefined ? style : restyled(style, parameters);
}

/** The introducers and the terminator that C1 has in one character, as the two that everybody sends. */
function sevenBit(text: string): string {
  return text.replace(
    /[\u0090\u0098\u009b-\u009f]/g,
    sign => `\u001b${String.fromCharCode(sign.charCodeAt(0) - 0x40)}`,
  );
}

type Piece = { readonly text: string; readonly style: LogStyle };
/** `isRewound`: after a CR the next text replaces the line, so that `CR LF` still ends it whole. */
type Draft = { readonly pieces: Piece[]; readonly isRewound: boolean };

function written({ pieces, isRewound }: Draft, text: string, style: LogStyle): Draft {
  const kept = isRewound ? [] : pieces;
  const last = kept.at(-1);
  if (last !== undefined && isSameStyle(last.style, style)) {
    kept[kept.length - 1] = { text: last.text + text, style };
  } else kept.push({ text, style });
  return { pieces: kept, isRewound: false };
}

function shortened({ pieces, isRewound }: Draft): Draft {
  const last = pieces.at(-1);
  if (isRewound || last === undefined) return { pieces, isRewound };
  const text = last.text.slice(0, -lastGrapheme(last.text).length);
  if (text === '') pieces.pop();
  else pieces[pieces.length - 1] = { ...last, text };
  return { pieces, isRewound };
}

/** Looked for near the end only: a spinner takes back one grapheme of a long line many times. */
function lastGrapheme(text: string): string {
  return graphemes(text.slice(-LONGEST_GRAPHEME)).at(-1) ?? text;
}

const LONGEST_GRAPHEME = 64;

function drawn({ pieces }: Draft, set: SymbolSet): LogLine {
  const tabs = pieces.findLastIndex(({ text }) => text.includes('\t'));
  const line: LogSpan[] = [];
  let column = 0;
  for (const [index, { text, style }] of pieces.entries()) {
    const shown = safePane(text, cells, set, column);
    // Only tabs ask for the column, and to measure a long line costs more than to draw it.
    if (index < tabs) column += cells(shown);
    line.push({ text: shown, ...style });
  }
  return line;
}
