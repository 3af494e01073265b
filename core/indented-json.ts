/**
 * Writes bytes of canonical JSON into `target` from `at` on as documentJson lays them out: the same text where members
 * sort alike by code unit and by code point. source: a value or a part of one that ends outside a string and between
 * no two brackets that belong together; depth: how many lists and objects are open where it begins. Returns where the
 * text ends, also when target is too short for it and holds a part only. The same on bytes as on text, but no text of a
 * case is made a second time.
 */
export function indentInto(source: Uint8Array, target: Uint8Array, at: number, depth: number): number {
  let [to, open, from] = [at, depth, 0];
  while (from < source.length) {
    const byte = source[from] ?? 0;
    switch (byte) {
      case QUOTE: {
        const length = copyText(source, from, target, to);
        from += length - 1;
        to += length;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        target[to] = byte;
        if (source[from + 1] === byte + TO_CLOSING) {
          from += 1;
          target[to + 1] = byte + TO_CLOSING;
          to += 2;
        } else {
          open += 1;
          to = newLineInto(target, to + 1, open);
        }
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open -= 1;
        to = newLineInto(target, to, open);
        target[to] = byte;
        to += 1;
        break;
      case COMMA:
        target[to] = byte;
        to = newLineInto(target, to + 1, open);
        break;
      case COLON:
        target[to] = byte;
        target[to + 1] = BLANK;
        to += 2;
        break;
      default:
        target[to] = byte;
        to += 1;
    }
    from += 1;
  }
  return to;
}

/** A string with its quotes; gives its length. */
function copyText(source: Uint8Array, start: number, target: Uint8Array, at: number): number {
  target[at] = QUOTE;
  for (let length = 1; ; length += 1) {
    const byte = source[start + length] ?? QUOTE;
    target[at + length] = byte;
    if (byte === QUOTE) return length + 1;
    if (byte !== BACKSLASH) continue;
    length += 1;
    target[at + length] = source[start + length] ?? 0;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BLANK = 0x20;
const LINE_FEED = 0x0a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
/** From an opening bracket to the closing one of its kind. */
const TO_CLOSING = 2;

/** A line feed and two blanks a step. */
export function newLineInto(target: Uint8Array, at: number, depth: number): number {
  target[at] = LINE_FEED;
  const end = at + 1 + 2 * depth;
  for (let to = at + 1; to < end; to += 1) target[to] = BLANK;
  return end;
}
