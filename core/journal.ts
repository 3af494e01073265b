import { type FileHandle, open } from 'node:fs/promises';

/** When written lines are forced to the disk: after each, or at most every so many milliseconds and at the end. */
export type SyncRule = 'each-line' | { readonly everyMs: number };

/**
 * Cuts away what a killed writer left behind the last whole line, so that the next line begins on its own. Returns
 * the number of lines that stay; a file that is not there has none.
 */
export async function keepWholeLines(path: string): Promise<number> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  try {
    let lines = 0;
    let end = 0;
    let size = 0;
    for await (const block of handle.createReadStream({ autoClose: false, highWaterMark: BLOCK_BYTES })) {
      const bytes: Buffer = block;
      for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
        lines += 1;
        end = size + at + 1;
      }
      size += bytes.length;
    }
    if (end < size) await handle.truncate(end);
    return lines;
  } finally {
    await handle.close();
  }
}

const LF = 0x0a;
const BLOCK_BYTES = 1 << 20;

/**
 * An append-only file of lines: one line is one write, so a killed process leaves whole lines and at most one
 * torn last line. Syncing concerns power loss only: what `write` returned for survives a kill.
 */
export class Journal {
  readonly #handle: FileHandle;
  readonly #sync: SyncRule;
  readonly #elapsedMs: () => number;
  #syncedAtMs: number;
  #dirty = false;
  #failure: { readonly error: unknown } | undefined;
  #tail: Promise<void> = Promise.resolve();

  private constructor(handle: FileHandle, sync: SyncRule, elapsedMs: () => number) {
    this.#handle = handle;
    this.#sync = sync;
    this.#elapsedMs = elapsedMs;
    this.#syncedAtMs = elapsedMs();
  }

  /** Opens for appending; creates the file (0600) when it is missing. */
  static async open(path: string, sync: SyncRule, elapsedMs: () => number): Promise<Journal> {
    return new Journal(await open(path, 'a', 0o600), sync, elapsedMs);
  }

  /**
   * Appends one line (without its newline). Lines of concurrent callers keep the order of the calls. After a
   * write that failed nothing is written any more, since the next line would stick to the torn one.
   */
  append(line: string): Promise<void> {
    return this.#queue(async () => {
      if (this.#failure !== undefined) throw this.#failure.error;
      try {
        await this.#write(Buffer.from(`${line}\n`));
      } catch (error) {
        this.#failure = { error };
        throw error;
      }
      if (this.#isDue()) await this.#flush();
    });
  }

  close(): Promise<void> {
    return this.#queue(async () => {
      try {
        await this.#flush();
      } finally {
        await this.#handle.close();
      }
    });
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#dirty = true;
    const { bytesWritten } = await this.#handle.write(bytes);
    if (bytesWritten < bytes.length) await this.#handle.appendFile(bytes.subarray(bytesWritten));
  }

  #isDue(): boolean {
    return this.#sync === 'each-line' || this.#elapsedMs() - this.#syncedAtMs >= this.#sync.everyMs;
  }

  async #flush(): Promise<void> {
    if (!this.#dirty) return;
    await this.#handle.datasync();
    this.#dirty = false;
    this.#syncedAtMs = this.#elapsedMs();
  }

  #queue(step: () => Promise<void>): Promise<void> {
    const next = this.#tail.then(step);
    // A failed write is reported to its own caller and must not fail the ones behind it.
    this.#tail = next.catch(() => undefined);
    return next;
  }
}
