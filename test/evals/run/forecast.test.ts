import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Context, frozenClock, neverTimer } from '../../../core/context.ts';
import { forecastRun, splitWithin } from '../../../evals/run/forecast.ts';
import { prepareRun } from '../../../evals/run/prepare.ts';
import { shardOf } from '../../../evals/run/shard-of.ts';
import { vectorCases } from '../../support/vectors.ts';
import { runWritten, writeProject, writtenRequest } from '../../support/written-project.ts';

describe('evaluate.md 13 the shard of a case', () => {
  test.each(vectorCases<{ id: string; of3: number; of8: number }>('evaluate', 'shards'))(
    '$id',
    ({ id, of3, of8 }) => {
      expect([shardOf(id, 3), shardOf(id, 8)]).toEqual([of3, of8]);
    },
  );
});

describe('evaluate.md 21.8 the split that ends in time', () => {
  const ids = (n: number) => Array.from({ length: n }, (_, i) => `c${i}`);

  test('is the fewest shards of which none takes longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(400), (n, targetMs) => {
        const msOf = (cases: number) => 40 + 10 * cases;
        const split = splitWithin(ids(n), targetMs, msOf);
        if (split === null) {
          expect(targetMs).toBeLessThan(50);
          return;
        }
        expect(split.reduce((sum, { cases }) => sum + cases, 0)).toBe(n);
        for (const { cases, ms } of split) expect([ms, ms <= targetMs]).toEqual([msOf(cases), true]);
        for (let of = 1; of < split.length; of += 1) {
          const sizes = ids(n).map(id => shardOf(id, of));
          const largest = Math.max(...sizes.map(one => sizes.filter(other => other === one).length));
          expect(msOf(largest)).toBeGreaterThan(targetMs);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('is none where landing alone takes longer', () => {
    expect(splitWithin(ids(3), 30, () => 31)).toBeNull();
  });
});

describe('evaluate.md 21.8 the time of a planned run', () => {
  let project: ReturnType<typeof writeProject>;
  beforeEach(() => {
    project = writeProject({
      declaration: '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n',
      rows: { 'kb/a': [{ id: '1', body: 'alder note' }] },
      cases: [{ question: 'alder' }, { question: 'note' }, { question: 'birch' }],
    });
  });
  afterEach(() => project.remove());

  test('is not known without an earlier run, nor from one under a frozen clock', async () => {
    const unknown = { target_ms: 1000, runs: [], rows: null, land_ms: null, read_ms: null, shards: null };
    expect(await forecast(1000)).toEqual(unknown);
    await runWritten(project.root);
    expect(await forecast(1000)).toEqual(unknown);
  });

  test('comes from the events of an earlier run: 300 ms of landing, 200 ms a case', async () => {
    const { directory } = await runWritten(project.root);
    writeEvents(directory.file('events.jsonl'), [
      ['run.started', 0, {}],
      ['corpus.reading', 100, { corpus: '../corpora/a' }],
      ['corpus.landed', 350, { corpus: '../corpora/a', rows: 1 }],
      ['store.ready', 400, {}],
      ['case.end', 700, {}],
      ['case.end', 800, {}],
      ['case.end', 1000, {}],
    ]);
    expect(await forecast(1000)).toEqual({
      target_ms: 1000,
      runs: [directory.id],
      rows: 1,
      land_ms: 300,
      read_ms: 600,
      shards: [{ cases: 3, ms: 900 }],
    });
    const { shards } = await forecast(700);
    expect(shards?.length).toBeGreaterThan(1);
    expect(shards?.every(({ ms }) => ms <= 700)).toBe(true);
    expect((await forecast(450)).shards).toBeNull();
  });

  test('is not taken from a run on another store, of other legs, or one that was resumed', async () => {
    const { directory } = await runWritten(project.root);
    const timed = [
      ['corpus.reading', 0, { corpus: '../corpora/a' }],
      ['store.ready', 400, {}],
      ['case.end', 700, {}],
    ] as const;
    writeEvents(directory.file('events.jsonl'), [...timed, ['run.resumed', 800, {}], ...timed]);
    expect((await forecast(1000)).runs).toEqual([]);
    writeEvents(directory.file('events.jsonl'), timed);
    expect((await forecast(1000)).runs).toEqual([directory.id]);
    expect((await forecast(1000, 'duckdb')).runs).toEqual([]);
    expect(readdirSync(join(project.root, '.contextful/runs'))).toHaveLength(2);
  });

  async function forecast(targetMs: number, adapter: 'memory' | 'duckdb' = 'memory') {
    const context: Context = {
      cwd: project.root,
      env: {},
      clock: frozenClock(0n),
      after: neverTimer,
      signal: new AbortController().signal,
      threads: 1,
    };
    const store = { adapter, memory: '512MiB', threads: 1 } as const;
    return forecastRun(await prepareRun(writtenRequest(project.root, { store }), context), targetMs);
  }
});

function writeEvents(
  path: string,
  events: readonly (readonly [t: string, atMs: number, more: object])[],
): void {
  const at = (ms: number) => `2030-06-01T12:00:0${(ms / 1000).toFixed(9)}Z`;
  writeFileSync(
    path,
    events.map(([t, ms, more], i) => `${JSON.stringify({ t, seq: i + 1, at: at(ms), ...more })}\n`).join(''),
  );
}
