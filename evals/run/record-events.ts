import { type Coalescer, coalesce } from '../../core/coalesce.ts';
import { type Context, instantNow } from '../../core/context.ts';
import { EventQueue } from '../../core/event-queue.ts';
import { type EventFile, openEventFile, type RecordedEvent } from './event-file.ts';
import type { RunEvent, RunEventBody } from './events.ts';

/** Stamps what happens, shows it to whoever listens, and writes it into the run's events.jsonl once there is one. */
export type EventRecorder = {
  readonly emit: (body: RunEventBody) => void;
  /** A consumer of its own: every event from the first on, at its own speed. */
  readonly events: () => AsyncGenerator<RunEvent, void>;
  /** Starts the file; what happened before is written first. A resumed run's file goes on. */
  readonly openFile: (path: string) => Promise<void>;
  /** Writes the rest and ends the streams. */
  readonly end: () => Promise<void>;
};

/** Progress a second, at most; beside it, each phase tells its end at once. */
const PROGRESS_EVERY_MS = 100;
/** Events that wait for one consumer once the file holds them too. */
const MOST_WAITING = 1024;

/**
 * All consumers and the file get one stream with one numbering, gapless from 1. A slow consumer never holds the work
 * up: what it can not take in time it reads again from the file (evaluate.md 11.3).
 */
export function recordEvents(
  { clock, after }: Pick<Context, 'clock' | 'after'>,
  mostWaiting = MOST_WAITING,
): EventRecorder {
  /** What happened before there was a file. */
  const early: RecordedEvent[] = [];
  const queues = new Set<EventQueue<RecordedEvent>>();
  let file: EventFile | undefined;
  let seq = 0;
  let newest: RecordedEvent | undefined;
  let isEnded = false;

  const record = (body: RunEventBody): void => {
    seq += 1;
    const event = { ...body, seq, at: instantNow(clock) };
    newest = { event, end: file?.append(event) ?? 0 };
    if (file === undefined) early.push(newest);
    for (const queue of queues) queue.push(newest);
  };
  const progress: Coalescer<RunEventBody> = coalesce(record, PROGRESS_EVERY_MS, after);

  return {
    emit: body => {
      if (body.t !== 'run.progress') record(body);
      else if (body.done < body.of) progress.offer(body.phase, body);
      else progress.settle(body.phase, body);
    },
    events: async function* () {
      const queue = new EventQueue<RecordedEvent>(mostWaiting);
      queues.add(queue);
      if (file !== undefined) queue.backedBy(file.replay, newest);
      for (const recorded of early) queue.push(recorded);
      if (isEnded) queue.close();
      try {
        for await (const { event } of queue) yield event;
      } finally {
        queues.delete(queue);
      }
    },
    openFile: async path => {
      const opened = await openEventFile(path, clock.elapsedMs);
      for (const { event } of early.splice(0)) opened.append(event);
      file = opened;
      for (const queue of queues) queue.backedBy(opened.replay);
    },
    end: async () => {
      progress.end();
      isEnded = true;
      await file?.close();
      for (const queue of queues) queue.close();
    },
  };
}
