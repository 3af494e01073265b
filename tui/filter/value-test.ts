import { fold } from '../../core/fold.ts';
import { parseInstant } from '../../core/time.ts';
import type { CompareOp, Comparison } from './tree.ts';
import { type FieldValue, type Truth, truthOf } from './truth.ts';

/**
 * One comparison made ready to be asked of many values. Missing and non-finite values are unknown; of a set any
 * member may do. Instants may be milliseconds since 1970 or RFC 3339 text.
 */
export function valueTest({ cmp: [, op, wanted] }: Comparison): (value: FieldValue) => Truth {
  if (typeof wanted === 'number') return numberTest(op, wanted);
  const ms = INSTANT.test(wanted) ? instantMs(wanted) : undefined;
  if (ms !== undefined && op !== ':' && op !== '~') return instantTest(op, ms, wanted);
  return textTest(MATCHERS[op === ':' || op === '~' ? op : '='](wanted));
}

/** Whether the folded text of a bare word or of `:` is in a value. `*` is a sign like others in a bare word. */
export function containsTest(wanted: string): (value: FieldValue) => Truth {
  const needle = fold(wanted);
  return textTest(text => fold(text).includes(needle));
}

export function hasValue(value: FieldValue): boolean {
  if (value === null) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' || value.length > 0;
}

export const orderTests: Readonly<Record<CompareOp, (value: number, wanted: number) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  ':': (value, wanted) => value === wanted,
  '<': (value, wanted) => value < wanted,
  '<=': (value, wanted) => value <= wanted,
  '>': (value, wanted) => value > wanted,
  '>=': (value, wanted) => value >= wanted,
  '~': () => false,
};

/** The form in which a tree holds an instant. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const MATCHERS: Readonly<Record<':' | '=' | '~', (wanted: string) => (text: string) => boolean>> = {
  ':': wanted => {
    const folded = fold(wanted);
    return folded.includes('*') ? globTest(folded) : text => fold(text).includes(folded);
  },
  '=': wanted => text => text === wanted,
  '~': wanted => {
    const pattern = new RegExp(wanted, 'iu');
    return text => pattern.test(text);
  },
};

function numberTest(op: CompareOp, wanted: number): (value: FieldValue) => Truth {
  const holds = orderTests[op];
  return value => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 0;
    return truthOf(holds(value, wanted));
  };
}

function instantTest(op: CompareOp, wantedMs: number, wanted: string): (value: FieldValue) => Truth {
  const holds = orderTests[op];
  const isText = textTest(text => text === wanted);
  return value => {
    const ms = typeof value === 'string' ? instantMs(value) : value;
    if (typeof ms === 'number') return Number.isFinite(ms) ? truthOf(holds(ms, wantedMs)) : 0;
    // `=` serves texts too, and one may happen to look like an instant.
    return op === '=' ? isText(value) : 0;
  };
}

function textTest(holds: (text: string) => boolean): (value: FieldValue) => Truth {
  return value => {
    if (value === null) return 0;
    if (typeof value === 'string') return truthOf(holds(value));
    return truthOf(typeof value === 'number' ? holds(String(value)) : value.some(holds));
  };
}

/** A folded glob over the whole of a text, `*` being any run of characters. Never goes back, so it is linear. */
function globTest(glob: string): (text: string) => boolean {
  const parts = glob.split('*');
  const head = parts[0] ?? '';
  const tail = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1);
  return raw => {
    const text = fold(raw);
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail))
      return false;
    let at = head.length;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= text.length - tail.length;
  };
}

function instantMs(text: string): number | undefined {
  const ns = parseInstant(text);
  return ns === undefined ? undefined : Number(ns) / 1e6;
}
