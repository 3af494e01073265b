import type { FileHandle } from 'node:fs/promises';

/** What a reader of large files asks of the file system at once. */
export const BLOCK_BYTES = 4 << 20;

/**
 * The bytes of an open file from its position on. A block is good until the next one is asked for: one buffer serves
 * for all of them, since buffers of this size that wait for their collection would be most of a process.
 */
export async function* fileBlocks(handle: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, size + 1));
  for (;;) {
    const { bytesRead } = await handle.read(block, 0, block.length, null);
    if (bytesRead === 0) return;
    yield block.subarray(0, bytesRead);
  }
}
