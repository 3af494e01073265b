import { open } from 'node:fs/promises';
import { Journal } from '../../core/journal.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CaseLine } from './case-line.ts';
import type { CheckpointContent } from './checkpoint.ts';
import { sealLine } from './checkpoint-line.ts';
import { type FoundLines, type LineSpan, LineSpans } from './line-spans.ts';

/** The journal of a run that goes on: what is held, and where new lines go. */
export type CaseJournal = {
  readonly path: string;
  /** Finished cases by ordinal; grows as lines are appended. */
  readonly held: FoundLines;
  readonly append: (line: CaseLine) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens an inspected journal for writing: cuts its torn last line away, writes the header when there is none.
 * One write per line, forced to the disk after each (`case`) or every 200 ms (evaluate.md 12.2).
 */
export async function openCaseJournal(
  path: string,
  content: CheckpointContent,
  header: JsonObject,
  settings: { readonly fsync: 'batch' | 'case'; readonly elapsedMs: () => number },
): Promise<CaseJournal> {
  if (content.tornBytes > 0) await truncate(path, content.goodBytes);
  const found = content.held;
  const added = new LineSpans();
  const sync = settings.fsync === 'case' ? 'each-line' : { everyMs: 200 };
  const journal = await Journal.open(path, sync, settings.elapsedMs);
  let end = content.goodBytes;
  const write = async (text: string): Promise<LineSpan> => {
    const span = { offset: end, length: Buffer.byteLength(text) };
    end += span.length + 1;
    await journal.append(text);
    return span;
  };
  if (content.header === undefined) await write(sealLine(header));
  return {
    path,
    held: {
      get size() {
        return found.size + added.size;
      },
      has: ordinal => found.has(ordinal) || added.has(ordinal),
      get: ordinal => found.get(ordinal) ?? added.get(ordinal),
    },
    append: async line => {
      added.set(line.ordinal, await write(sealLine(line)));
    },
    close: () => journal.close(),
  };
}

async function truncate(path: string, bytes: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
