import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyText } from '../../../tui/effects/copy.ts';
import { exportName } from '../../../tui/effects/export.ts';
import type { EffectPorts } from '../../../tui/effects/perform.ts';
import { realPrograms } from '../../../tui/effects/programs.ts';
import { here } from '../../../tui/state/state.ts';
import { effectWorld } from '../../support/effect-world.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

let store: SeededStore;

beforeAll(async () => {
  store = await seededStore(2);
});

afterAll(() => store.remove());

const newest = (): string => store.runs.at(-1)?.id ?? '';
const cases = (): string => `run/${newest()}/cases`;
const made = (path: string): string => join(store.root, '.contextful', path);

describe('tui-cli.md 20 copy', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'contextful-copy-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  type Wishes = {
    readonly env?: EffectPorts['env'];
    readonly clipboard?: EffectPorts['settings']['clipboard'];
    /** Programs that are there. */
    readonly there?: readonly string[];
    readonly write?: (text: string) => void;
  };

  async function copy(text: string, { env = {}, clipboard = 'auto', there = [], write }: Wishes) {
    const tried: string[] = [];
    const notice = await copyText(
      text,
      {
        root,
        env,
        programs: {
          feed: async ([name = ''], given) => {
            tried.push(name);
            return there.includes(name) && given === text;
          },
          foreground: async () => null,
          background: () => Promise.reject(new Error('none')),
          terminate: () => false,
        },
        settings: {
          clipboard,
          editor: undefined,
          confirm: true,
          baseline: undefined,
          raiseExcept: [],
          unscoredMax: 0,
          floors: [],
        },
      },
      write,
    );
    return { notice, tried };
  }

  test('the terminal first, doubled through tmux; route and bytes are told', async () => {
    const written: string[] = [];
    const write = (text: string): void => void written.push(text);
    expect(await copy('né', { write })).toEqual({ notice: 'copied 3 bytes through the terminal', tried: [] });
    expect(Buffer.from(written[0]?.slice(7, -1) ?? '', 'base64').toString()).toBe('né');
    await copy('né', { write, env: { TMUX: '/tmp/t' } });
    expect(written[1]?.startsWith('\u001bPtmux;\u001b\u001b]52;c;')).toBe(true);
  });

  test('a text too long for it goes to the first program that takes it', async () => {
    const { notice, tried } = await copy('x'.repeat(74_001), { write: () => {}, there: ['xsel', 'pbcopy'] });
    expect(notice).toBe('copied 74,001 bytes through xsel');
    expect(tried).toEqual(['wl-copy', 'xclip', 'xsel']);
  });

  test('over ssh, or with no program, it goes to a file that only the user reads', async () => {
    const far = await copy('abc', { there: ['xsel'], env: { SSH_CONNECTION: '10.0.0.1' } });
    expect(far).toEqual({ notice: 'copied 3 bytes to .contextful/clipboard.txt', tried: [] });
    const file = join(root, '.contextful', 'clipboard.txt');
    expect(readFileSync(file, 'utf8')).toBe('abc');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await copy('abcd', {})).tried).toHaveLength(5);
    expect(readFileSync(file, 'utf8')).toBe('abcd');
  });

  test('the configuration allows one route, or none', async () => {
    const write = (): void => {};
    expect((await copy('a', { write, clipboard: 'file' })).notice).toContain('clipboard.txt');
    expect((await copy('a', { write, clipboard: 'tool', there: ['xclip'] })).notice).toContain('xclip');
    await expect(copy('a', { clipboard: 'osc52' })).rejects.toMatchObject({ code: 'ClipboardUnavailable' });
    await expect(copy('a', { write, clipboard: 'off' })).rejects.toMatchObject({
      code: 'ClipboardUnavailable',
    });
  });

  test('keys: the link that opens this screen; opening the report copies where its data lies', async () => {
    const world = await effectWorld(store.root, { link: `run/${newest()}` });
    await world.press('Y');
    expect(Buffer.from(world.written[0]?.slice(7, -1) ?? '', 'base64').toString()).toContain(newest());
    await world.press('o');
    expect(world.notice()).toMatch(/^copied \d+ bytes through the terminal: the path of report\.json$/);
  });
});

describe('tui-cli.md 20 editor', () => {
  test('VISUAL before EDITOR, at the line of the case; terminal lent, then all is read anew', async () => {
    const world = await effectWorld(store.root, {
      link: cases(),
      ports: { env: { VISUAL: 'code -n', EDITOR: 'vi' } },
    });
    await world.press('j', 'E');
    expect(world.started).toEqual([['code', '-n', '--wait', '--goto', 'evals/cases/world.jsonl:2:1']]);
    expect(world.stage).toEqual(['lent', 'given back', 'reloaded']);
    expect(world.notice()).toBe('evals/cases/world.jsonl:2 was open in code');
    expect(here(world.session.state()).cursor).toBe(1);
  });

  test('an empty VISUAL is unset, vi is the last resort, the configuration is stronger', async () => {
    const plain = await effectWorld(store.root, { link: cases(), ports: { env: { VISUAL: '' } } });
    await plain.press('E');
    expect(plain.started).toEqual([['vi', '+1', 'evals/cases/world.jsonl']]);
    const own = await effectWorld(store.root, {
      link: cases(),
      ports: { env: { VISUAL: 'code' } },
      settings: { editor: 'nano' },
      programs: { foreground: async () => 1 },
    });
    await own.press('E');
    expect(own.notice()).toBe('nano ended with 1');
  });

  test('one that can not be read is refused on the screen', async () => {
    const world = await effectWorld(store.root, { link: cases(), settings: { editor: '"open' } });
    await world.press('E');
    expect([world.notice()?.split(':')[0], world.stage]).toEqual(['EditorUnusable', []]);
  });
});

describe('tui-cli.md 20 programs', () => {
  test('an editor that is not there is refused by name', async () => {
    const world = await effectWorld(store.root, {
      link: cases(),
      settings: { editor: 'no-such-editor' },
      programs: { foreground: realPrograms(store.root, {}).foreground },
    });
    await world.press('E');
    expect(world.notice()).toBe('EditorUnusable: the editor `no-such-editor` could not be started');
  });

  test('what the system refuses to start is told in its words', async () => {
    const programs = realPrograms(store.root, {});
    const to = { stdout: join(store.root, 'out'), stderr: join(store.root, 'err') };
    await expect(programs.background(['no-such-program'], to)).rejects.toMatchObject({
      code: 'ENOENT',
      syscall: 'spawn no-such-program',
    });
  });
});

describe('tui-cli.md 19 export', () => {
  test('csv: all filtered rows with their original values', async () => {
    const world = await effectWorld(store.root, { link: `${cases()}?filter=is%3Ared` });
    await world.press('e', 'j', 'j', 'enter');
    const file = /wrote \.contextful\/(\S+\.csv), 85 rows/.exec(world.notice() ?? '')?.[1] ?? '';
    const lines = readFileSync(made(file), 'utf8').split('\r\n');
    expect(lines).toHaveLength(87);
    expect(lines[0]).toBe('outcome,case,lexical,vector,hybrid,moved,gold,cause,tags,question');
    expect(lines[1]).toMatch(/^fail,cjk-0001,0,0,0,/);
  });

  test('txt and json: the whole screen, not the window', async () => {
    const world = await effectWorld(store.root, { link: cases() });
    await world.press('e', 'enter');
    const text = readFileSync(made(`exports/run-${newest()}-cases.txt`), 'utf8');
    expect(text.match(/-\d{4} /g)?.length).toBeGreaterThanOrEqual(400);
    await world.press('e', 'j', 'enter');
    const json: unknown = JSON.parse(readFileSync(made(`exports/run-${newest()}-cases.json`), 'utf8'));
    expect(json).toMatchObject({
      data: { link: cases(), list: { window: { from: 0, to: 400, total: 400 } } },
    });
  });

  test('names tell links apart and stay inside the folder', () => {
    expect(exportName('runs')).toBe('runs');
    expect(exportName('run/a/cases?filter=x')).not.toBe(exportName('run/a/cases?filter=y'));
    expect(exportName(`run/${'%2E%2E/'.repeat(80)}`)).toMatch(/^[A-Za-z0-9-]{1,109}$/);
  });

  test('read-only: nothing is written', async () => {
    const world = await effectWorld(store.root, { link: 'runs', readOnlyReason: '--read-only' });
    await world.press('e', 'P');
    expect([world.effects, world.notice()]).toEqual([[], 'ReadOnly: Pin the run is off, --read-only']);
  });
});

describe('tui-cli.md 19 pins and matches', () => {
  test('P keeps a run from being pruned, and lets it go again', async () => {
    const world = await effectWorld(store.root);
    const pin = made(`runs/${newest()}/.pin`);
    await world.press('P');
    expect([world.notice(), existsSync(pin)]).toEqual([
      `run ${newest()} is pinned: it is never pruned`,
      true,
    ]);
    await world.press('P');
    expect(existsSync(pin)).toBe(false);
  });

  test('n and N step over all rows that hold the last text, round the end', async () => {
    const world = await effectWorld(store.root, { link: cases() });
    await world.press('/', ...'guard'.split(''), 'enter', '/', 'ctrl+u', 'enter');
    const at = (): string | undefined =>
      world.session.screen().list.idAt?.(here(world.session.state()).cursor);
    await world.press('g', 'n');
    expect(at()).toBe('guard-0008');
    await world.press('n');
    expect(at()).toBe('guard-0018');
    await world.press('N', 'N');
    expect(at()).toBe('guard-0398');
  });
});
