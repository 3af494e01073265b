import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { STORE_FILE } from '../../../../evals/store/cache.ts';
import { conformance } from '../../../../evals/store/conformance/index.ts';
import { duckdbAdapter } from '../../../../evals/store/duckdb/index.ts';
import {
  DEFAULT_RANKING,
  type LandingStamp,
  type ReopenedStore,
  type Store,
  type StoreAdapter,
  type StoreConfig,
  type TableSchema,
} from '../../../../evals/store/port.ts';
import { AGENT, iterate, row, STAMP, table } from '../memory-world.ts';

const root = mkdtempSync(join(tmpdir(), 'contextful-kept-'));
let folders = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

function newFolder(): string {
  folders += 1;
  const folder = join(root, String(folders));
  mkdirSync(folder);
  return folder;
}

function configOf(scratch: string): StoreConfig {
  return { ranking: DEFAULT_RANKING, defaultRows: null, threads: 2, memory: '256MiB', scratch };
}

type Landed = { readonly schema: TableSchema; readonly stamp: LandingStamp };

function reopen(config: StoreConfig, folder: string, landed: readonly Landed[]): Promise<ReopenedStore> {
  const { keeping } = duckdbAdapter;
  if (keeping === undefined) throw new Error('duckdb keeps stores');
  return keeping.reopen(config, folder, landed);
}

/** Every fold is kept, its store closed, and the file read in its stead. */
const keptAdapter: StoreAdapter = {
  name: 'duckdb',
  open: async config => {
    const folder = newFolder();
    const landing = await duckdbAdapter.open({ ...config, keepIn: folder });
    const landed: Landed[] = [];
    let store: Store = landing;
    return {
      ...landing,
      land: (schema, rows, stamp) => {
        landed.push({ schema, stamp });
        return landing.land(schema, rows, stamp);
      },
      fold: async () => {
        const summary = await landing.fold();
        await landing.keep?.();
        await landing.close();
        ({ store } = await reopen({ ...config, scratch: newFolder() }, folder, landed));
        return summary;
      },
      admit: session => store.admit(session),
      admitBounded: (session, bounds) => store.admitBounded(session, bounds),
      close: () => store.close(),
    };
  },
};

describe('evaluate.md 7.4: a kept store answers byte for byte as the one that landed', () => {
  for (const check of conformance(keptAdapter, { scratch: newFolder, worlds: 2, leaks: 5 })) {
    if (check.name.startsWith('a thousand rows')) continue;
    test(check.name, check.run, 600_000);
  }
});

describe('evaluate.md 7.4: a store that was kept', () => {
  const notes = table('kb/notes', { availableTime: 'known' }, { known: 'timestamp', published_at: 'date' });
  const parts = table('kb/parts');
  const landed = [notes, parts].map(schema => ({ schema, stamp: STAMP }));

  async function keep(): Promise<string> {
    const folder = newFolder();
    const store = await duckdbAdapter.open({ ...configOf(newFolder()), keepIn: folder });
    const dated = { publishedNs: 1n, dateBasis: 'published_at' };
    const undated = { publishedNs: null, dateBasis: 'null' };
    const rows = [
      row(0, { key: 'a', text: 'rail strike' }, dated),
      row(1, { key: 'b', text: 'vote' }, undated),
    ];
    await store.land(notes, iterate(rows), STAMP);
    await store.land(parts, iterate([row(0, { key: 'a', text: 'Über die Gleise' })]), STAMP);
    await store.fold();
    await store.keep?.();
    await store.close();
    return folder;
  }

  test('is one file, is read alone, and by several at once', async () => {
    const folder = await keep();
    expect(statSync(join(folder, STORE_FILE)).size).toBeGreaterThan(0);
    const both = [
      await reopen(configOf(newFolder()), folder, landed),
      await reopen(configOf(newFolder()), folder, landed),
    ];
    for (const { store } of both) {
      const { rows } = await store.admit(AGENT).scan('kb/notes', { limit: 9, after: null });
      expect(rows.map(({ key }) => key)).toEqual(['a', 'b']);
      await expect(store.land(notes, iterate([]), STAMP)).rejects.toThrow('read alone');
      await expect(store.fold()).rejects.toThrow('read alone');
    }
    for (const { store } of both) await store.close();
  });

  test('tells an operator which rows landed, and which carry a date', async () => {
    const { store, traces } = await reopen(configOf(newFolder()), await keep(), landed);
    const references = [
      ['kb/notes', 'a'],
      ['kb/notes', 'b'],
      ['kb/notes', 'c'],
      ['kb/parts', 'a'],
      ['kb/none', 'a'],
    ] as const;
    const [dated, undated] = [{ dated: true }, { dated: false }];
    expect(await traces(references)).toEqual([dated, undated, null, dated, null]);
    await store.close();
  });

  test('of other tables than those asked for is not opened', async () => {
    const folder = await keep();
    await expect(reopen(configOf(newFolder()), folder, landed.slice(1))).rejects.toThrow(RangeError);
    await expect(reopen(configOf(newFolder()), folder, landed.toReversed())).rejects.toThrow(RangeError);
  });
});
