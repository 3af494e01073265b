import { graphemes } from '../text/cells.ts';

/** One line of text that is being typed; JSON, so that a session can be replayed. */
export type Draft = {
  readonly text: string;
  /** Graphemes before the caret; more than there are means the end. */
  readonly caret: number;
  /** Earlier texts, newest first; 50 of them are reached. */
  readonly history: readonly string[];
  /** While `up` and `down` walk through the history: which text is shown, and the one that was being typed. */
  readonly recall?: { readonly at: number; readonly kept: string };
};

export type DraftInput = { readonly chord: string } | { readonly paste: string };

const HISTORY = 50;
/** Graphemes that a draft holds; what is typed or pasted beyond them is left out. */
const LONGEST = 4_000;

/**
 * The draft after one key or pasted text. Keys that edit nothing give the same draft back. Newlines and tabs of a
 * paste become spaces, other control characters are left out. tui-cli.md 19 "text input".
 */
export function editDraft(draft: Draft, input: DraftInput): Draft {
  const line = lineOf(draft);
  if ('paste' in input) return inserted(draft, line, pasted(input.paste));
  const edit = EDITS.get(input.chord);
  if (edit !== undefined) return edit(draft, line);
  const typed = input.chord === 'space' ? ' ' : input.chord;
  return graphemes(typed).length === 1 ? inserted(draft, line, typed) : draft;
}

/** A draft that holds a text, with the caret at its end. */
export function draftOf(text: string, history: readonly string[] = []): Draft {
  return { text, caret: graphemes(text).length, history };
}

type Line = { readonly before: readonly string[]; readonly after: readonly string[] };
type Edit = (draft: Draft, line: Line) => Draft;

const EDITS: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ['left', (draft, { before }) => moved(draft, before.length - 1)],
  ['right', (draft, { before }) => moved(draft, before.length + 1)],
  ['home', draft => moved(draft, 0)],
  ['ctrl+a', draft => moved(draft, 0)],
  ['end', draft => moved(draft, Number.POSITIVE_INFINITY)],
  ['ctrl+e', draft => moved(draft, Number.POSITIVE_INFINITY)],
  ['ctrl+left', (draft, { before }) => moved(draft, wordStart(before))],
  ['ctrl+right', (draft, { before, after }) => moved(draft, before.length + wordEnd(after))],
  ['backspace', (draft, { before, after }) => rewritten(draft, before.slice(0, -1), after)],
  ['delete', (draft, { before, after }) => rewritten(draft, before, after.slice(1))],
  ['ctrl+w', (draft, { before, after }) => rewritten(draft, before.slice(0, wordStart(before)), after)],
  ['ctrl+u', (draft, { after }) => rewritten(draft, [], after)],
  ['ctrl+k', (draft, { before }) => rewritten(draft, before, [])],
  ['up', draft => recalled(draft, (draft.recall?.at ?? -1) + 1)],
  ['down', draft => recalled(draft, (draft.recall?.at ?? -1) - 1)],
]);

function lineOf({ text, caret }: Draft): Line {
  const parts = graphemes(text);
  return { before: parts.slice(0, caret), after: parts.slice(caret) };
}

function moved(draft: Draft, to: number): Draft {
  return { ...draft, caret: Math.max(0, Math.min(to, graphemes(draft.text).length)) };
}

function inserted(draft: Draft, { before, after }: Line, text: string): Draft {
  const room = LONGEST - before.length - after.length;
  const taken = graphemes(text).slice(0, Math.max(0, room));
  return taken.length === 0 ? draft : rewritten(draft, [...before, ...taken], after);
}

/** What was typed may join with its neighbours, so the caret is counted anew: no grapheme is ever cut. */
function rewritten({ history }: Draft, before: readonly string[], after: readonly string[]): Draft {
  const head = before.join('');
  const text = head + after.join('');
  let caret = 0;
  let reached = 0;
  for (const part of graphemes(text)) {
    if (reached >= head.length) break;
    reached += part.length;
    caret += 1;
  }
  return { text, caret, history };
}

function recalled(draft: Draft, at: number): Draft {
  const kept = draft.recall?.kept ?? draft.text;
  if (at < 0) return draft.recall === undefined ? draft : draftOf(kept, draft.history);
  const text = draft.history.slice(0, HISTORY)[at];
  return text === undefined ? draft : { ...draftOf(text, draft.history), recall: { at, kept } };
}

/** Start of the word before the caret, over the blanks that follow it. */
function wordStart(before: readonly string[]): number {
  let at = before.length;
  while (at > 0 && isBlank(before[at - 1])) at -= 1;
  while (at > 0 && !isBlank(before[at - 1])) at -= 1;
  return at;
}

function wordEnd(after: readonly string[]): number {
  let at = 0;
  while (at < after.length && isBlank(after[at])) at += 1;
  while (at < after.length && !isBlank(after[at])) at += 1;
  return at;
}

function isBlank(part: string | undefined): boolean {
  return part !== undefined && /^\s/u.test(part);
}

function pasted(text: string): string {
  return text.replace(/\r\n|[\r\n\t\u{2028}\u{2029}]/gu, ' ').replace(/\p{Cc}/gu, '');
}
