import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { TableDeclaration } from '../../../../evals/policy/index.ts';
import { duckdbAdapter } from '../../../../evals/store/duckdb/index.ts';
import { memoryAdapter } from '../../../../evals/store/memory/index.ts';
import {
  DEFAULT_RANKING,
  type LandRow,
  type Ranking,
  type Store,
  UNBOUNDED,
} from '../../../../evals/store/port.ts';
import { AGENT, ask, instant, iterate, keysOf, row, STAMP, table } from '../memory-world.ts';

const root = mkdtempSync(join(tmpdir(), 'contextful-store-'));
const opened: Store[] = [];
let stores = 0;

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function open(ranking: Partial<Ranking> = {}, threads = 2): Promise<Store> {
  stores += 1;
  const scratch = join(root, String(stores));
  const settings = { ...DEFAULT_RANKING, ...ranking };
  const store = await duckdbAdapter.open({
    ranking: settings,
    defaultRows: null,
    threads,
    memory: '256MiB',
    scratch,
  });
  opened.push(store);
  return store;
}

const notes = table('kb/notes');
const LATER = { ...STAMP, runId: 'eval-0002', ingestedNs: instant('2030-07-01T00:00:00Z') };

describe('evaluate.md 6.2: landing', () => {
  test('a refusal in a late row leaves nothing, and the next landing works', async () => {
    const store = await open();
    async function* failing(): AsyncGenerator<LandRow> {
      for (let seq = 0; seq < 5000; seq += 1) yield row(seq, { key: `lost-${seq}`, text: 'rail strike' });
      throw new RangeError('row 5000');
    }
    await expect(store.land(notes, failing(), STAMP)).rejects.toThrow('row 5000');
    await expect(store.land(notes, iterate([row(0, { key: 'a', text: 'rail' })]), STAMP)).resolves.toEqual({
      rows: 1,
    });
    expect(await store.fold()).toEqual({ rows: 1, versions: 1, postings: 1 });
    const answer = await ask(store.admit(AGENT), { query: 'rail strike' });
    expect(keysOf(answer)).toEqual(['a']);
    expect(answer.retrieval.candidates_prefloor).toBe(1);
  });

  test('nothing is visible before the fold', async () => {
    const store = await open();
    await store.land(notes, iterate([row(0, { key: 'a', text: 'rail' })]), STAMP);
    expect(keysOf(await ask(store.admit(AGENT), { query: 'rail' }))).toEqual([]);
    await store.fold();
    expect(keysOf(await ask(store.admit(AGENT), { query: 'rail' }))).toEqual(['a']);
  });

  test('landings that are started together do not mix', async () => {
    const store = await open();
    const tables = ['a', 'b', 'c'].map(name => table(`kb/${name}`));
    const rows = (name: string) =>
      Array.from({ length: 3000 }, (_, seq) => row(seq, { key: `${name}${seq}`, text: 'rail' }));
    await Promise.all(tables.map(schema => store.land(schema, iterate(rows(schema.name)), STAMP)));
    expect(await store.fold()).toEqual({ rows: 9000, versions: 9000, postings: 9000 });
    const page = await store.admit(AGENT).scan('kb/b', { limit: 2, after: 2998 });
    expect(page).toMatchObject({ rows: [{ key: 'kb/b2998' }, { key: 'kb/b2999' }], after: null });
  });

  test('names and texts from outside are plain data', async () => {
    const store = await open();
    const hostile = `x"; DROP TABLE entries; --`;
    const columns: TableDeclaration['columns'] = Object.fromEntries(
      [hostile, 'constructor'].map(column => [column, 'string' as const]),
    );
    const schema = table(hostile, {}, columns);
    const cells = { key: "'; LOAD httpfs; --", text: 'rail $1', [hostile]: 'v', constructor: 'c' };
    await store.land(schema, iterate([row(0, cells)]), STAMP);
    await store.fold();
    const answer = await ask(store.admit(AGENT), { query: `rail '; --` });
    expect(answer.rows[0]).toMatchObject({
      _table: hostile,
      _key: cells.key,
      _row: { [hostile]: 'v', constructor: 'c' },
    });
  });

  test('a row whose vector has a norm of 0 has no cosine', async () => {
    const store = await open();
    const zero = row(0, { key: 'zero', text: 'rail' }, { embedding: Float32Array.of(0, 0) });
    const one = row(1, { key: 'one', text: 'coast' }, { embedding: Float32Array.of(-1, 0) });
    await store.land(notes, iterate([zero, one]), STAMP);
    await store.fold();
    const { rows } = await ask(store.admit(AGENT), { embedding: Float32Array.of(1, 0) });
    expect(rows.map(({ _key, _vscore }) => [_key, _vscore])).toEqual([
      ['zero', null],
      ['one', -1],
    ]);
  });
});

describe('evaluate.md 6.3: folds', () => {
  async function twoRuns(): Promise<Store> {
    const store = await open();
    await store.land(
      notes,
      iterate([row(0, { key: 'a', text: 'rail old' }), row(1, { key: 'b', text: 'rail' })]),
      STAMP,
    );
    await store.fold();
    return store;
  }

  test('a reader keeps the fold that it was admitted to', async () => {
    const store = await twoRuns();
    const [read, unread] = [store.admit(AGENT), store.admit(AGENT)];
    expect(keysOf(await ask(read, { query: 'rail' }))).toEqual(['b', 'a']);
    await store.land(notes, iterate([row(0, { key: 'a', text: 'gone' })]), LATER);
    await store.fold();
    for (const reader of [read, unread])
      expect(keysOf(await ask(reader, { query: 'rail' }))).toEqual(['b', 'a']);
    expect(keysOf(await ask(store.admit(AGENT), { query: 'rail' }))).toEqual(['b']);
  });

  test('a landing bound rebuilds the versions of its time, and equals the stored ones where both apply', async () => {
    const store = await twoRuns();
    await store.land(notes, iterate([row(0, { key: 'a', text: 'rail new' })]), LATER);
    await store.fold();
    const texts = async (landedAsOf: string | null) => {
      const bounds = { ...UNBOUNDED, landedAsOf: landedAsOf === null ? null : instant(landedAsOf) };
      const { rows } = await ask(store.admitBounded(AGENT, bounds), { query: 'rail' });
      return rows.map(({ _row, _score }) => [_row['text'], _score]);
    };
    expect(await texts('2030-06-15T00:00:00Z')).toEqual([
      ['rail', 0.4],
      ['rail old', 0.39354838709677425],
    ]);
    expect(await texts('2030-07-01T00:00:00Z')).toEqual(await texts(null));
    expect(() => store.admitBounded(AGENT, { ...UNBOUNDED, landedAsOf: 0n })).toThrow('no run had landed');
  });

  test('a store whose rows are indexed lands and folds on', async () => {
    const store = await open();
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, seq) =>
        row(seq, { key: `k${from + seq}`, text: (from + seq) % 16_000 === 7 ? 'rail' : 'coast' }),
      );
    await store.land(notes, iterate(rows(0, 33_000)), STAMP);
    await store.fold();
    const early = store.admit(AGENT);
    expect(keysOf(await ask(early, { query: 'rail' }))).toEqual(['k7', 'k16007', 'k32007']);
    await store.land(notes, iterate(rows(48_000, 48_010)), LATER);
    await store.fold();
    const late = await ask(store.admit(AGENT), { query: 'rail' });
    expect(keysOf(late)).toEqual(['k7', 'k16007', 'k32007', 'k48007']);
    expect(keysOf(await ask(early, { query: 'rail' }))).toEqual(['k7', 'k16007', 'k32007']);
  });

  test('more readers than stay open answer alike, also in turns', async () => {
    const store = await twoRuns();
    const readers = Array.from({ length: 20 }, () => store.admit(AGENT));
    for (const _ of [1, 2]) {
      const answers = await Promise.all(readers.map(reader => ask(reader, { query: 'rail' })));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
  });
});

describe('evaluate.md 9.3: scores', () => {
  test('sums beyond 2^53 are exact', async () => {
    const words = Array.from({ length: 2000 }, (_, i) => `w${i}x`).join(' ');
    const rows = [row(0, { key: 'all', text: words }), row(1, { key: 'one', text: 'w3x' })];
    const filler = Array.from({ length: 3000 }, (_, i) => row(i + 2, { key: `f${i}`, text: 'coast' }));
    const scores = await Promise.all(
      [duckdbAdapter, memoryAdapter].map(async (adapter, at) => {
        const scratch = join(root, `wide-${at}`);
        const ranking: Ranking = {
          ...DEFAULT_RANKING,
          b: 0,
          maxTokens: 0,
          floor: 'off',
          calibration: 'min-max',
        };
        const store = await adapter.open({
          ranking,
          defaultRows: null,
          threads: 2,
          memory: '256MiB',
          scratch,
        });
        opened.push(store);
        await store.land(notes, iterate([...rows, ...filler]), STAMP);
        await store.fold();
        const answer = await ask(store.admit(AGENT), { query: words, explain: true, limit: 3 });
        return answer.rows.map(({ explain }) => explain);
      }),
    );
    expect(scores[0]).toEqual(scores[1]);
    expect(scores[0]?.[0]?.lexicalUnits ?? 0n).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  });
});

describe('evaluate.md 7.2: scratch', () => {
  test('closing touches nothing but what the adapter made', async () => {
    const store = await open();
    const scratch = join(root, String(stores));
    writeFileSync(join(scratch, 'theirs.txt'), 'kept');
    await store.close();
    opened.splice(0);
    expect(existsSync(join(scratch, 'theirs.txt'))).toBe(true);
    expect(readdirSync(join(scratch, 'extensions'))).toEqual([]);
  });
});
