import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isErrno } from './file-fault.ts';
import { type CorpusFile, readCopies } from './open-file.ts';
import { rowInvalid } from './row-fault.ts';

const MAX_UNPACKED_BYTES = 4 * 2 ** 30;
const LF = 0x0a;

/**
 * Unpacked bytes of a gzip file, streamed; at most 4 GiB, so that a small file can not fill the disk or the
 * day. Refuses EvalRowInvalid `size` and `gzip` with the line reached.
 */
export async function* gunzipped(
  file: CorpusFile,
  maxBytes: number = MAX_UNPACKED_BYTES,
): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  const feeding = pipeline(Readable.from(readCopies(file)), gunzip);
  // The same failure also ends the loop below; this keeps it from counting as unhandled.
  feeding.catch(() => undefined);
  let bytes = 0;
  let line = 1;
  try {
    for await (const block of gunzip) {
      const unpacked: Uint8Array = block;
      bytes += unpacked.length;
      line += newlines(unpacked);
      if (bytes > maxBytes) throw tooLarge(file, line, maxBytes);
      yield unpacked;
    }
    await feeding;
  } catch (error) {
    if (isErrno(error, 'Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT')) throw damaged(file, line);
    throw error;
  } finally {
    gunzip.destroy();
  }
}

function newlines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count += 1;
  return count;
}

function tooLarge(file: CorpusFile, line: number, maxBytes: number) {
  return rowInvalid(file, {
    line,
    reason: 'size',
    found: `more than ${maxBytes} bytes unpacked`,
    want: 'at most 4 GiB unpacked',
    hint: 'split the table, or keep it as plain JSON Lines',
  });
}

function damaged(file: CorpusFile, line: number) {
  return rowInvalid(file, {
    line,
    reason: 'gzip',
    found: 'a damaged or cut stream',
    want: 'one whole gzip stream',
    hint: 'compress the file again from its source',
  });
}
