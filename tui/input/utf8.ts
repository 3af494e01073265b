/** A character that is under way: bytes it still needs, its bits so far, the range of its next byte. */
export type Utf8State = {
  readonly needed: number;
  readonly point: number;
  readonly low: number;
  readonly high: number;
};

export const UTF8_START: Utf8State = { needed: 0, point: 0, low: 0x80, high: 0xbf };

export type Utf8Step = { readonly text: string; readonly state: Utf8State };

const BAD = '\ufffd';

/**
 * One byte from 0x80 on. A character that breaks off is one U+FFFD, as the Encoding Standard has it; ASCII bytes are
 * their own affair, and break off what is under way.
 */
export function utf8Step(state: Utf8State, byte: number): Utf8Step {
  if (state.needed === 0) return firstByte(byte);
  if (byte < state.low || byte > state.high) {
    const { text, state: next } = firstByte(byte);
    return { text: BAD + text, state: next };
  }
  const point = (state.point << 6) | (byte & 0x3f);
  if (state.needed === 1) return { text: String.fromCodePoint(point), state: UTF8_START };
  return { text: '', state: { ...UTF8_START, needed: state.needed - 1, point } };
}

/** The ranges leave out long forms, surrogates and what lies above U+10FFFF. */
function firstByte(byte: number): Utf8Step {
  if (byte >= 0xc2 && byte <= 0xdf) return begun(1, byte & 0x1f);
  if (byte >= 0xe0 && byte <= 0xef) {
    return begun(2, byte & 0x0f, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf);
  }
  if (byte >= 0xf0 && byte <= 0xf4) {
    return begun(3, byte & 0x07, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf);
  }
  return { text: BAD, state: UTF8_START };
}

function begun(needed: number, point: number, low = 0x80, high = 0xbf): Utf8Step {
  return { text: '', state: { needed, point, low, high } };
}
