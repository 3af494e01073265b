import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  checkFreeSpace,
  fetchArguments,
  fetchCrates,
  freeBytes,
  prebuiltBinary,
} from '../../../release/cells/preparation.ts';
import { toolAt } from '../../../release/inputs/toolchain.ts';
import { releaseConfig } from '../../../release/plan/config.ts';
import { matrixOf } from '../../../release/plan/matrix.ts';
import { isPeerMissing } from '../../support/peers.ts';
import { type WorkspaceCopy, workspaceCopy } from '../../support/workspace-copy.ts';

const copies: WorkspaceCopy[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove();
});

function copied(): WorkspaceCopy {
  const copy = workspaceCopy();
  copies.push(copy);
  return copy;
}

const cells = matrixOf(releaseConfig(), '0.3.0');

describe('release.md 4.5, 20.3 before the cells', () => {
  test('free space is held against all cells that build at once', () => {
    const gib = 1 << 30;
    expect(() => checkFreeSpace(4 * gib, 2, 2)).not.toThrow();
    expect(() => checkFreeSpace(4 * gib - 1, 2, 2)).toThrow(
      expect.objectContaining({ code: 'BuildDiskPrecondition', exit: 3, want: '4.0 GiB' }),
    );
    expect(() => checkFreeSpace(0, 0, 4)).not.toThrow();
  });

  test('a folder that is not there yet has the space of its parent', async () => {
    const { root } = copied();
    expect(await freeBytes(join(root, 'no/such/folder'))).toBeGreaterThan(0);
  });

  test('each target is fetched once', () => {
    expect(fetchArguments(cells).filter(argument => argument !== '--target')).toEqual([
      'fetch',
      '--locked',
      'x86_64-unknown-linux-musl',
      'aarch64-unknown-linux-musl',
      'aarch64-apple-darwin',
      'x86_64-apple-darwin',
    ]);
  });

  test.skipIf(isPeerMissing('cargo', 'rustup.rs'))(
    'real cargo fetches from the vendored source',
    async () => {
      const { root, context } = copied();
      const env = new Map(Object.entries(context.env).map(([name, value]) => [name, value ?? '']));
      await fetchCrates(cells, toolAt(root, env, context));
      writeFileSync(join(root, 'Cargo.lock'), 'version = 4\n');
      await expect(fetchCrates(cells, toolAt(root, env, context))).rejects.toMatchObject({
        code: 'CellBuildFailed',
        exit: 1,
      });
    },
  );
});

describe('release.md 4.8 prebuilt', () => {
  test('a file is taken, an absent one or a folder fails its cell alone', async () => {
    const { root } = copied();
    const [cell] = cells;
    if (cell === undefined) throw new RangeError('no cell');
    const folder = join(root, cell.target, cell.profile);
    expect(await prebuiltBinary(root, cell, 'contextful')).toMatchObject({
      code: 'PrebuiltMissing',
      exit: 1,
      want: 'x86_64-unknown-linux-musl/contextful-control/contextful',
    });
    mkdirSync(join(folder, 'contextful'), { recursive: true });
    expect(await prebuiltBinary(root, cell, 'contextful')).toMatchObject({ found: 'no regular file' });
    writeFileSync(join(folder, 'other'), 'binary');
    expect(await prebuiltBinary(root, cell, 'other')).toEqual({ path: join(folder, 'other'), size: 6 });
  });
});
