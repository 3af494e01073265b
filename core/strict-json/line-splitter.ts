import { asBuffer } from './bytes.ts';

const LF = 0x0a;
const CR = 0x0d;

/** One line without its end, in bytes[from, to). `tooLong`: the first bytes only, the rest is dropped. */
export type LineRange = {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly tooLong: boolean;
};

export type LineSplitter = {
  /** The lines that end in this block, which may be reused once they are taken. */
  readonly push: (block: Uint8Array) => Generator<LineRange>;
  /** The last line, when it lacks its end. */
  readonly finish: () => Generator<LineRange>;
};

/** Cuts blocks into lines at LF or CRLF and holds at most `maxBytes` of an unfinished line, beside the block at hand. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let held: Buffer[] = [];
  let heldBytes = 0;
  /** True from the point where a line has become too long until it ends. */
  let dropping = false;

  function* push(block: Uint8Array): Generator<LineRange> {
    const bytes = asBuffer(block);
    let from = 0;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, from)) {
      if (heldBytes === 0 && !dropping) yield range(bytes, from, at);
      else {
        hold(bytes.subarray(from, at));
        yield* finish();
      }
      from = at + 1;
    }
    if (from < bytes.length) hold(bytes.subarray(from));
  }

  function* finish(): Generator<LineRange> {
    if (heldBytes > 0) {
      const bytes = Buffer.concat(held, heldBytes);
      held = [];
      heldBytes = 0;
      yield range(bytes, 0, bytes.length);
    }
    dropping = false;
  }

  // A line that is too long is cut one byte after a CR would still have belonged to its end.
  const hold = (part: Buffer): void => {
    if (dropping) return;
    const room = maxBytes + 2 - heldBytes;
    dropping = part.length >= room;
    const kept = dropping ? part.subarray(0, room) : part;
    held.push(Buffer.from(kept));
    heldBytes += kept.length;
  };

  const range = (bytes: Buffer, from: number, end: number): LineRange => {
    const to = end > from && bytes[end - 1] === CR ? end - 1 : end;
    return { bytes, from, to, tooLong: to - from > maxBytes };
  };

  return { push, finish };
}
