import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { afterEach, describe, expect, test } from 'vitest';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusal.ts';
import { readCargoConfigs } from '../../../release/cells/cargo-config.ts';
import { cellCommand, machineOf } from '../../../release/cells/command.ts';
import { compileCell } from '../../../release/cells/compile.ts';
import { claimTargetFolder, removeTargetFolder } from '../../../release/cells/target-folder.ts';
import { depInfoFiles } from '../../../release/inputs/dep-info.ts';
import { toolAt } from '../../../release/inputs/toolchain.ts';
import { releaseConfig } from '../../../release/plan/config.ts';
import { releasePlan } from '../../../release/plan/release-plan.ts';
import type { ReleaseEventBody } from '../../../release/plan/types.ts';
import { isPeerMissing } from '../../support/peers.ts';
import { type WorkspaceCopy, workspaceCopy } from '../../support/workspace-copy.ts';

const GNU = 'x86_64-unknown-linux-gnu';
const copies: WorkspaceCopy[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove();
});

function copied(): WorkspaceCopy {
  const copy = workspaceCopy();
  copies.push(copy);
  return copy;
}

/** A `cargo` of one's own for the build alone: the plan is made by the real one. */
function standIn({ root, context }: WorkspaceCopy, script: string): Context {
  mkdirSync(join(root, '.contextful/bin'), { recursive: true });
  writeFileSync(join(root, '.contextful/bin/cargo'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { ...context, env: { ...context.env, PATH: `${root}/.contextful/bin:${context.env['PATH']}` } };
}

async function compiled(
  copy: WorkspaceCopy,
  more: {
    readonly target?: string;
    readonly timeoutS?: number;
    readonly context?: Context;
    readonly secrets?: string[];
  } = {},
) {
  const { root } = copy;
  const target = more.target ?? GNU;
  const config = releaseConfig({
    default_profile: 'contextful-full',
    profile: [{ name: 'contextful-full', targets: [target] }],
    build: { timeout_s: more.timeoutS ?? 600 },
  });
  const request = {
    root,
    config,
    profiles: [],
    targets: [],
    out: join(root, 'dist'),
    offline: true,
    signed: false,
  };
  const { plan } = await releasePlan(request, copy.context);
  const [cell] = plan.cells;
  if (cell === undefined) throw new RangeError('no cell');
  const context = more.context ?? copy.context;
  const machine = machineOf(root, context);
  const configs = await readCargoConfigs(root, machine.cargoHome);
  const base = cell.argv.slice(0, -2);
  const tool = toolAt(root, new Map(), context);
  const command = await cellCommand({ target, argv: base }, config, { machine, configs, tool, context });
  const events: ReleaseEventBody[] = [];
  const result = await compileCell(
    { root, config, cell, command, epoch: 1, jobs: 1, secrets: more.secrets ?? [], graceMs: 100 },
    event => events.push(event),
    context,
  );
  return { result, events, cell };
}

const log = ({ root }: WorkspaceCopy, target = GNU) =>
  readFileSync(join(root, `.contextful/release/logs/contextful-full/${target}.log`), 'utf8');

describe.skipIf(isPeerMissing('cargo', 'rustup.rs'))('assurance.build.release-builder', () => {
  test('real cargo builds a cell in a folder of its own; no path of the machine is in it', async () => {
    const copy = copied();
    const { result, events } = await compiled(copy);
    if (result instanceof Refusal) throw result;
    expect(execaSync(result.binary, ['--version']).stdout).toBe('contextful 0.3.0 (contextful-full)');
    expect(result.binary.startsWith(join(copy.root, '.contextful/target/contextful-full', GNU))).toBe(true);
    expect(readFileSync(result.binary).includes(copy.root)).toBe(false);
    expect(events.map(({ t }) => t).filter(t => t !== 'cell.log' && t !== 'cell.artifact')).toEqual([
      'cell.started',
      'cell.compiled',
    ]);
    expect(events.flatMap(event => (event.t === 'cell.artifact' ? [event.crate] : []))).toContain('tinylog');
    const read = depInfoFiles(readFileSync(`${result.binary}.d`, 'utf8'), copy.root);
    expect(read).toContain('LICENSE');
    expect(read).toContain('crates/core/src/lib.rs');
    expect(await removeTargetFolder(result.targetFolder)).toBe(true);
    expect(existsSync(result.targetFolder)).toBe(false);
  }, 120_000);

  test('a compile error is red, names its lines and its log, and leaves its folder', async () => {
    const copy = copied();
    writeFileSync(join(copy.root, 'crates/engine/src/lib.rs'), 'pub fn weighed(_: usize) -> usize { "x" }\n');
    const { result, cell } = await compiled(copy);
    expect(result).toMatchObject({
      code: 'CellBuildFailed',
      exit: 1,
      message: `contextful-full/${GNU}: cargo exited 101 after 0 s`,
      facts: {
        exit: 101,
        log: `.contextful/release/logs/contextful-full/${GNU}.log`,
        targetDir: cell.targetDir,
      },
    });
    expect(result instanceof Refusal && result.excerpt[0]).toBe('error[E0308]: mismatched types');
    expect(log(copy)).toContain('error[E0308]');
    expect(existsSync(join(copy.root, cell.targetDir))).toBe(true);
  }, 120_000);

  test('a target without its standard library names the line that adds it', async () => {
    const target = 'riscv64gc-unknown-linux-musl';
    const { result } = await compiled(copied(), { target });
    expect(result).toMatchObject({
      code: 'TargetToolchainMissing',
      exit: 3,
      hint: `rustup target add ${target}`,
    });
  }, 120_000);

  test.each([
    ['echo "error: failed to write: No space left on device (os error 28)" >&2; exit 101', 'DiskFull', 3],
    ['echo "error: no such command: \\`zigbuild\\`" >&2; exit 101', 'BuilderMissing', 3],
    ['echo "error: linker \\`aarch64-linux-gnu-gcc\\` not found" >&2; exit 101', 'BuilderMissing', 3],
    ['kill -9 $$', 'CellBuildFailed', 1],
    ['exit 0', 'CellBuildFailed', 1],
  ])('%s → %s', async (script, code, exit) => {
    const copy = copied();
    const { result } = await compiled(copy, { context: standIn(copy, script) });
    expect(result).toMatchObject({ code, exit });
  });

  test('no token reaches the build, and a secret reaches no log', async () => {
    const copy = copied();
    const context = standIn(copy, 'env >&2; echo "say hush-hush" >&2; exit 1');
    const env = {
      ...context.env,
      GITHUB_TOKEN: 'marked-1',
      CARGO_REGISTRY_TOKEN: 'marked-2',
      AR_TOKEN: 'marked-3',
    };
    const { events } = await compiled(copy, { context: { ...context, env }, secrets: ['hush-hush'] });
    const text = log(copy) + JSON.stringify(events);
    expect(text).toContain('CARGO_INCREMENTAL=0');
    expect(text).toContain('say ***');
    expect(text).not.toMatch(/marked-|hush-hush/);
  });

  test('an abort ends the whole group, also a child that takes no notice', async () => {
    const copy = copied();
    const controller = new AbortController();
    const script = `trap '' INT; sleep 300 & echo $! > "${copy.root}/child"; echo up >&2; wait; wait`;
    const context = { ...standIn(copy, script), signal: controller.signal };
    const started = compiled(copy, { context });
    for (let i = 0; i < 400 && !existsSync(join(copy.root, 'child')); i += 1) {
      await new Promise(done => setTimeout(done, 25));
    }
    controller.abort();
    expect((await started).result).toMatchObject({ code: 'Interrupted', exit: 130 });
    const pid = Number(readFileSync(join(copy.root, 'child'), 'utf8'));
    expect(isRunning(pid)).toBe(false);
  }, 30_000);

  test('over its time a cell could not be measured', async () => {
    const copy = copied();
    const after: Context['after'] = (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    };
    const context = { ...standIn(copy, 'sleep 300'), after };
    const { result } = await compiled(copy, { context, timeoutS: 1 });
    expect(result).toMatchObject({ code: 'CellTimedOut', exit: 3 });
  }, 30_000);
});

describe('assurance.build.target-dir-per-stage', () => {
  test('a folder with foreign content is never removed', async () => {
    const { root } = copied();
    expect(await removeTargetFolder(join(root, 'crates'))).toBe(false);
    await claimTargetFolder(join(root, 'crates'));
    expect(await removeTargetFolder(join(root, 'crates'))).toBe(false);
    expect(existsSync(join(root, 'crates/cli/Cargo.toml'))).toBe(true);
  });
});

/** A killed process whose parent is gone may stay as a zombie where nobody reaps. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
