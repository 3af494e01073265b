import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Context, frozenClock, neverTimer } from '../../core/context.ts';
import { runProcess } from '../../core/process-runner.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextful-process-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const context = (signal = new AbortController().signal): Context => ({
  cwd: folder,
  env: {},
  clock: frozenClock(0n),
  after: neverTimer,
  signal,
  threads: 1,
});
const node = (script: string, ...rest: string[]) => ({
  command: process.execPath,
  arguments: ['-e', script, ...rest],
  env: { SEEN: 'yes', UNSET: undefined },
});

describe('the process runner', () => {
  test('gives output, exit code and exactly the environment asked for', async () => {
    const result = await runProcess(
      node('console.log(Object.keys(process.env).sort().join(), process.env.SEEN); process.exitCode = 3'),
      context(),
    );
    expect(result).toMatchObject({
      exitCode: 3,
      stdout: 'SEEN yes\n',
      timedOut: false,
      failedToStart: undefined,
    });
  });

  test('a program that does not exist is a result', async () => {
    const result = await runProcess({ command: 'no-such-program-here', arguments: [], env: {} }, context());
    expect(result.exitCode).toBeUndefined();
    expect(result.failedToStart).toContain('no-such-program-here');
  });

  test('arguments are never read by a shell', async () => {
    const result = await runProcess(node('console.log(process.argv[1])', '$(touch hacked); `x`'), context());
    expect(result.stdout).toBe('$(touch hacked); `x`\n');
  });

  test('a time-out ends the grandchildren too', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      require('node:fs').writeFileSync('grandchild', String(child.pid));
      setInterval(() => {}, 1000);`;
    const result = await runProcess({ ...node(script), timeoutMs: 4000 }, context());
    expect(result.timedOut).toBe(true);
    const pid = Number(await readFile(join(folder, 'grandchild'), 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('an abort signal ends it', async () => {
    const controller = new AbortController();
    const running = runProcess(node('setInterval(() => {}, 1000)'), context(controller.signal));
    setTimeout(() => controller.abort(), 100);
    expect(await running).toMatchObject({ aborted: true, signal: 'SIGTERM' });
  });
});

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
}
