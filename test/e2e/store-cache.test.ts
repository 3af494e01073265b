import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BIN, type Ended, killGroup, runBuilt, startBuilt } from '../support/built-command.ts';

const root = mkdtempSync(join(tmpdir(), 'contextful-cache-e2e-'));
const ROWS = 4000;
const RUN = ['eval', 'run', '--goldens', 'cases/c.jsonl', '--zone', 'local:device', '--clock', 'frozen'];
const stores = join(root, '.contextful/cache/stores');
let whole: Buffer;

beforeAll(async () => {
  writeProject();
  expect(await run('--no-store-cache', '--report', 'whole.json')).toMatchObject({ code: 0 });
  whole = readFileSync(join(root, 'whole.json'));
  expect(existsSync(stores)).toBe(false);
});
beforeEach(() => rmSync(stores, { recursive: true, force: true }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('evaluate.md 7.4: landed stores are kept', { timeout: 120_000 }, () => {
  test('the second run reads no row and gives the same bytes', async () => {
    const first = await wholeRun();
    const second = await wholeRun();
    expect([readyOf(first), readyOf(second)]).toEqual([
      { t: 'store.ready', adapter: 'duckdb', version: expect.any(String), cached: false },
      { t: 'store.ready', adapter: 'duckdb', version: expect.any(String), cached: true },
    ]);
    expect([first, second].map(({ stderr }) => stderr.includes('corpus.reading'))).toEqual([true, false]);
    expect(warningsOf(first).map(({ code }) => code)).toEqual([
      'TableUndeclared',
      'ColumnUnknown',
      'GoldenRow',
    ]);
    expect(warningsOf(second)).toEqual(warningsOf(first));
  });

  test('a folder that only its owner may enter, for it holds hidden rows', async () => {
    await wholeRun();
    const [entry = ''] = readdirSync(stores);
    expect([stores, join(stores, entry)].map(folder => statSync(folder).mode & 0o777)).toEqual([
      0o700, 0o700,
    ]);
  });

  test('another seed, agent or landing instant is another store', async () => {
    await wholeRun();
    await run('--seed', '7');
    await run('--agent', 'agent://other');
    await run('--landed-at', '2030-01-01T00:00:00Z');
    expect(readdirSync(stores)).toHaveLength(4);
  });

  test('[eval.store] cache_bytes bounds it, and 0 turns it off', async () => {
    const config = join(root, 'contextful.toml');
    const plain = readFileSync(config, 'utf8');
    try {
      for (const size of ['1000', '"1MB"']) {
        writeFileSync(config, `${plain}[eval.store]\ncache_bytes = ${size}\n`);
        expect(codesOf(await wholeRun())).toContain('StoreCacheUnavailable');
        expect(readdirSync(stores)).toEqual([]);
      }
      writeFileSync(config, `${plain}[eval.store]\ncache_bytes = 0\n`);
      rmSync(stores, { recursive: true });
      await wholeRun();
      expect(existsSync(stores)).toBe(false);
    } finally {
      writeFileSync(config, plain);
    }
  });
});

describe('evaluate.md 7.4: whatever happens to the cache', { timeout: 240_000 }, () => {
  test.each([0, 20, 50, 90, 140])(
    'killed %i ms into its writing, it holds a whole store or none',
    async ms => {
      const running = startBuilt([...RUN, '--events'], { cwd: root });
      await new Promise<void>(resolve => {
        running.child.stderr?.on('data', text => {
          if (String(text).includes('"corpus.folded"')) resolve();
        });
        void running.ended.then(() => resolve());
      });
      await sleep(ms);
      killGroup(running);
      await running.ended;
      await wholeRun();
      expect(readyOf(await wholeRun()).cached).toBe(true);
      expect(readdirSync(stores)).toHaveLength(1);
    },
  );

  test('two runs at once both give the whole report, and leave one store', async () => {
    const both = await Promise.all([run('--report', 'one.json'), run('--report', 'two.json')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    for (const name of ['one.json', 'two.json']) {
      expect(readFileSync(join(root, name)).equals(whole)).toBe(true);
    }
    expect(readdirSync(stores)).toHaveLength(1);
  });

  test('damage is told and mended', async () => {
    await wholeRun();
    const [entry = ''] = readdirSync(stores);
    const file = join(stores, entry, 'store.duckdb');
    const bytes = readFileSync(file);
    for (let at = bytes.length >> 1; at < bytes.length; at += 1) bytes[at] = ~(bytes[at] ?? 0);
    writeFileSync(file, bytes);
    const mended = await wholeRun();
    expect([readyOf(mended).cached, codesOf(mended).includes('StoreCacheDamaged')]).toEqual([false, true]);
    const after = await wholeRun();
    expect([readyOf(after).cached, codesOf(after).includes('StoreCacheDamaged')]).toEqual([true, false]);
  });

  test('where no file may be as large as the store, the run goes on without', async () => {
    const line = [process.execPath, BIN, ...RUN, '--events', '--report', 'limited.json'];
    const command = line.map(word => `'${word}'`).join(' ');
    const { status, stderr } = spawnSync('bash', ['-c', `ulimit -f 600; exec ${command}`], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: root, LC_ALL: 'C.UTF-8' },
    });
    expect(codesOf({ code: status, stdout: '', stderr })).toContain('StoreCacheUnavailable');
    expect(status).toBe(0);
    expect(readFileSync(join(root, 'limited.json')).equals(whole)).toBe(true);
    expect(readdirSync(stores)).toEqual([]);
  });

  test('where its folder is a file, too', async () => {
    writeFileSync(stores, '');
    expect(codesOf(await wholeRun())).toContain('StoreCacheUnavailable');
  });
});

function run(...more: readonly string[]): Promise<Ended> {
  return runBuilt([...RUN, ...more], { cwd: root });
}

/** A run with events on stderr, whose report is that of a run without cache. */
async function wholeRun(): Promise<Ended> {
  const ended = await run('--events', '--report', 'again.json');
  expect(ended).toMatchObject({ code: 0 });
  expect(readFileSync(join(root, 'again.json')).equals(whole)).toBe(true);
  return ended;
}

function eventsOf({ stderr }: Ended): readonly { readonly [name: string]: unknown }[] {
  return stderr
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));
}

function readyOf(ended: Ended): { readonly [name: string]: unknown } {
  const { seq, at, ...ready } = eventsOf(ended).find(({ t }) => t === 'store.ready') ?? {};
  return ready;
}

function warningsOf(ended: Ended): readonly { readonly [name: string]: unknown }[] {
  return eventsOf(ended)
    .filter(({ t }) => t === 'run.warning')
    .map(({ seq, ...warning }) => warning);
}

function codesOf(ended: Ended): readonly unknown[] {
  return warningsOf(ended).map(({ code }) => code);
}

/** Two tables, one of them without declaration, 1.3 MB of rows, half of them hidden. */
function writeProject(): void {
  for (const folder of ['cases', 'corpus/rows/kb']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'contextful.toml'), 'version = 1\n');
  const declaration = [
    '[[pipeline.tables]]',
    'name = "kb/notes"',
    'primary_key = ["id"]',
    'cluster_by = ["nowhere"]',
    '[pipeline.tables.policy.rows]',
    `predicate = "owner = 'everyone'"`,
  ];
  writeFileSync(join(root, 'corpus/contextful.toml'), `${declaration.join('\n')}\n`);
  const filling = 'harbour ledger tariff signal mooring '.repeat(7);
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    id: `n${n}`,
    owner: n % 2 === 0 ? 'everyone' : 'nobody',
    body: `alder${n} birch${n % 50} ${filling}`,
  }));
  writeLines('corpus/rows/kb/notes.jsonl', rows);
  writeLines('corpus/rows/kb/loose.jsonl', [{ body: 'a loose leaf' }]);
  const cases = [0, 500, 1000, 3998].map(n => ({
    id: `c${n}`,
    corpus: '../corpus',
    question: `alder${n} birch${n % 50}`,
    expected: { artifacts: [`kb/notes#n${n}`], must_not_retrieve: n === 0 ? ['kb/notes#gone'] : [] },
  }));
  writeLines('cases/c.jsonl', cases);
}

function writeLines(name: string, rows: readonly object[]): void {
  writeFileSync(join(root, name), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}
