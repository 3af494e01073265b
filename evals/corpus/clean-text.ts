import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { type CorpusFile, readCopies } from './open-file.ts';
import { rowInvalid } from './row-fault.ts';

const LF = 0x0a;

/**
 * Blocks of a file that are clean UTF-8 without NUL: a lenient parser would replace what it can not read.
 * Refuses EvalRowInvalid `encoding` with the line.
 */
export async function* cleanText(file: CorpusFile): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for await (const block of readCopies(file)) {
    if (block.includes(0) || !decodes(decoder, block)) throw encodingFault(file, line + badLine(block));
    line += newlinesBefore(block, block.length);
    yield block;
  }
  if (!decodes(decoder)) throw encodingFault(file, line);
}

/** Without a block: whether the text may end here. */
function decodes(decoder: TextDecoder, block?: Uint8Array): boolean {
  try {
    decoder.decode(block, { stream: block !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Lines of the block before the first that is not clean; its first line may begin inside a character. */
function badLine(block: Uint8Array): number {
  let from = block.findIndex(byte => byte < 0x80 || byte > 0xbf);
  for (let at = block.indexOf(LF); from >= 0 && at >= 0; at = block.indexOf(LF, from)) {
    const line = block.subarray(from, at);
    if (!isUtf8(line) || line.includes(0)) break;
    from = at + 1;
  }
  return newlinesBefore(block, Math.max(from, 0));
}

function newlinesBefore(block: Uint8Array, end: number): number {
  let count = 0;
  for (let at = block.indexOf(LF); at >= 0 && at < end; at = block.indexOf(LF, at + 1)) count += 1;
  return count;
}

function encodingFault(file: CorpusFile, line: number) {
  const want = 'UTF-8 text without NUL';
  return rowInvalid(file, { line, reason: 'encoding', found: 'bytes that are no such text', want });
}
