import { type Clock, instantNow } from '../../core/context.ts';
import { EventQueue } from '../../core/event-queue.ts';
import { Journal, keepWholeLines } from '../../core/journal.ts';
import { coalesceRunEvent, eventLine, type RunEvent, type RunEventBody } from './events.ts';

/** Stamps what happens, shows it to whoever listens, and writes it into the run's events.jsonl once there is one. */
export type EventRecorder = {
  readonly emit: (body: RunEventBody) => void;
  readonly events: () => AsyncGenerator<RunEvent, void>;
  /** Starts the file; what happened before is written first. A resumed run's file goes on. */
  readonly openFile: (path: string) => Promise<void>;
  /** Writes the rest and ends the stream, with the error that ended the run, if one did. */
  readonly end: (failure?: { readonly error: unknown }) => Promise<void>;
};

type Happened = RunEventBody & { readonly at: string };

export function recordEvents(clock: Clock): EventRecorder {
  const queue = new EventQueue<Happened>({ coalesce: coalesceRunEvent });
  const early: Happened[] = [];
  let journal: Journal | undefined;
  let writing: Promise<void> = Promise.resolve();
  let write = (event: Happened): void => void early.push(event);
  return {
    emit: body => {
      const event = { ...body, at: instantNow(clock) };
      queue.push(event);
      write(event);
    },
    // Numbers are given on delivery, after progress has coalesced, so that they have no gap.
    events: () => numbered(queue),
    openFile: async path => {
      let seq = await keepWholeLines(path);
      const file = await Journal.open(path, { everyMs: 200 }, clock.elapsedMs);
      journal = file;
      write = event => {
        // Progress is a matter of the moment; the file keeps what happened.
        if (event.t === 'run.progress') return;
        seq += 1;
        writing = file.append(eventLine({ ...event, seq }));
        writing.catch(() => undefined);
      };
      for (const event of early.splice(0)) write(event);
    },
    end: async failure => {
      await writing.catch(() => undefined);
      await journal?.close().catch(() => undefined);
      queue.close(failure);
    },
  };
}

async function* numbered(events: AsyncIterable<Happened>): AsyncGenerator<RunEvent, void> {
  let seq = 0;
  for await (const event of events) {
    seq += 1;
    yield { ...event, seq };
  }
}
