import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { afterAll, describe, expect, test } from 'vitest';
import { readCargoConfigs } from '../../../release/cells/cargo-config.ts';
import { matchesCfg, readCfg } from '../../../release/cells/cfg.ts';
import { type Remap, remapPaths } from '../../../release/cells/remap.ts';
import { isPeerMissing } from '../../support/peers.ts';

const TARGET = 'x86_64-unknown-linux-gnu';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'contextful-remap-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('assurance.build.release-builder', () => {
  const base = {
    target: TARGET,
    root: '/r/deep',
    cargoHome: '/c',
    configs: [],
    cfg: async () => new Set<string>(),
  };

  test('the source in force is extended, the shorter prefix first', async () => {
    const flags = ['--remap-path-prefix=/c=/cargo', '--remap-path-prefix=/r/deep=/src'];
    const list = `[${flags.map(flag => `"${flag}"`).join(', ')}]`;
    const of = (env: Record<string, string>, configs: Parameters<typeof remapPaths>[0]['configs'] = []) =>
      remapPaths({ ...base, configs, env: new Map(Object.entries(env)) });
    const argument = (table: string): Remap => ({
      how: 'argument',
      arguments: ['--config', `${table}.rustflags=${list}`],
    });
    expect(await of({})).toEqual(argument('build'));
    expect(await of({}, [{ build: { rustflags: ['-g'] } }])).toEqual(argument('build'));
    expect(await of({}, [{ target: { [TARGET]: { linker: 'x' } } }])).toEqual(argument('build'));
    expect(await of({}, [{ target: { [TARGET]: { rustflags: '-g' } } }])).toEqual(
      argument(`target.${TARGET}`),
    );
    expect(await of({ CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS: '-g' })).toEqual(
      argument(`target.${TARGET}`),
    );
    expect(await of({ RUSTFLAGS: '-g  -O' })).toEqual({
      how: 'variable',
      name: 'RUSTFLAGS',
      value: ['-g', '-O', ...flags].join(' '),
    });
    expect(await of({ RUSTFLAGS: '-g', CARGO_ENCODED_RUSTFLAGS: '-a\u001f-b c' })).toEqual({
      how: 'variable',
      name: 'CARGO_ENCODED_RUSTFLAGS',
      value: ['-a', '-b c', ...flags].join('\u001f'),
    });
  });

  test('a root with a blank goes the encoded way', async () => {
    const remap = await remapPaths({ ...base, root: '/my work', env: new Map([['RUSTFLAGS', '-g']]) });
    expect(remap).toEqual({
      how: 'variable',
      name: 'CARGO_ENCODED_RUSTFLAGS',
      value: '-g\u001f--remap-path-prefix=/c=/cargo\u001f--remap-path-prefix=/my work=/src',
    });
  });

  test.each([
    ['cfg(unix)', true],
    ['cfg(windows)', false],
    ['cfg(target_os = "linux")', true],
    ['cfg(all(unix, not(target_os="macos")))', true],
    ['cfg(any(windows, target_env = "musl",))', false],
    ['cfg(all())', true],
    ['cfg(any())', false],
    ['cfg(not())', false],
    ['cfg(unix', false],
    ['cfg(unix) x', false],
    ['x86_64-unknown-linux-gnu', false],
  ])('%s → %s', (key, want) => {
    expect(matchesCfg(key, readCfg('unix\ntarget_os="linux"\ntarget_env="gnu"\n'))).toBe(want);
  });
});

describe.skipIf(isPeerMissing('cargo', 'rustup.rs'))('assurance.build.release-builder, by real cargo', () => {
  test.each([
    ['build', '[build]\nrustflags = ["--cfg", "kept"]\n'],
    ['target', `[target.${TARGET}]\nrustflags = ["--cfg", "kept"]\n`],
    ['cfg', `[target.'cfg(unix)']\nrustflags = ["--cfg", "kept"]\n`],
    [
      'cfg of another',
      `[build]\nrustflags = ["--cfg", "kept"]\n[target.'cfg(windows)']\nrustflags = ["-O"]\n`,
    ],
  ])(
    'flags of a file in %s survive, and no path of the machine is in the binary',
    async (name, text) => {
      const root = join(folder, name.replaceAll(' ', '-'));
      mkdirSync(join(root, 'src'), { recursive: true });
      mkdirSync(join(root, '.cargo'));
      writeFileSync(join(root, '.cargo/config.toml'), text);
      writeFileSync(
        join(root, 'Cargo.toml'),
        '[package]\nname = "kept"\nversion = "0.1.0"\nedition = "2021"\n',
      );
      writeFileSync(
        join(root, 'src/main.rs'),
        'fn main() { println!("{} {}", cfg!(kept), std::panic::Location::caller().file()); if std::env::args().count() > 9 { panic!("x") } }',
      );
      const remap = await remapPaths({
        target: TARGET,
        root,
        cargoHome: undefined,
        env: new Map(),
        configs: await readCargoConfigs(root, undefined),
        cfg: async () => readCfg(execaSync('rustc', ['--print', 'cfg', '--target', TARGET]).stdout),
      });
      if (remap.how !== 'argument') throw new TypeError('an argument');
      execaSync('cargo', ['build', '--offline', '--target', TARGET, ...remap.arguments], {
        cwd: root,
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], CARGO_TARGET_DIR: join(root, 'out') },
        extendEnv: false,
      });
      const binary = join(root, 'out', TARGET, 'debug/kept');
      expect(execaSync(binary).stdout).toBe('true src/main.rs');
      expect(readFileSync(binary).includes(root)).toBe(false);
    },
    60_000,
  );
});
