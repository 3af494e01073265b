import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changedLines } from '../../../tui/effects/changed-lines.ts';
import type { Preview } from '../../../tui/state/state.ts';
import { type EffectWorld, effectWorld } from '../../support/effect-world.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

const FILE = 'evals/baselines/world.json';
const SIDECAR = 'evals/baselines/world.cases.jsonl';

let store: SeededStore;
let root: string;

beforeAll(async () => {
  store = await seededStore(2);
});
afterAll(() => store.remove());

/** Each test changes its own copy. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-raise-'));
  cpSync(store.root, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const green = (): string => `run/${store.runs[0]?.id}`;
const red = (): string => `run/${store.runs[1]?.id}`;

/** Lowers an entry, so that the first run is better than its baseline. */
function lower(path: string, to: number): void {
  const text = read(FILE);
  const line = new RegExp(
    `("${path.replaceAll('.', '\\.')}": (?:\\{\\s*"(?:band|value)": [^}]*?"value": )?)([\\d.]+)`,
  );
  const lowered = text.replace(line, `$1${to}`);
  expect(lowered).not.toBe(text);
  writeFileSync(join(root, FILE), lowered);
}

function previewOf({ session }: EffectWorld): Preview {
  const { overlay } = session.state();
  if (overlay?.kind !== 'preview') throw new Error('no preview');
  return overlay.preview;
}

describe('tui-cli.md 20 baseline', () => {
  test('the preview is the exact change of the file; the typed word lands it and its cases', async () => {
    lower('retrieval.hybrid.recall_at_k', 0.5);
    const before = read(FILE);
    const world = await effectWorld(root, { link: green(), settings: { baseline: FILE } });
    await world.press('b');
    const { lines, refused, word } = previewOf(world);
    expect([refused, word]).toEqual([null, 'raise']);
    const changed = lines.filter(line => /^[-+]/.test(line));
    expect(changed).toHaveLength(2);
    expect(changed[0]).toMatch(/^-.*0\.5/);
    expect(lines.join('\n')).toContain('stays retrieval.hybrid.ndcg_at_k: inside its band');
    await world.press('r', 'enter');
    expect(read(FILE)).toBe(before);
    await world.press('a', 'i', 's', 'e', 'enter');
    expect(world.notice()).toBe(`raised 1 entry of ${FILE} from ${store.runs[0]?.id}`);
    expect(changedLines(before, read(FILE)).filter(line => /^[-+]/.test(line))).toEqual(changed);
    expect(read(SIDECAR).split('\n')[0]).toContain('"baseline"');
  });

  test('an edit between preview and word: PreviewStale, and the file stays as it was edited', async () => {
    lower('retrieval.hybrid.recall_at_k', 0.5);
    const world = await effectWorld(root, { link: green(), settings: { baseline: FILE } });
    await world.press('b');
    appendFileSync(join(root, FILE), '\n');
    const edited = read(FILE);
    await world.press('r', 'a', 'i', 's', 'e', 'enter');
    expect(world.notice()?.split(':')[0]).toBe('PreviewStale');
    expect(read(FILE)).toBe(edited);
  });

  test.each<[string, () => string, RegExp]>([
    ['a red run', red, /^not raised: \d+ figures regressed$/],
    ['a run that moves nothing', green, /^nothing improved beyond its band/],
  ])('%s is refused in the preview, and enter only closes it', async (_name, link, why) => {
    const before = read(FILE);
    const world = await effectWorld(root, { link: link(), settings: { baseline: FILE } });
    await world.press('b');
    expect(previewOf(world).refused).toMatch(why);
    await world.press('enter');
    expect([world.session.state().overlay, world.effects.map(({ t }) => t), read(FILE)]).toEqual([
      null,
      ['plan'],
      before,
    ]);
  });

  test('another stamp is refused: nothing of it compares', async () => {
    writeFileSync(join(root, FILE), read(FILE).replace(/"k": 10/, '"k": 5'));
    const world = await effectWorld(root, { link: green(), settings: { baseline: FILE } });
    await world.press('b');
    expect(previewOf(world).refused).toMatch(/^BaselineRunStampMismatch: /);
  });

  test('raise_except keeps an entry, and says so', async () => {
    lower('retrieval.hybrid.recall_at_k', 0.5);
    const raiseExcept = ['retrieval.hybrid.recall_at_k'];
    const world = await effectWorld(root, { link: green(), settings: { baseline: FILE, raiseExcept } });
    await world.press('b');
    expect(previewOf(world).refused).toMatch(/^nothing improved/);
  });

  test('a first file: its whole text, then the same way; who was quicker is not overwritten', async () => {
    const file = 'evals/baselines/first.json';
    const world = await effectWorld(root, { link: green(), settings: { baseline: file } });
    await world.press('b');
    const { lines, word, refused } = previewOf(world);
    expect([word, refused, lines.every(line => /^[+@]/.test(line))]).toEqual(['init', null, true]);
    await world.press('i', 'n', 'i', 't', 'enter');
    expect(world.notice()).toBe(`wrote ${file} from ${store.runs[0]?.id}`);
    expect(read(file).trimEnd().split('\n')).toEqual(lines.slice(1).map(line => line.slice(1)));
    rmSync(join(root, file));
    await world.press('b');
    writeFileSync(join(root, file), read(FILE));
    await world.press('i', 'n', 'i', 't', 'enter');
    expect(world.notice()?.split(':')[0]).toBe('PreviewStale');
    expect(read(file)).toBe(read(FILE));
  });
});

describe('changed lines', () => {
  test.each<[string, string, readonly string[]]>([
    ['a\nb\nc\n', 'a\nB\nc\n', ['@ 2', '-b', '+B']],
    ['a\nb\nc\nd\n', 'A\nb\nC\nD\n', ['@ 1', '-a', '+A', '@ 3', '-c', '-d', '+C', '+D']],
    ['', 'a\nb\n', ['@ 1', '+a', '+b']],
    ['a\nc\n', 'a\nb\nc\n', ['@ 2', '+b']],
    ['a\n', 'a\n', []],
  ])('%j to %j', (before, after, lines) => {
    expect(changedLines(before, after)).toEqual(lines);
  });
});
