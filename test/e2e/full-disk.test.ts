import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BIN, type Ended, linesOf, runBuilt } from '../support/built-command.ts';
import { LONG_RUN, type LongProject, makeLongProject, runNames } from '../support/long-project.ts';

let project: LongProject;
const undo: (() => void)[] = [];

beforeEach(() => {
  project = makeLongProject();
});

afterEach(() => {
  for (const step of undo.splice(0)) step();
  project.remove();
});

const run = (...more: readonly string[]): Promise<Ended> =>
  runBuilt([...LONG_RUN, ...more], { cwd: project.root });

describe('assurance.evaluate.checkpoint: a disk that takes no more', { timeout: 120_000 }, () => {
  test('a full disk is told by name, and the run goes on once there is room', async () => {
    const whole = await wholeReport();
    const free = fillDisk();
    // Where no disk may be mounted, a limit on the size of files takes its place.
    const ended = free === undefined ? limited(120) : await run();
    expectTyped(ended, /^DiskFull: the disk is full: /m);
    expect(ended.stderr).toMatch(/next +free space there, then resume: contextful eval run .*--resume \d/);
    const name = runNames(project).find(each => /^\d/.test(each));
    const kept = linesOf(project.path(`.contextful/runs/${name}/checkpoint.jsonl`));
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThan(321);
    free?.();
    const resumed = await run('--resume', 'last', '--report', 'resumed.json');
    expect(resumed).toMatchObject({ code: 0 });
    expect(resumed.stderr).toContain(`resuming ${kept - 1} finished cases`);
    expect(readFileSync(project.path('resumed.json')).equals(whole)).toBe(true);
  });

  test('so is a limit on the size of files', async () => {
    expectTyped(limited(120), /^DiskFull: the disk is full: /m);
    expect(await run('--resume', 'last', '--report', 'resumed.json')).toMatchObject({ code: 0 });
    expect(readFileSync(project.path('resumed.json')).equals(await wholeReport())).toBe(true);
  });

  test('a store folder that is a file is told by name', async () => {
    writeFileSync(project.path('.contextful'), 'not a folder\n');
    expectTyped(await run(), /^StoreUnavailable: \.contextful\S* can not be written$/m);
    expect(readFileSync(project.path('.contextful'), 'utf8')).toBe('not a folder\n');
  });

  test('a store folder that may not be written is told by name, and holds nothing new', async () => {
    makeReadOnly(project.path('.contextful'));
    expectTyped(await run(), /^StoreUnavailable: \.contextful\S* can not be written$/m);
    expect(readdirSync(project.path('.contextful'))).toEqual([]);
  });

  async function wholeReport(): Promise<Buffer> {
    expect(await run('--report', 'whole.json')).toMatchObject({ code: 0 });
    return readFileSync(project.path('whole.json'));
  }

  function expectTyped({ code, stdout, stderr }: Ended, message: RegExp): void {
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/Internal|\n\s+at [A-Za-z.<>]+ \(|node:internal/);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  }
});

/** Puts the runs on a disk with room for some hundred lines; gives back what makes more. Undefined: no disk may be mounted here. */
function fillDisk(): (() => void) | undefined {
  const folder = project.path('.contextful/runs');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  if (!mounts('size=3m', folder)) return undefined;
  const ballast = project.path('.contextful/runs/ballast');
  writeFileSync(ballast, Buffer.alloc((3 << 20) - 280 * 1024));
  return () => rmSync(ballast);
}

function makeReadOnly(folder: string): void {
  mkdirSync(folder, { mode: 0o555 });
  chmodSync(folder, 0o555);
  // Rights do not bind the superuser; a read-only disk does.
  if (process.getuid?.() === 0) mounts('ro', folder);
}

function mounts(options: string, folder: string): boolean {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return false;
  undo.push(() => spawnSync('umount', [folder]));
  return true;
}

/** Runs with files of at most so many blocks of 1 KiB, as a quota would. */
function limited(blocks: number): Ended {
  const command = [process.execPath, BIN, ...LONG_RUN].map(word => `'${word}'`).join(' ');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `ulimit -f ${blocks}; exec ${command}`], {
    cwd: project.root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  });
  return { code: status, stdout, stderr };
}
