import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../../core/refusal.ts';
import { exitOf, jobsOf, runCells } from '../../../release/cells/schedule.ts';
import type { ReleaseEventBody } from '../../../release/plan/types.ts';
import { refuse } from '../../../spec/refusals.ts';

const cells = ['a', 'b', 'c', 'd'].map(id => ({ id }));
const never = new AbortController().signal;

async function run(
  work: (id: string) => Promise<Refusal | undefined>,
  options: { jobs?: number; failFast?: boolean; signal?: AbortSignal } = {},
) {
  const events: ReleaseEventBody[] = [];
  const ends = await runCells(
    cells,
    { jobs: 1, failFast: false, signal: never, ...options },
    ({ id }) => work(id),
    event => events.push(event),
  );
  return { ends, events, states: [...ends.values()].map(({ state }) => state) };
}

const red = () => refuse('CellBuildFailed', { message: 'red' });
const unmeasured = () => refuse('CellTimedOut', { message: 'slow' });

describe('release.md 4.5, 4.6 cells side by side', () => {
  test('a failed cell leaves the others; with fail-fast none starts after it', async () => {
    const failing = async (id: string) => (id === 'b' ? red() : undefined);
    expect((await run(failing)).states).toEqual(['done', 'failed', 'done', 'done']);
    const fast = await run(failing, { failFast: true });
    expect(fast.states).toEqual(['done', 'failed', 'cancelled', 'cancelled']);
    expect(fast.events.flatMap(event => (event.t === 'cell.cancelled' ? [event.cell] : []))).toEqual([
      'c',
      'd',
    ]);
  });

  test('never more than asked for run at once, and that many do', async () => {
    let running = 0;
    let most = 0;
    await run(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(done => setImmediate(done));
        running -= 1;
        return undefined;
      },
      { jobs: 3 },
    );
    expect(most).toBe(3);
  });

  test('after an abort none starts', async () => {
    const controller = new AbortController();
    const { states, ends } = await run(
      async id => {
        if (id !== 'b') return undefined;
        controller.abort();
        return refuse('Interrupted', { message: 'stopped' });
      },
      { signal: controller.signal },
    );
    expect(states).toEqual(['done', 'cancelled', 'cancelled', 'cancelled']);
    expect(exitOf(ends, true)).toBe(130);
  });

  test('red is stronger than unmeasured, unmeasured than green', async () => {
    const exit = async (...kinds: readonly (Refusal | undefined)[]) =>
      exitOf((await run(async id => kinds[cells.findIndex(cell => cell.id === id)])).ends, false);
    expect(await exit()).toBe(0);
    expect(await exit(unmeasured())).toBe(3);
    expect(await exit(unmeasured(), red())).toBe(1);
  });

  test('jobs: a quarter of the cores, one to four', () => {
    expect([1, 4, 8, 64].map(threads => jobsOf('auto', threads))).toEqual([1, 1, 2, 4]);
    expect(jobsOf(7, 1)).toBe(7);
  });
});
