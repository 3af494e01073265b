import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../core/context.ts';
import { type MadeRun, makeTuiStore } from '../../scripts/tui-store/make.ts';
import { createLoader } from '../../tui/effects/load/index.ts';
import { parseKeyScript } from '../../tui/input/script.ts';
import { printScreen } from '../../tui/print.ts';
import { DEFAULT_PREFERENCES } from '../../tui/state/state.ts';
import { chooseTheme } from '../../tui/theme/choose.ts';

const folder = mkdtempSync(join(tmpdir(), 'contextful-journeys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function play(root: string, keys: string, link = 'runs'): Promise<string> {
  const load = createLoader({ root, corpusRoots: [], clock: frozenClock(0n) });
  const { text } = await printScreen(
    {
      link,
      columns: 120,
      rows: 40,
      limit: null,
      keys,
      symbols: 'utf8',
      theme: chooseTheme({ theme: 'mono', level: 0, colorFgBg: undefined }),
      level: 0,
      preferences: DEFAULT_PREFERENCES,
      filters: [],
      readOnlyReason: null,
    },
    { load, perform: async () => [] },
  );
  return text;
}

/** Runs from the newest back: cjk, leak, window, fusion, improved, other-k, down. */
let made: readonly MadeRun[];
const root = join(folder, 'one');

beforeAll(async () => {
  made = await makeTuiStore({ root, runs: 9, cases: 120, seed: 1, cause: 'cjk', pid: 1 });
});

describe('tui-cli.md 23 journeys from the list of runs', () => {
  test.each([
    [
      'J1 the newest is red: the lexical leg lost rows of cjk',
      'i enter',
      4,
      [/blame lexical/, /gone +G +kb\/cjk#/],
    ],
    ['J1 and how much more often', 'i', 4, [/tag cjk x\d/]],
    [
      'J2 a forbidden row of another team',
      'j i enter j',
      5,
      [/blame forbidden/, /new +F +hr\/pay/, /hr\/payroll#p-\d+/, /marks +forbidden/],
    ],
    ['J3 rows outside the window above the gold', '2*j i enter', 6, [/up \d+ +W /, /window +since 2030/]],
    [
      'J4 fusion lost a row that both legs hold',
      '3*j i enter G',
      6,
      [/blame fusion/, /lexical +[12] /, /hybrid +none +\d/],
    ],
    ['J5 a run that can not be compared', '5*j enter v enter', 8, [/not comparable: k differs/]],
    ['J5 and both values', '5*j enter v enter 4', 9, [/was +10/, /is +5/]],
    ['J6 two runs, their worst pair', 'v enter j enter', 8, [/A hybrid/, /B hybrid/, /gone +G/]],
  ])('%s', async (_name, keys, most, proofs) => {
    expect(parseKeyScript(keys).length).toBeLessThanOrEqual(most);
    const text = await play(root, keys);
    for (const proof of proofs) expect(text).toMatch(proof);
  });

  test('the causes are what the store was made of', () => {
    expect(
      made
        .toReversed()
        .slice(0, 7)
        .map(({ cause }) => cause),
    ).toEqual(['cjk', 'leak', 'window', 'fusion', 'improved', 'other-k', 'down']);
  });

  test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    'store %i: the cause of a red run is two keys away, both hinted',
    async seed => {
      const own = join(folder, `seed-${seed}`);
      const runs = await makeTuiStore({ root: own, runs: 2, cases: 200, seed, cause: 'random', pid: 1 });
      const newest = runs.at(-1);
      if (newest?.outcome !== 'red') return expect(newest?.outcome).toBe('green');
      expect(await play(own, '')).toContain('i explain');
      const explained = await play(own, 'i');
      expect(explained).toContain('enter open');
      const blames = { cjk: /lexical/, leak: /forbidden/, window: /both|window/, fusion: /fusion/ };
      const wanted = Object.entries(blames).find(([cause]) => cause === newest.cause)?.[1] ?? /$^/;
      expect(explained).toMatch(wanted);
      return expect(await play(own, 'i enter')).toMatch(/blame \w+/);
    },
  );
});
