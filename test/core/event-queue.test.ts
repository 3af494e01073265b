import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../core/event-queue.ts';

const BOUND = 4;

/** A queue of numbers from 1 whose record is a list; `replayed` tells the ranges that were read again. */
function recordedQueue() {
  const record: number[] = [];
  const replayed: [after: number, through: number][] = [];
  const queue = new EventQueue<number>(BOUND);
  const push = (): void => {
    record.push(record.length + 1);
    queue.push(record.length);
  };
  const back = (): void =>
    queue.backedBy(async function* (after = 0, through) {
      replayed.push([after, through]);
      for (const event of record.slice(after, through)) {
        await turn();
        yield event;
      }
    });
  return { queue, record, replayed, push, back };
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve));
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

async function drain(queue: EventQueue<number>, pauses: readonly number[] = []): Promise<number[]> {
  const seen: number[] = [];
  for await (const event of queue) {
    for (let turns = pauses[seen.length % pauses.length] ?? 0; turns > 0; turns -= 1) await turn();
    seen.push(event);
  }
  return seen;
}

describe('evaluate.md 11.3 the event queue', () => {
  test('a consumer that waits gets what is pushed later, in order', async () => {
    const { queue, push, back } = recordedQueue();
    back();
    const seen = drain(queue);
    for (let n = 0; n < 20; n += 1) {
      await turn();
      push();
    }
    queue.close();
    expect(await seen).toEqual(upTo(20));
  });

  test('of a consumer that stands still no more than the bound waits; it reads the rest again in one go', async () => {
    const { queue, push, back, replayed } = recordedQueue();
    back();
    const stream = queue[Symbol.asyncIterator]();
    push();
    expect((await stream.next()).value).toBe(1);
    for (let n = 0; n < 10_000; n += 1) push();
    queue.close();
    const seen: number[] = [];
    for await (const event of stream) seen.push(event);
    expect(seen).toEqual(upTo(10_001).slice(1));
    expect(replayed).toEqual([[1, 10_001]]);
  });

  test('until there is a record nothing is let go', async () => {
    const { queue, push, replayed } = recordedQueue();
    for (let n = 0; n < 3 * BOUND; n += 1) push();
    queue.close();
    expect(await drain(queue)).toEqual(upTo(3 * BOUND));
    expect(replayed).toEqual([]);
  });

  test('what the record can not give again rejects the consumer', async () => {
    const queue = new EventQueue<number>(1);
    queue.backedBy(() => {
      throw new RangeError('the disk is full');
    });
    for (const n of upTo(3)) queue.push(n);
    queue.close();
    await expect(drain(queue)).rejects.toThrow('the disk is full');
  });

  test('at any speed of work and consumer every event comes once, in order', async () => {
    const speeds = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(speeds, speeds, fc.nat(60), fc.nat(10), async (work, pauses, total, backedAt) => {
        const { queue, push, back } = recordedQueue();
        const seen = drain(queue, pauses);
        for (let n = 0; n < total; n += 1) {
          if (n === backedAt) back();
          push();
          for (let turns = work[n % work.length] ?? 0; turns > 0; turns -= 1) await turn();
        }
        queue.close();
        expect(await seen).toEqual(upTo(total));
      }),
      { numRuns: 60 },
    );
  });
});
