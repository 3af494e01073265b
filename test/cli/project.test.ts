import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mergeSettings } from '../../cli/config.ts';
import { epochFault, unknownVariables } from '../../cli/env.ts';
import { loadConfig } from '../../cli/load-config.ts';
import { flagsOf } from '../../cli/lookup.ts';
import { parseLine } from '../../cli/parse.ts';
import { findRoot } from '../../cli/root.ts';
import { settingsOf } from '../../cli/settings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextful-project-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('tui-cli.md 7 root', () => {
  test('the nearest contextful.toml with a version; a corpus file is passed over', () => {
    const project = put('contextful.toml', '# ours\nversion = 1\n[eval]\n');
    put('evals/corpora/a/contextful.toml', '[[pipeline.tables]]\nname = "t"\nversion = 1\n');
    const cwd = join(folder, 'evals/corpora/a');
    expect(findRoot({ cwd, root: undefined, config: undefined })).toEqual({
      ok: true,
      root: folder,
      configPath: project,
    });
  });

  test('a version that is no integer counts for nothing, a broken project file still counts', () => {
    put('contextful.toml', 'version = "1"\n');
    mkdirSync(join(folder, '.git'));
    expect(findRoot({ cwd: folder, root: undefined, config: undefined })).toMatchObject({ ok: false });
    put('contextful.toml', 'version = 1\n[eval\n');
    expect(findRoot({ cwd: folder, root: undefined, config: undefined })).toMatchObject({ ok: true });
  });

  test('the search stops at the git top level', () => {
    put('contextful.toml', 'version = 1\n');
    mkdirSync(join(folder, 'inner/.git'), { recursive: true });
    const found = findRoot({ cwd: join(folder, 'inner'), root: undefined, config: undefined });
    expect(found.ok ? null : found.refusal.code).toBe('RootNotFound');
  });

  test('--root wins over the folder of --config', () => {
    const config = put('other/my.toml', 'version = 1\n');
    put('a/contextful.toml', 'version = 1\n');
    const root = join(folder, 'a');
    expect(findRoot({ cwd: folder, root: undefined, config })).toMatchObject({ root: join(folder, 'other') });
    expect(findRoot({ cwd: folder, root, config })).toEqual({ ok: true, root, configPath: config });
    expect(findRoot({ cwd: folder, root, config: undefined })).toMatchObject({
      configPath: join(root, 'contextful.toml'),
    });
  });

  test('what does not exist is named', () => {
    const missing = join(folder, 'none');
    const config = findRoot({ cwd: folder, root: undefined, config: missing });
    expect(config.ok ? null : config.refusal.code).toBe('ConfigNotFound');
    const root = findRoot({ cwd: folder, root: missing, config: undefined });
    expect(root.ok ? null : root.refusal.code).toBe('RootNotFound');
  });
});

describe('tui-cli.md 7 precedence', () => {
  async function settle(argv: readonly string[], env: Record<string, string>, toml: string) {
    const parsed = await parseLine(argv, folder);
    if (!parsed.ok || parsed.invocation.kind !== 'run') throw new Error('no command');
    const { command, given, words } = parsed.invocation;
    const loading = await loadConfig(put('contextful.toml', toml));
    if (!loading.ok) throw loading.faults[0];
    const merged = mergeSettings(command, flagsOf(command), {
      given,
      env,
      config: loading.config,
      cwd: join(folder, 'sub'),
    });
    return merged.ok
      ? settingsOf(merged.settings, words)
      : merged.faults.map(fault => `${fault.code}: ${fault.message}`);
  }

  const TOML =
    'version = 1\n[eval]\ngoldens = ["a.jsonl", "b.jsonl"]\nk = 7\nstore = "memory"\nunscored_max = 0.05\n';

  test.each([
    ['flag', ['--store', 'duckdb'], { CONTEXTFUL_STORE: 'memory' }, 'duckdb', { from: 'flag' }],
    ['environment', [], { CONTEXTFUL_STORE: 'duckdb' }, 'duckdb', { from: 'env', name: 'CONTEXTFUL_STORE' }],
    [
      'file, as an empty variable is unset',
      [],
      { CONTEXTFUL_STORE: '' },
      'memory',
      { from: 'file', line: 5, column: 1 },
    ],
  ])('%s', async (_name, flags, env, value, origin) => {
    const settings = await settle(['eval', 'run', ...flags], env, TOML);
    if (Array.isArray(settings)) throw new Error(settings.join());
    expect(settings.text('store')).toBe(value);
    expect(settings.origin('store')).toMatchObject(origin);
  });

  test('default last; file values are typed like flags, their paths start at the file', async () => {
    const settings = await settle(['eval', 'run'], {}, TOML);
    if (Array.isArray(settings)) throw new Error(settings.join());
    expect(settings.origin('agent')).toEqual({ from: 'default' });
    expect(settings.number('k')).toBe(7);
    expect(settings.number('max-unscored')).toBe(0.05);
    expect(settings.texts('goldens')).toEqual([join(folder, 'a.jsonl'), join(folder, 'b.jsonl')]);
    expect(settings.bigint('seed')).toBe(1592590456n);
    expect(settings.bigint('landed-at')).toBe(0n);
    expect(settings.on('plan')).toBe(false);
    expect(settings.origin('plan')).toBeUndefined();
    expect(() => settings.number('store')).toThrow(TypeError);
  });

  test('an adapter in its table', async () => {
    const settings = await settle(
      ['eval', 'run'],
      {},
      'version = 1\n[eval]\ngoldens = "a"\n[eval.store]\nadapter = "memory"\n',
    );
    if (Array.isArray(settings)) throw new Error(settings.join());
    expect(settings.text('store')).toBe('memory');
  });

  test('a file value that only the coercer can judge is refused at its place', async () => {
    const faults = await settle(
      ['eval', 'run'],
      {},
      'version = 1\n[eval]\ngoldens = "a"\nlanded_at = "today"\nweights = "1"\n',
    );
    expect(faults).toEqual([
      'ConfigInvalid: `eval.landed_at` can not be `today`',
      'ConfigInvalid: `eval.weights` can not be `1`',
    ]);
  });

  test('a bad variable is named', async () => {
    expect(await settle(['eval', 'run'], { CONTEXTFUL_STORE: 'sqlite' }, TOML)).toEqual([
      'UsageBadValue: `CONTEXTFUL_STORE` can not be `sqlite`',
    ]);
  });

  test('required flags may come from the file, needed ones too', async () => {
    expect(await settle(['eval', 'run', '--update-baseline', '--deep'], {}, 'version = 1\n')).toEqual([
      'UsageMissing: `contextful eval run` needs `--goldens`',
      'UsageConflict: `--update-baseline` needs `--baseline`',
      'UsageConflict: `--deep` needs `--plan`',
    ]);
    const settings = await settle(['eval', 'run', '--update-baseline'], {}, `${TOML}baseline = "b.json"\n`);
    expect(Array.isArray(settings)).toBe(false);
  });
});

describe('tui-cli.md 7 environment', () => {
  test('an unknown variable of ours is noted with what may be meant', () => {
    expect(
      unknownVariables({
        CONTEXTFUL_STROE: 'x',
        CONTEXTFUL_TOKEN: 'y',
        PATH: 'z',
        CONTEXTFUL_QQQQQ: '1',
        CONTEXTFUL_EMPTY: '',
      }),
    ).toEqual([
      'note: CONTEXTFUL_QQQQQ is not read',
      'note: CONTEXTFUL_STROE is not read; did you mean CONTEXTFUL_STORE?',
    ]);
  });

  test.each([
    [undefined, true],
    ['0', true],
    ['8589934591', true],
    ['8589934592', false],
    ['', false],
    ['01', false],
    ['-1', false],
    ['1.5', false],
  ])('SOURCE_DATE_EPOCH %s', (text, ok) => {
    const fault = epochFault(text === undefined ? {} : { SOURCE_DATE_EPOCH: text });
    expect(fault?.code).toBe(ok ? undefined : 'EpochMalformed');
  });
});
