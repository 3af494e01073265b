/** One step of a LIKE pattern: the code point itself, or `null` for any one code point (`_`). */
type Step = string | null;

/**
 * What stands between the `%` of a pattern, in order. One segment: the pattern has no `%` and covers the whole
 * text. Else the first stands at the start of the text and the last at its end; either may be empty.
 */
type Segments = readonly (readonly Step[])[];

/**
 * LIKE as evaluate.md 5.3 has it: case-sensitive, `%` any text, `_` one code point, `\` takes the next character
 * literally. Time is text × (pattern / 32) whatever the pattern: every segment is searched once, leftmost first.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const segments = segmentsOf(pattern);
  const first = searchFor(segments[0] ?? []);
  const last = searchFor(segments.at(-1) ?? []);
  const middle = segments.slice(1, -1).map(searchFor);
  return text => {
    const points = codePoints(text);
    if (!first.standsAt(points, 0)) return false;
    if (segments.length === 1) return points.length === first.length;
    let from = first.length;
    for (const segment of middle) {
      from = segment.endOfFirst(points, from);
      if (from < 0) return false;
    }
    return points.length - last.length >= from && last.standsAt(points, points.length - last.length);
  };
}

/**
 * The same pattern for an engine with RE2, matched against the whole text with `.` for any code point. After
 * `%` a lone character is reached through its own complement, which keeps `%a%a%a…` deterministic.
 */
export function likeRegex(pattern: string): string {
  const [first = [], ...rest] = segmentsOf(pattern);
  const parts = [first.map(stepRegex).join('')];
  rest.forEach((segment, i) => {
    const [step] = segment;
    if (i < rest.length - 1 && segment.length === 1 && typeof step === 'string') {
      parts.push(`[^${stepRegex(step)}]*${stepRegex(step)}`);
    } else {
      parts.push(`.*${segment.map(stepRegex).join('')}`);
    }
  });
  return parts.join('');
}

/** A pattern that ends in a lone `\` means nothing, and PostgreSQL fails on it at run time. */
export function endsInEscape(pattern: string): boolean {
  const tail = /\\*$/.exec(pattern)?.[0] ?? '';
  return tail.length % 2 === 1;
}

function segmentsOf(pattern: string): Segments {
  const segments: Step[][] = [[]];
  let escaped = false;
  for (const character of pattern) {
    if (!escaped && character === '\\') {
      escaped = true;
      continue;
    }
    if (!escaped && character === '%') segments.push([]);
    else segments.at(-1)?.push(!escaped && character === '_' ? null : character);
    escaped = false;
  }
  return segments.filter((segment, i) => segment.length > 0 || i === 0 || i === segments.length - 1);
}

function stepRegex(step: Step): string {
  if (step === null) return '.';
  return /^[A-Za-z0-9]$/.test(step) ? step : `\\x{${(step.codePointAt(0) ?? 0).toString(16)}}`;
}

type Search = {
  readonly length: number;
  readonly standsAt: (points: Uint32Array, from: number) => boolean;
  /** Index behind the leftmost occurrence at or after `from`, −1 when there is none. */
  readonly endOfFirst: (points: Uint32Array, from: number) => number;
};

/** Shift-And (Baeza-Yates & Gonnet 1992): bit i of the state = steps 0..i match the text that ends here. */
function searchFor(segment: readonly Step[]): Search {
  const words = Math.max(1, Math.ceil(segment.length / 32));
  const anyPoint = new Uint32Array(words);
  const masks = new Map<number, Uint32Array>();
  segment.forEach((step, i) => {
    if (step === null) setBit(anyPoint, i);
  });
  segment.forEach((step, i) => {
    if (step === null) return;
    const point = step.codePointAt(0) ?? 0;
    const mask = masks.get(point) ?? anyPoint.slice();
    setBit(mask, i);
    masks.set(point, mask);
  });
  const literals = segment.map(step => step?.codePointAt(0));
  return {
    length: segment.length,
    standsAt: (points, from) =>
      from + literals.length <= points.length &&
      literals.every((literal, i) => literal === undefined || literal === points[from + i]),
    endOfFirst: (points, from) => {
      const state = new Uint32Array(words);
      for (let i = from; i < points.length; i += 1) {
        shiftAnd(state, masks.get(points[i] ?? 0) ?? anyPoint);
        if (hasBit(state, segment.length - 1)) return i + 1;
      }
      return -1;
    },
  };
}

function shiftAnd(state: Uint32Array, mask: Uint32Array): void {
  let carry = 1;
  for (let word = 0; word < state.length; word += 1) {
    const before = state[word] ?? 0;
    state[word] = ((before << 1) | carry) & (mask[word] ?? 0);
    carry = before >>> 31;
  }
}

function setBit(words: Uint32Array, bit: number): void {
  words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
}

function hasBit(words: Uint32Array, bit: number): boolean {
  return (((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
}

function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const point = text.codePointAt(i) ?? 0;
    if (point > 0xffff) i += 1;
    points[count] = point;
    count += 1;
  }
  return points.subarray(0, count);
}
