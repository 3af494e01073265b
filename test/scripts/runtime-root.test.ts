import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const NOBODY = 65_532;
const isRoot = process.getuid?.() === 0;

/** No image builder runs here, so the image's root folder is laid out and entered by chroot, as its user. */
describe.runIf(isRoot && process.platform === 'linux')('the root folder of the runtime image', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'contextful-image-'));
    chmodSync(root, 0o755);
    const laidOut = spawnSync('sh', ['scripts/runtime-root.sh', root], { cwd: project, encoding: 'utf8' });
    if (laidOut.status !== 0) throw new TypeError(`runtime-root.sh failed: ${laidOut.stderr}`);
    for (const path of ['contextful.toml', 'evals'])
      cpSync(join(project, path), join(root, 'project', path), { recursive: true });
    spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, join(root, 'project')]);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('holds no shell and no package manager', () => {
    expect(existsSync(join(root, 'usr/local/bin/node'))).toBe(true);
    for (const path of ['bin/sh', 'usr/bin/sh', 'bin/busybox', 'usr/local/bin/npm', 'usr/bin/apt']) {
      expect(existsSync(join(root, path))).toBe(false);
    }
  });

  test('evaluates the native set as a user without rights', () => {
    // chroot changes no working directory, so the command gets the project by flag.
    const command = [
      `--userspec=${NOBODY}:${NOBODY}`,
      root,
      '/usr/local/bin/node',
      '/opt/contextful/bin/contextful.mjs',
    ];
    const run = spawnSync('chroot', [...command, 'eval', 'run', '--root', '/project', '--json'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: '/tmp' },
      maxBuffer: 64 << 20,
    });
    expect(run.stderr).not.toContain('Internal');
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: true, outcome: 'green' });
  });
});
