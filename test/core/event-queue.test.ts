import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventQueue } from '../../core/event-queue.ts';

type Tick = { readonly t: 'progress' | 'end'; readonly n: number };
const newQueue = () =>
  new EventQueue<Tick>({ coalesce: event => (event.t === 'progress' ? 'progress' : undefined) });

async function drain(queue: EventQueue<Tick>): Promise<Tick[]> {
  const seen: Tick[] = [];
  for await (const event of queue) seen.push(event);
  return seen;
}

describe('the event queue', () => {
  test('an unread progress event gives way to a newer one, a result never does', async () => {
    const queue = newQueue();
    queue.push({ t: 'progress', n: 1 });
    queue.push({ t: 'end', n: 2 });
    queue.push({ t: 'progress', n: 3 });
    queue.push({ t: 'end', n: 4 });
    queue.close();
    expect(await drain(queue)).toEqual([
      { t: 'end', n: 2 },
      { t: 'progress', n: 3 },
      { t: 'end', n: 4 },
    ]);
  });

  test('a reader that waits gets what is pushed later, in order', async () => {
    const queue = newQueue();
    const seen = drain(queue);
    for (let n = 0; n < 5; n += 1) {
      await Promise.resolve();
      queue.push({ t: 'end', n });
    }
    queue.close();
    expect((await seen).map(event => event.n)).toEqual([0, 1, 2, 3, 4]);
  });

  test('an error reaches the reader after the events before it', async () => {
    const queue = newQueue();
    queue.push({ t: 'end', n: 1 });
    queue.close({ error: new RangeError('stop') });
    const seen: Tick[] = [];
    await expect(
      (async () => {
        for await (const event of queue) seen.push(event);
      })(),
    ).rejects.toThrow('stop');
    expect(seen).toEqual([{ t: 'end', n: 1 }]);
  });

  test('whatever comes, results all arrive in order and at most one progress event waits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean()), async kinds => {
        const queue = newQueue();
        kinds.forEach((isEnd, n) => {
          queue.push({ t: isEnd ? 'end' : 'progress', n });
        });
        queue.close();
        const seen = await drain(queue);
        expect(seen.filter(event => event.t === 'end').map(event => event.n)).toEqual(
          kinds.flatMap((isEnd, n) => (isEnd ? [n] : [])),
        );
        expect(seen.filter(event => event.t === 'progress').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
