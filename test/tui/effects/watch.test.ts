import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWatch, type WatchPorts } from '../../../tui/effects/watch.ts';
import { fakeTimer } from '../../support/fake-timer.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextful-watch-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A watch whose system a test plays. */
function played(ports: Partial<WatchPorts> = {}) {
  const timer = fakeTimer();
  const calls = { change: (): void => {}, fail: (): void => {}, closed: 0, changes: 0 };
  const watch = createWatch({
    after: timer.after,
    watch: (_folder, changed, failed) => {
      calls.change = changed;
      calls.fail = failed;
      return {
        close: () => {
          calls.closed += 1;
        },
      };
    },
    isRemote: async () => false,
    ...ports,
  });
  const file = join(folder, 'file');
  const stop = watch({ folder, paths: [file] }, () => {
    calls.changes += 1;
  });
  return { timer, calls, stop, file };
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('tui-cli.md 20 watching', () => {
  test('what changes within 100 ms is one change; nothing changes: no timer', () => {
    const { timer, calls } = played();
    expect(timer.pending()).toBe(0);
    for (let event = 0; event < 50; event += 1) calls.change();
    timer.pass(99);
    expect(calls.changes).toBe(0);
    timer.pass(1);
    expect(calls.changes).toBe(1);
    expect(timer.pending()).toBe(0);
    calls.change();
    timer.pass(100);
    expect(calls.changes).toBe(2);
  });

  test('nobody listens any more: no watcher, no timer, no late change', () => {
    const { timer, calls, stop } = played();
    calls.change();
    stop();
    timer.pass(5000);
    expect([calls.changes, calls.closed, timer.pending()]).toEqual([0, 1, 0]);
  });

  test.each<[string, Partial<WatchPorts>, boolean]>([
    [
      'a folder that can not be watched',
      {
        watch: () => {
          throw new Error('ENOSPC');
        },
      },
      false,
    ],
    ['a network file system', { isRemote: async () => true }, false],
    ['a watcher that fails later', {}, true],
  ])('%s: its files are looked at every 2 s', async (_name, ports, fails) => {
    const { timer, calls, file, stop } = played(ports);
    await turn();
    if (fails) calls.fail();
    timer.pass(1999);
    writeFileSync(file, 'a');
    expect(calls.changes).toBe(0);
    timer.pass(1);
    expect(calls.changes).toBe(1);
    timer.pass(4000);
    expect(calls.changes).toBe(1);
    appendFileSync(file, 'b');
    timer.pass(2000);
    expect(calls.changes).toBe(2);
    stop();
    expect(timer.pending()).toBe(0);
  });

  test('a change that waits is not lost when the watcher fails', () => {
    const { calls } = played();
    calls.change();
    calls.fail();
    expect(calls.changes).toBe(1);
  });

  test('a real folder tells of a file that grows', async () => {
    const watch = createWatch({
      after: (ms, action) => {
        const timer = setTimeout(action, ms);
        return () => clearTimeout(timer);
      },
    });
    const file = join(folder, 'events.jsonl');
    writeFileSync(file, '');
    const grown = new Promise<void>(resolve => {
      const stop = watch({ folder, paths: [file] }, () => {
        stop();
        resolve();
      });
    });
    appendFileSync(file, 'x\n');
    await grown;
  });
});
