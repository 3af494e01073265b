import { compareCodePoints } from '../../core/code-points.ts';

/** An element of a set of a case. */
export type SetItem = string | readonly string[];

/** Order by canonical text. Two texts are compared without writing it where no escape and no end decides. */
export function compareCanonical(a: SetItem, b: SetItem): number {
  if (typeof a === 'string' && typeof b === 'string') {
    const at = firstDifference(a, b);
    if (at === a.length && at === b.length) return 0;
    if (isPlain(a, at) && isPlain(b, at)) {
      return at === a.length || at === b.length ? a.length - b.length : compareCodePoints(a, b);
    }
  }
  return compareCodePoints(JSON.stringify(a), JSON.stringify(b));
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** The text ends here, or goes on with a character that is written as it is and sorts behind the closing quote. */
function isPlain(text: string, at: number): boolean {
  if (at === text.length) return true;
  const unit = text.charCodeAt(at);
  return unit > 0x22 && unit !== 0x5c;
}
