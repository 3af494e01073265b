import { closeSync, openSync, readSync } from 'node:fs';

/** A line without its end: where it stands in the file, and its bytes until the next one is asked for. */
export type LineSpan = { readonly start: number; readonly bytes: Buffer };

const LF = 0x0a;

/** The lines of a JSON Lines file, blank ones left out; none where there is no such file. */
export function* lineSpans(path: string): Generator<LineSpan> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    yield* spansOf(file);
  } finally {
    closeSync(file);
  }
}

function* spansOf(file: number): Generator<LineSpan> {
  const block = Buffer.allocUnsafe(1 << 20);
  let offset = 0;
  let held: Buffer = Buffer.alloc(0);
  for (;;) {
    const read = readSync(file, block, 0, block.length, null);
    if (read === 0) break;
    const bytes = block.subarray(0, read);
    let from = 0;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, from)) {
      const line =
        held.length === 0 ? bytes.subarray(from, at) : Buffer.concat([held, bytes.subarray(from, at)]);
      if (line.length > 0) yield { start: offset + at - line.length, bytes: line };
      held = Buffer.alloc(0);
      from = at + 1;
    }
    if (from < read) held = Buffer.concat([held, bytes.subarray(from)]);
    offset += read;
  }
  if (held.length > 0) yield { start: offset - held.length, bytes: held };
}
