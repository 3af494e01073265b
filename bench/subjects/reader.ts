import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { BLOCK_BYTES, fileBlocks } from '../../core/file-blocks.ts';
import { readJsonLineBatches } from '../../core/strict-json/index.ts';
import type { Figures } from '../harness.ts';
import { timed } from '../timed.ts';
import type { Task } from '../worker.ts';

/** Reads a JSON Lines file strictly, keeping nothing. */
export async function strictTimed({ file }: Task): Promise<Figures> {
  const [readMs, lines] = await timed(async () => {
    let count = 0;
    for await (const batch of readJsonLineBatches(blocks(file))) {
      for (const line of batch) if (line.fault === undefined) count += 1;
    }
    return count;
  });
  return { readMs, lines };
}

/** The plain way to read a large file: blocks, cut at the newlines, each line through JSON.parse. */
export async function parseTimed({ file }: Task): Promise<Figures> {
  const [readMs, lines] = await timed(async () => {
    let [count, rest] = [0, ''];
    for await (const block of createReadStream(file, { highWaterMark: BLOCK_BYTES, encoding: 'utf8' })) {
      const parts = (rest + block).split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) if (JSON.parse(line) !== undefined) count += 1;
    }
    return count;
  });
  return { readMs, lines };
}

async function* blocks(file: string): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  yield* fileBlocks(handle);
  await handle.close();
}
