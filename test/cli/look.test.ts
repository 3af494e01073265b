import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { fakeHost } from '../support/fake-host.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextful-look-'));
  mkdirSync(join(folder, '.contextful/runs'), { recursive: true });
  put('contextful.toml', 'version = 1\n');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function tui(...args: readonly string[]) {
  const host = fakeHost({
    argv: ['tui', '--print', ...args],
    cwd: folder,
    env: { XDG_CONFIG_HOME: join(folder, 'xdg'), LC_ALL: 'C.UTF-8' },
  });
  const code = await main(host.host);
  return { code, out: host.out(), err: host.err().replaceAll(folder, '') };
}

describe('tui-cli.md 7 [tui] and the look of a user', () => {
  test('a remapped key acts, and stands in footer and help', async () => {
    put('contextful.toml', 'version = 1\n[tui.keys]\nhelp = "f2"\n');
    const { out } = await tui('--keys', 'f2', '--size', '100x60');
    expect(out).toMatch(/ {2}f2 +Help/);
    expect((await tui('--size', '100x30')).out).toContain('f2 help');
  });

  test("the project's keys win over the user's, action by action", async () => {
    put('contextful.toml', 'version = 1\n[tui.keys]\nhelp = "f2"\n');
    put('xdg/contextful/tui.toml', '[tui.keys]\nhelp = "f3"\nquit = "f4"\n');
    expect((await tui('--size', '100x30')).out).toMatch(/f4 quit {2}f2 help/);
  });

  test('what is not about the look has no place in the file of a user', async () => {
    put('xdg/contextful/tui.toml', '[tui]\ntheme = "dark"\nread_only = true\n');
    const { code, err } = await tui();
    expect(code).toBe(2);
    expect(err).toMatch(/^ConfigInvalid: `tui.read_only` is no key that tui.toml has/);
    expect(err).toContain('xdg/contextful/tui.toml:3:1');
  });

  test.each<[string, string, RegExp]>([
    [
      'down = "ctrl+i"',
      '4:1',
      /^KeymapUnsendable: `ctrl\+i` can not be a key of down: ctrl\+i is the byte of tab/,
    ],
    ['down = "ctrl+c"', '4:1', /^KeymapReserved: /],
    ['down = "g g"', '4:1', /^KeymapBadChord: /],
    ['down = "y"', '4:1', /^KeymapClash: `y` can not be a key of down: y is the key of copy-value/],
    ['dwon = "x"', '4:1', /^KeymapUnknownAction: there is no action dwon[\s\S]*did you mean down/],
  ])('%s is refused at its place', async (line, place, message) => {
    put('contextful.toml', `version = 1\n[tui]\n[tui.keys]\n${line}\n`);
    const { code, err } = await tui();
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).toContain(`contextful.toml:${place}`);
  });

  test.each([[['--theme', 'drak']], [[]]])('a theme that there is not, from flags %j', async args => {
    if (args.length === 0) put('contextful.toml', 'version = 1\n[tui]\ntheme = "drak"\n');
    const { code, err } = await tui(...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^ThemeUnknown: there is no theme `drak`[\s\S]*did you mean dark/);
  });
});
