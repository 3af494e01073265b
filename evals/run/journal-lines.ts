import { closeSync, openSync, readSync } from 'node:fs';
import { refuse } from '../../spec/refusals.ts';
import { type CaseLine, parseCaseLine } from './case-line.ts';
import type { LineSpan } from './line-spans.ts';

const WINDOW_BYTES = 4 << 20;

/**
 * The text of the given lines of a file, in the given order, through one window that is read ahead. Journals are
 * nearly in case order, so reading 200,000 lines costs few reads and holds one window.
 */
export function* spanTexts(path: string, spans: Iterable<LineSpan>): Generator<string> {
  const file = openSync(path, 'r');
  let window = Buffer.alloc(WINDOW_BYTES);
  let start = 0;
  let end = 0;
  try {
    for (const { offset, length } of spans) {
      if (offset < start || offset + length > end) {
        if (length > window.length) window = Buffer.alloc(length);
        start = offset;
        end = offset + readFully(file, window, offset);
      }
      yield window.toString('utf8', offset - start, offset - start + length);
    }
  } finally {
    closeSync(file);
  }
}

/** A finished case. Refuses CheckpointCorrupt for a sealed line that is not ours; path: that of the journal. */
export function caseLineOf(text: string, path: string): CaseLine {
  const line = parseCaseLine(text);
  if (line !== undefined) return line;
  throw refuse('CheckpointCorrupt', {
    message: 'a sealed line of the journal has another form than a finished case',
    place: { file: path },
    found: text.slice(0, 80),
    facts: { reason: 'json' },
  });
}

function readFully(file: number, into: Buffer, position: number): number {
  let read = 0;
  while (read < into.length) {
    const got = readSync(file, into, read, into.length - read, position + read);
    if (got === 0) break;
    read += got;
  }
  return read;
}
