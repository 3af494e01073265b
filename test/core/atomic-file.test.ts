import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stageFile, writeFileAtomic } from '../../core/atomic-file.ts';

/** What was asked of the disk, in order; a name is the file's own, `sibling` or `folder`. */
const asked = vi.hoisted((): string[] => []);

vi.mock('node:fs/promises', async importOriginal => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (...[path, flags, mode]: Parameters<typeof real.open>) => {
      const handle = await real.open(path, flags, mode);
      const name = flags === 'r' ? 'folder' : 'sibling';
      for (const call of ['writeFile', 'sync', 'close'] as const) {
        const own = handle[call].bind(handle) as (...parts: unknown[]) => Promise<void>;
        Object.assign(handle, {
          [call]: async (...parts: unknown[]) => {
            await own(...parts);
            asked.push(`${call} ${name}`);
          },
        });
      }
      return handle;
    },
    rename: async (from: string, to: string) => {
      await real.rename(from, to);
      asked.push(`rename sibling ${to.slice(to.lastIndexOf('/') + 1)}`);
    },
  };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextful-atomic-'));
  asked.splice(0);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const STAGED = ['writeFile sibling', 'sync sibling', 'close sibling'];
const landed = (path: string) => [`rename sibling ${basename(path)}`, 'sync folder', 'close folder'];

test('the bytes are on the disk before the name, and the name before the call returns', async () => {
  const path = join(folder, 'report.json');
  await writeFileAtomic(path, 'new');
  expect(asked).toEqual([...STAGED, ...landed(path)]);
});

test('files that land together are all on the disk before the first takes its name', async () => {
  const paths = [join(folder, 'baseline.json'), join(folder, 'baseline.cases.jsonl')];
  const staged = [];
  for (const path of paths) staged.push(await stageFile(path, 'x'));
  for (const file of staged) await file.land();
  expect(asked).toEqual([...STAGED, ...STAGED, ...paths.flatMap(landed)]);
});

test('what is not to land leaves neither name nor sibling', async () => {
  const path = join(folder, 'report.json');
  await writeFile(path, 'old');
  const staged = await stageFile(path, 'new');
  await staged.discard();
  expect(asked).toEqual(STAGED);
  expect(await readdir(folder)).toEqual(['report.json']);
});
