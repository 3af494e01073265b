import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../core/context.ts';
import { refuse } from '../../spec/refusals.ts';
import { bindings } from '../../tui/bindings.ts';
import { createLoader } from '../../tui/effects/load/index.ts';
import type { Performer } from '../../tui/effects/perform.ts';
import { type PrintRequest, parseSize, printScreen } from '../../tui/print.ts';
import { DEFAULT_PREFERENCES } from '../../tui/state/state.ts';
import { chooseTheme } from '../../tui/theme/choose.ts';
import { refusalFrom } from '../support/refusal-from.ts';
import { type SeededStore, seededStore } from '../support/seeded-store.ts';

let store: SeededStore;
let newest: string;

beforeAll(async () => {
  store = await seededStore(3);
  newest = store.runs.at(-1)?.id ?? '';
});
afterAll(() => store.remove());

function print(link: string, change: Partial<PrintRequest> = {}, perform: Performer = async () => []) {
  const load = createLoader({ root: store.root, corpusRoots: [], clock: frozenClock(0n) });
  const request: PrintRequest = {
    link,
    columns: 80,
    rows: null,
    limit: null,
    keys: '',
    symbols: 'utf8',
    theme: chooseTheme({ theme: 'dark', level: 3, colorFgBg: undefined }),
    level: 3,
    preferences: DEFAULT_PREFERENCES,
    filters: [],
    readOnlyReason: null,
    ...change,
  };
  return printScreen(request, { load, perform });
}

describe('tui.start a printed screen', () => {
  test('without a size it has all rows', async () => {
    const { text, document } = await print(`run/${newest}/cases`);
    expect(text.split('\n').filter(line => / (?:pass|fail) /.test(line))).toHaveLength(400);
    expect(document['list']).toMatchObject({ window: { from: 0, to: 400, total: 400 } });
  });

  test('a limit says in JSON what it left out', async () => {
    const { text, document } = await print(`run/${newest}/cases`, { limit: 3 });
    expect(text.split('\n').filter(line => / (?:pass|fail) /.test(line))).toHaveLength(3);
    expect(document['list']).toMatchObject({ window: { from: 0, to: 3, total: 400 } });
  });

  test('a size is that of a terminal, which the text fills', async () => {
    const { text } = await print('runs', { columns: 60, rows: 15 });
    const lines = text.split('\n');
    expect(lines).toHaveLength(16);
    expect(lines.every(line => [...line].length <= 60)).toBe(true);
  });

  test('keys act as in the terminal, each after the data of the one before it', async () => {
    const { document } = await print('runs', { keys: 'enter i enter' });
    expect(document['screen']).toBe('run/:run/case/:case');
  });

  test('colours take nothing from the text', async () => {
    const { ansi, text } = await print(`run/${newest}`);
    const bare = ansi
      .replace(/\u001b\[[0-9;]*m/g, '')
      .replace(/ +$/gm, '')
      .trimEnd();
    expect(ansi).not.toBe(bare);
    expect(bare).toBe(text.trimEnd());
  });

  test('JSON has raw numbers beside the printed ones', async () => {
    const { document } = await print(`run/${newest}`);
    expect(document).toMatchObject({ link: `run/${newest}`, screen: 'run/:run', layout: 'list' });
    const first = (document as { list: { rows: readonly object[] } }).list.rows[0];
    expect(first).toMatchObject({ id: 'recall_at_k', cursor: true });
    expect(first).toMatchObject({ cells: { hybrid: { value: expect.any(Number) } } });
  });

  test.each([
    ['keys that no terminal sends', { keys: 'ctrl+shift+p' }, 'UsageBadValue'],
    ['a case that the run lacks', {}, 'DeepLinkUnresolved'],
    ['a filter with a fault', {}, 'FilterUnknownField'],
  ])('%s: refused', async (name, change, code) => {
    const links = {
      'keys that no terminal sends': 'runs',
      'a case that the run lacks': `run/${newest}/case/cjk-9999`,
      'a filter with a fault': `run/${newest}/cases?filter=recal%3C1`,
    };
    const link = links[name as keyof typeof links];
    await expect(print(link, change)).rejects.toMatchObject({ code });
  });

  test('a size that is none is refused', () => {
    expect(parseSize('100x40')).toEqual({ columns: 100, rows: 40 });
    for (const text of ['100', '100x', 'x40', '100X40', '100x40x2', '']) {
      expect(refusalFrom(() => parseSize(text)).code).toBe('UsageBadValue');
    }
  });
});

describe('tui.keys hints and help', () => {
  const screens = [
    'runs',
    'run/R',
    'run/R/diff',
    'run/R/explain',
    'run/R/cases',
    'run/R/case/cjk-0001',
    'help',
  ];

  test.each(screens)('%s has four to eight hints, of keys that do something there', async link => {
    for (const columns of [60, 80, 120, 200]) {
      const { document } = await print(link.replace('R', newest), { columns, rows: 24 });
      const hints = document['hints'];
      if (!Array.isArray(hints)) throw new TypeError('a frame has hints');
      expect(hints.length).toBeGreaterThanOrEqual(4);
      expect(hints.length).toBeLessThanOrEqual(8);
    }
  });

  test('a read-only session hints at nothing that writes', async () => {
    const { text } = await print('help', { readOnlyReason: '--read-only', columns: 200 });
    expect(text.split('\n').at(-2)).not.toMatch(/baseline|rerun/);
  });

  test('the help of a screen lists every key that acts on it', async () => {
    const { text } = await print(`run/${newest}`, { keys: '?' });
    for (const { scope, label } of bindings) {
      if (scope !== 'live') expect(text).toContain(label);
      else expect(text).not.toContain(label);
    }
  });
});

describe('tui.act played keys', () => {
  test('an action acts, and says so on the screen', async () => {
    const pinned: string[] = [];
    const { document } = await print(`run/${newest}`, { keys: 'P' }, async effect => {
      if (effect.t !== 'pin') return [];
      pinned.push(effect.link);
      return [{ t: 'done', notice: 'pinned' }];
    });
    expect(pinned).toEqual([`run/${newest}`]);
    expect(document['notice']).toEqual({ text: 'pinned', tone: 'info' });
  });

  test('what an action is refused with ends the command', async () => {
    const refusal = refuse('EditorUnusable', { message: 'the editor `no` could not be started' });
    const refused = print(`run/${newest}/cases`, { keys: 'E' }, async () => {
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
  });

  test('a read-only session refuses what writes', async () => {
    const acted: string[] = [];
    const refused = print(`run/${newest}`, { keys: 'P', readOnlyReason: '--read-only' }, async ({ t }) => {
      acted.push(t);
      return [];
    });
    await expect(refused).rejects.toMatchObject({ code: 'ReadOnly', exit: 2 });
    expect(acted).toEqual([]);
  });
});
