import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Journal, keepWholeLines } from '../../core/journal.ts';
import { refuse } from '../../spec/refusals.ts';
import { eventLine, type RunEvent } from './events.ts';

/** An event and where the next one begins in the file; 0: it happened before there was a file. */
export type RecordedEvent = { readonly event: RunEvent; readonly end: number };

/** The events.jsonl of one run, which a resumed run goes on with: its numbers there go on too. */
export type EventFile = {
  /** Answers where the next line begins. A fault of the disk shows when the line is read again. */
  readonly append: (event: RunEvent) => number;
  readonly replay: (
    after: RecordedEvent | undefined,
    through: RecordedEvent,
  ) => AsyncGenerator<RecordedEvent>;
  readonly close: () => Promise<void>;
};

/** Opens it behind its last whole line; creates it when it is missing. */
export async function openEventFile(path: string, elapsedMs: () => number): Promise<EventFile> {
  const before = await keepWholeLines(path);
  const start = (await stat(path).catch(() => undefined))?.size ?? 0;
  const journal = await Journal.open(path, { everyMs: 200 }, elapsedMs);
  let end = start;
  let written: Promise<void> = Promise.resolve();
  return {
    append: event => {
      const line = eventLine({ ...event, seq: before + event.seq });
      end += Buffer.byteLength(line) + 1;
      written = journal.append(line);
      written.catch(() => undefined);
      return end;
    },
    replay: async function* (after, through) {
      // Lines are written in order, so with the newest one all are there.
      await written.catch(() => undefined);
      let at = Math.max(start, after?.end ?? 0);
      for await (const line of linesBetween(path, at, through.end)) {
        at += Buffer.byteLength(line) + 1;
        const event = await parsed(line, path);
        const seq = event.seq - before;
        if (seq <= (after?.event.seq ?? 0)) continue;
        yield { event: { ...event, seq }, end: at };
      }
      if (at < through.end) throw cutShort(path, at);
    },
    close: async () => {
      await written.catch(() => undefined);
      await journal.close().catch(() => undefined);
    },
  };
}

/** Whole lines from one byte up to another. */
async function* linesBetween(path: string, start: number, end: number): AsyncGenerator<string> {
  if (end <= start) return;
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of createReadStream(path, { start, end: end - 1 })) {
    const bytes: Buffer = Buffer.concat([rest, block]);
    let from = 0;
    for (let lf = bytes.indexOf(LF); lf >= 0; lf = bytes.indexOf(LF, from)) {
      yield bytes.toString('utf8', from, lf);
      from = lf + 1;
    }
    rest = bytes.subarray(from);
  }
}

const LF = 0x0a;

async function parsed(line: string, path: string): Promise<RunEvent> {
  // Its reader loads for a consumer that has fallen behind, and for no other.
  const { readEventLine } = await import('./event-schema.ts');
  const event = readEventLine(line);
  if (event === undefined) {
    throw refuse('RunUnreadable', {
      message: 'a line of the run’s events is not as it was written',
      place: { file: path },
      found: line.slice(0, 80),
      want: 'the events of this run, which another process has changed',
    });
  }
  return event;
}

function cutShort(path: string, at: number) {
  return refuse('RunUnreadable', {
    message: `the run's events end at byte ${at}, before the last one that happened`,
    place: { file: path },
    found: 'a file that could not be written to its end',
    want: 'every event of the run',
    hint: 'look for a full disk; the finished cases are in checkpoint.jsonl',
  });
}
