import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type CellInputs, cellInputs } from '../../../release/inputs/cell-inputs.ts';
import { changedInputs, changesText } from '../../../release/inputs/key.ts';
import { builderArgv } from '../../../release/plan/builder-argv.ts';
import { releaseConfig } from '../../../release/plan/config.ts';
import { matrixOf } from '../../../release/plan/matrix.ts';
import { isPeerMissing } from '../../support/peers.ts';
import { type WorkspaceCopy, workspaceCopy } from '../../support/workspace-copy.ts';

const FULL = 'contextful-full/x86_64-unknown-linux-musl';
const CONTROL = 'contextful-control/x86_64-unknown-linux-musl';
const EDGE_DARWIN = 'contextful-edge/aarch64-apple-darwin';

const copies: WorkspaceCopy[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove();
});

function copied(env?: Readonly<Record<string, string>>): WorkspaceCopy {
  const copy = workspaceCopy(env);
  copies.push(copy);
  return copy;
}

async function inputsOf(
  { root, context }: WorkspaceCopy,
  ids: readonly string[] = [FULL],
  section: Parameters<typeof releaseConfig>[0] = { inputs: { include: ['LICENSE'] } },
): Promise<ReadonlyMap<string, CellInputs>> {
  const config = releaseConfig(section);
  const cells = matrixOf(config, '0.3.0')
    .filter(({ id }) => ids.includes(id))
    .map(cell => ({
      ...cell,
      builder: 'cargo' as const,
      argv: builderArgv(cell, config, { builder: 'cargo', offline: false }),
    }));
  return cellInputs({ root, config, cells, epoch: 1, offline: true }, context);
}

function one(found: ReadonlyMap<string, CellInputs>, id = FULL): CellInputs {
  const inputs = found.get(id);
  if (inputs === undefined) throw new RangeError(id);
  return inputs;
}

async function changesAfter(copy: WorkspaceCopy, change: () => void, id = FULL): Promise<string> {
  const before = one(await inputsOf(copy, [id]), id);
  change();
  const after = one(await inputsOf(copy, [id]), id);
  return changesText(changedInputs(before.inputs, after.inputs, before.files, after.files));
}

describe.skipIf(isPeerMissing('cargo', 'rustup.rs'))(
  'release.md 5.1 inputs of a cell, by real cargo and git',
  () => {
    test('each cell has what it compiles and nothing else', async () => {
      const found = await inputsOf(copied(), [FULL, CONTROL, EDGE_DARWIN]);
      const names = (id: string) =>
        [...one(found, id).inputs.keys()].filter(name => /^(tree|lock|file|include|env)\./.test(name)).sort();
      const control = [
        'file..cargo/config.toml',
        'file.Cargo.toml',
        'file.crates/cli/Cargo.toml',
        'file.crates/core/Cargo.toml',
        'file.crates/macros/Cargo.toml',
        'include.LICENSE',
        'lock.tinylog@0.2.1',
        'tree.contextful-cli',
        'tree.contextful-core',
        'tree.contextful-macros',
      ];
      expect(names(CONTROL)).toEqual(control);
      expect(names(FULL)).toEqual(
        [...control, 'file.crates/engine/Cargo.toml', 'tree.contextful-engine'].sort(),
      );
      expect(names(EDGE_DARWIN)).toEqual([...control, 'lock.plainsys@0.1.0'].sort());
      expect(one(found).inputs.get('toolchain.cargo')).toMatch(/^cargo 1\./);
    });

    test('a checkout in another folder has the same keys', async () => {
      const env = { RUSTFLAGS: '' };
      const [a, b] = [copied(env), copied(env)];
      expect(one(await inputsOf(a)).key).toBe(one(await inputsOf(b)).key);
    });

    test('a path in a variable is named, not compiled into the key', async () => {
      const keys = [];
      for (const copy of [copied(), copied()]) {
        const env = { ...copy.context.env, CFLAGS: `-I${copy.root}/include` };
        keys.push(one(await inputsOf({ ...copy, context: { ...copy.context, env } })));
      }
      expect(keys[0]?.inputs.get('env.CFLAGS')).toBe('-I<root>/include');
      expect(keys[0]?.key).toBe(keys[1]?.key);
    });

    test('a changed file is named by its crate, new files that git would track count, ignored ones do not', async () => {
      const copy = copied();
      const cli = join(copy.root, 'crates/cli');
      expect(
        await changesAfter(copy, () => {
          appendFileSync(join(cli, 'src/main.rs'), '// x\n');
          writeFileSync(join(cli, 'src/new.rs'), '');
          mkdirSync(join(copy.root, 'target'));
          writeFileSync(join(copy.root, 'target/x'), 'ignored');
        }),
      ).toBe('tree.contextful-cli (src/main.rs +1)');
      expect(await changesAfter(copy, () => chmodSync(join(cli, 'build.rs'), 0o755))).toBe(
        'tree.contextful-cli (build.rs)',
      );
      expect(await changesAfter(copy, () => rmSync(join(cli, 'src/new.rs')))).toBe(
        'tree.contextful-cli (src/new.rs)',
      );
    });

    test('a crate of another profile leaves a cell alone', async () => {
      const copy = copied();
      const touch = () => appendFileSync(join(copy.root, 'crates/engine/weights.txt'), '2\n');
      expect(await changesAfter(copy, touch, CONTROL)).toBe('');
      expect(await changesAfter(copy, touch, FULL)).toBe('tree.contextful-engine (weights.txt)');
    });

    test('an included file and a setting of cargo count', async () => {
      const copy = copied();
      expect(
        await changesAfter(copy, () => {
          appendFileSync(join(copy.root, 'LICENSE'), 'x\n');
          appendFileSync(join(copy.root, '.cargo/config.toml'), '# x\n');
        }),
      ).toBe('file..cargo/config.toml, include.LICENSE');
    });

    test('the epoch counts only where it reaches the build', async () => {
      const copy = copied();
      const build = { pass_epoch: true };
      expect(one(await inputsOf(copy)).inputs.has('env.SOURCE_DATE_EPOCH')).toBe(false);
      expect(one(await inputsOf(copy, [FULL], { build })).inputs.get('env.SOURCE_DATE_EPOCH')).toBe('1');
    });

    test('a stale lock is told in the words of cargo', async () => {
      const copy = copied();
      const lock = join(copy.root, 'Cargo.lock');
      writeFileSync(lock, readFileSync(lock, 'utf8').replace(/\[\[package\]\]\nname = "tinylog"[^[]*/, ''));
      await expect(inputsOf(copy)).rejects.toMatchObject({
        code: 'CellBuildFailed',
        exit: 1,
        message: `${FULL}: cargo tree exited 101`,
      });
    });

    test('without cargo it is the builder that is missing', async () => {
      const copy = copied();
      const context = { ...copy.context, env: { ...copy.context.env, PATH: '/nonexistent' } };
      await expect(inputsOf({ ...copy, context })).rejects.toMatchObject({ code: 'BuilderMissing', exit: 3 });
    });
  },
);
