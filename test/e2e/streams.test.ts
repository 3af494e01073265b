import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, runBuilt } from '../support/built-command.ts';
import { copyNativeProject, type NativeProject } from '../support/native-project.ts';

let project: NativeProject;

beforeAll(() => {
  project = copyNativeProject();
});

afterAll(() => project.remove());

const run = (args: readonly string[], env = {}, node: readonly string[] = []) =>
  runBuilt(['eval', 'run', ...args], { cwd: project.root, env, node });

describe('assurance.evaluate.run-command: a bare eval run in our own project', { timeout: 120_000 }, () => {
  test('is green against the committed baseline', async () => {
    const { code, stdout, stderr } = await run([]);
    expect(code).toBe(0);
    expect(stdout).toContain('baseline verdict: held against evals/baselines/native.json');
    expect(stdout + stderr).not.toMatch(/\x1b/);
  });

  test('--json is one document on stdout whatever colour is asked for', async () => {
    const { code, stdout } = await run(['--json'], { FORCE_COLOR: '3' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      outcome: 'green',
      exit: 0,
      report: { n_cases: 81 },
    });
    expect(stdout).not.toMatch(/\x1b/);
    expect(stdout.endsWith('}\n')).toBe(true);
  });

  test('--json is one document on stdout for a red run and for a refusal', async () => {
    const red = await run(['--json', '--agent', 'agent://night-watch', '--baseline', slimBaseline()]);
    expect(red.code).toBe(1);
    expect(JSON.parse(red.stdout)).toMatchObject({ ok: false, outcome: 'red', exit: 1 });
    const refused = await run(['--json', '--zone', 'on-prem:hq']);
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      refusal: { code: 'BaselineRunStampMismatch' },
    });
  });

  test('NO_COLOR holds against FORCE_COLOR', async () => {
    const { stdout, stderr } = await run([], { NO_COLOR: '1', FORCE_COLOR: '3' });
    expect(stdout + stderr).not.toMatch(/\x1b/);
    const forced = await run([], { FORCE_COLOR: '3' });
    expect(forced.stdout).toMatch(/\x1b/);
  });

  test('a reader that goes away ends nothing halfway', async () => {
    const child = spawn(process.execPath, [BIN, 'eval', 'run'], {
      cwd: project.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', part => {
      stderr += part;
    });
    const code = await new Promise(resolve => child.on('close', resolve));
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|Internal|\n\s+at /);
  });

  /** Our baseline without what names the reader, so that another one may be compared. */
  function slimBaseline(): string {
    const baseline = JSON.parse(readFileSync(join(project.root, 'evals/baselines/native.json'), 'utf8'));
    const { k, tier, model, samples } = baseline._run;
    writeFileSync(
      join(project.root, 'slim.json'),
      JSON.stringify({ ...baseline, _run: { k, tier, model, samples } }),
    );
    return 'slim.json';
  }
});

describe('assurance.evaluate.deterministic-tier: a run without network', { timeout: 120_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'contextful-no-net-'));
    writeFileSync(
      join(folder, 'no-net.cjs'),
      `const refuse = what => () => { throw new Error('a socket was asked for: ' + what); };
       for (const name of ['connect', 'createConnection', 'createServer']) require('net')[name] = refuse('net.' + name);
       require('net').Socket.prototype.connect = refuse('Socket.connect');
       require('net').Server.prototype.listen = refuse('Server.listen');
       require('tls').connect = refuse('tls.connect');
       require('dgram').createSocket = refuse('dgram.createSocket');
       for (const name of ['lookup', 'resolve']) require('dns')[name] = refuse('dns.' + name);
       for (const name of ['http', 'https']) for (const call of ['request', 'get']) require(name)[call] = refuse(name + '.' + call);
       globalThis.fetch = refuse('fetch');\n`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the guard bites', async () => {
    const ended = await runBuilt(['--version'], {
      cwd: project.root,
      node: ['--require', join(folder, 'no-net.cjs'), '--eval', "require('http').get('http://127.0.0.1')"],
    });
    expect(ended.stderr).toContain('a socket was asked for: http.get');
  });

  test('gives every metric of every leg and slice', async () => {
    const { code, stdout } = await run(['--json'], {}, ['--require', join(folder, 'no-net.cjs')]);
    expect(code).toBe(0);
    const { report } = JSON.parse(stdout);
    for (const leg of ['lexical', 'vector', 'hybrid']) {
      for (const metric of ['recall_at_k', 'r_precision', 'hit_rate_at_k', 'reciprocal_rank', 'ndcg_at_k']) {
        expect(report.retrieval[leg][metric]).toMatchObject({ n: 71, mean: expect.any(Number) });
        expect(report.slices.word.retrieval[leg][metric]).toMatchObject({ n: 14, mean: expect.any(Number) });
      }
    }
    expect(report.judge).toMatchObject({ by: 'stub' });
  });
});
