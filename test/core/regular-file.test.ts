import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRegular } from '../../core/regular-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contextful-regular-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that someone named', () => {
  test('is read whole', async () => {
    writeFileSync(join(folder, 'a'), 'text');
    expect(String(await readRegular(join(folder, 'a')))).toBe('text');
  });

  test('a device, a pipe and a folder are not read', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of ['/dev/zero', join(folder, 'pipe'), folder])
      await expect(readRegular(path)).rejects.toThrow('it is no regular file');
  });

  test('what a shell opened is read', () => {
    const script = `import { readRegular } from ${JSON.stringify(new URL('../../core/regular-file.ts', import.meta.url).href)};
      process.stdout.write(await readRegular(process.argv[2]));`;
    writeFileSync(join(folder, 'read.mts'), script);
    const command = '"$0" --import tsx "$1" <(printf told)';
    const told = execFileSync('bash', ['-c', command, process.execPath, join(folder, 'read.mts')]);
    expect(String(told)).toBe('told');
  });
});
