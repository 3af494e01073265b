import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../../evals/store/duckdb/engine.ts';
import { statement } from '../../../evals/store/duckdb/statement.ts';
import { memoryAdapter } from '../../../evals/store/memory/index.ts';
import type { Reader, Store, StoreAdapter } from '../../../evals/store/port.ts';
import { fakeTimer } from '../../support/fake-timer.ts';
import { onStore } from '../../support/native-project.ts';
import { runWritten, writeProject } from '../../support/written-project.ts';

const HEADER = 1;
const REASON = new Error('interrupted by SIGINT');

let project: ReturnType<typeof writeProject>;
beforeEach(() => {
  // Cases of different prefixes are asked one after the other.
  project = writeProject({
    declaration:
      '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n[[pipeline.tables]]\nname = "slow/b"\nprimary_key = ["id"]\n',
    rows: { 'kb/a': [{ id: '1', body: 'alder note' }], 'slow/b': [{ id: '1', body: 'birch note' }] },
    cases: [
      { question: 'alder', prefix: 'kb/', artifacts: ['kb/a#1'] },
      { question: 'birch', prefix: 'slow/', artifacts: ['slow/b#1'] },
    ],
  });
});
afterEach(() => project.remove());

describe('evaluate.md 11.4 a run that is interrupted in an engine statement of hours', () => {
  test('waits 5 s for it, stops it, keeps what is finished and names the command that resumes', async () => {
    const timer = fakeTimer();
    const controller = new AbortController();
    const slow = withEndlessStatement();
    const told: string[] = [];
    let ended = false;
    const running = runWritten(project.root, onStore(slow.adapter), event => told.push(event.t), {
      signal: controller.signal,
      after: timer.after,
    }).finally(() => {
      ended = true;
    });
    running.catch(() => undefined);
    await slow.begun;
    controller.abort(REASON);
    timer.pass(4999);
    await someTurns();
    expect(ended).toBe(false);
    timer.pass(1);
    await expect(running).rejects.toMatchObject({
      code: 'Interrupted',
      exit: 130,
      hint: expect.stringMatching(/^contextful eval run --resume \S+$/),
    });
    expect(told.slice(-2)).toEqual(['run.interrupted', 'run.end']);
    const latest = readFileSync(join(project.root, '.contextful/runs/LATEST'), 'utf8').trim();
    const journal = readFileSync(join(project.root, '.contextful/runs', latest, 'checkpoint.jsonl'), 'utf8');
    expect(journal.trimEnd().split('\n')).toHaveLength(HEADER + 1);

    const whole = await runWritten(project.root, onStore(memoryAdapter));
    const resumed = await runWritten(project.root, { ...onStore(memoryAdapter), resume: latest });
    expect(resumed.report).toEqual(whole.report);
  });

  test('a statement that ends in time is no loss, and the timer goes with the store', async () => {
    const timer = fakeTimer();
    const controller = new AbortController();
    const told: string[] = [];
    const running = runWritten(
      project.root,
      onStore(memoryAdapter),
      event => {
        told.push(event.t);
        if (event.t === 'store.ready') controller.abort(REASON);
      },
      { signal: controller.signal, after: timer.after },
    );
    await expect(running).rejects.toMatchObject({ code: 'Interrupted' });
    timer.pass(10_000);
    expect(timer.pending()).toBe(0);
    expect(told).not.toContain('run.report');
  });
});

/** A store whose second prefix makes a real engine work for hours. */
function withEndlessStatement(): { readonly adapter: StoreAdapter; readonly begun: Promise<void> } {
  let begin = (): void => {};
  const begun = new Promise<void>(resolve => {
    begin = resolve;
  });
  const open: StoreAdapter['open'] = async config => {
    const engine = await openEngine(config);
    const store = await memoryAdapter.open(config);
    return {
      ...store,
      admit: session => endlessReader(store.admit(session), engine, begin),
      interrupt: engine.interrupt,
      close: async () => {
        engine.close();
        await store.close();
      },
    } satisfies Store;
  };
  return { adapter: { name: 'memory', open }, begun };
}

function endlessReader(reader: Reader, engine: Engine, begin: () => void): Reader {
  return {
    ...reader,
    ranked: async function* (calls) {
      if (calls[0]?.prefix === 'slow/') {
        const connection = await engine.connect();
        begin();
        await connection.rows(
          statement(() => 'SELECT sum(a.range * b.range % 7) FROM range(10000000) a, range(10000000) b'),
        );
      }
      yield* reader.ranked(calls);
    },
  };
}

async function someTurns(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await new Promise(resolve => setImmediate(resolve));
}
