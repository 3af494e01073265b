import { open } from 'node:fs/promises';

/** Reads what a growing file of lines has more of, from where it was last read. */
export type Tail = {
  /** Whole new lines go to `take`, one by one; `restart` comes first where the file is another one now. */
  readonly read: (take: (line: string) => void, restart: () => void) => Promise<void>;
};

const BLOCK_BYTES = 1 << 20;
const LF = 0x0a;

/**
 * Follows a file (tui-cli.md 20, live): only bytes behind those that were read are read; a shorter file or another
 * one of its name is read from its start; an unfinished last line waits. A file that is not there has no lines.
 */
export function createTail(path: string): Tail {
  let inode: bigint | undefined;
  let offset = 0;
  /** Of the line that is not whole yet. */
  let rest: Buffer = Buffer.alloc(0);

  async function read(take: (line: string) => void, restart: () => void): Promise<void> {
    const file = await open(path).catch(() => undefined);
    if (file === undefined) return;
    try {
      const { ino, size } = await file.stat({ bigint: true });
      if (inode !== undefined && (ino !== inode || size < BigInt(offset))) {
        offset = 0;
        rest = Buffer.alloc(0);
        restart();
      }
      inode = ino;
      const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(1, Number(size) - offset)));
      for (;;) {
        const { bytesRead } = await file.read(block, 0, block.length, offset);
        if (bytesRead === 0) return;
        offset += bytesRead;
        rest = takeLines(Buffer.concat([rest, block.subarray(0, bytesRead)]), take);
      }
    } finally {
      await file.close();
    }
  }

  return { read };
}

/** What stands behind the last line that is whole. */
function takeLines(bytes: Buffer, take: (line: string) => void): Buffer {
  let from = 0;
  for (let lf = bytes.indexOf(LF); lf >= 0; lf = bytes.indexOf(LF, from)) {
    take(bytes.toString('utf8', from, lf));
    from = lf + 1;
  }
  return Buffer.from(bytes.subarray(from));
}
