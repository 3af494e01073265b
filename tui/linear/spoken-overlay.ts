import type { OverlayView } from '../model/overlay-view.ts';
import type { Session } from '../session.ts';
import type { Overlay } from '../state/state.ts';
import { spokenLines } from './spoken.ts';

/** What lies over a screen: its title, its lines, numbered where one is to be chosen, and how to answer. */
export function spokenOverlay(view: OverlayView): readonly string[] {
  const lines = spokenLines(view.lines);
  return [
    view.title,
    ...(view.cursor === null ? lines : lines.map((line, index) => `${index + 1}. ${line}`)),
    answerOf(view),
  ];
}

function answerOf({ kind, cursor, input }: OverlayView): string {
  if (cursor !== null) return 'a number chooses; b leaves it';
  if (kind === 'leave') return 'd leaves them running; s stops them; b stays';
  if (kind === 'note') return 'type the note; b drops it';
  if (input !== null) return `${input.label.trim()} then it is done; b leaves it`;
  return 'yes does it; b leaves it';
}

/** Plays what was typed into what lies over the screen; what is no answer to it closes it. */
export function answerOverlay(session: Session, overlay: Overlay, line: string): void {
  const text = line.trim();
  const keys = text === 'b' ? undefined : keysFor(overlay, text);
  if (keys === undefined) session.press('esc');
  for (const key of keys ?? []) {
    if (typeof key === 'string') session.press(key);
    else session.send({ t: 'paste', text: key.paste });
  }
}

type Key = string | { readonly paste: string };

function keysFor(overlay: Overlay, text: string): readonly Key[] | undefined {
  switch (overlay.kind) {
    case 'choose':
    case 'export':
    case 'palette':
      return /^[1-9]\d{0,3}$/.test(text)
        ? [...Array.from({ length: Number(text) - 1 }, () => 'down'), 'enter']
        : undefined;
    case 'note':
      return [{ paste: text }, 'enter'];
    case 'leave':
      return text === 'd' || text === 's' ? [text] : undefined;
    case 'preview':
      return keysForPreview(overlay.preview.word, text);
    default:
      return undefined;
  }
}

function keysForPreview(word: string | null, text: string): readonly Key[] | undefined {
  if (text !== (word ?? 'yes')) return undefined;
  return word === null ? ['enter'] : [{ paste: word }, 'enter'];
}
