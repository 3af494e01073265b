import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { fakeHost } from '../support/fake-host.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-runs-cli-'));
  writeFileSync(join(root, 'contextful.toml'), 'version = 1\n');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** A run of 2030-05-<day>, green on even days, with one hostile case id. */
function seed(day: number): string {
  const two = String(day).padStart(2, '0');
  const id = `203005${two}T120000Z-0a1b2c3d4e${two}`;
  const folder = join(root, '.contextful/runs', id);
  mkdirSync(folder, { recursive: true });
  const isGreen = day % 2 === 0;
  const reds = isGreen
    ? []
    : [{ kind: 'floor', path: 'retrieval.hybrid.r_precision.mean', measured: 0.5, bound: 0.6 }];
  const verdict = { outcome: isGreen ? 'green' : 'red', exit: isGreen ? 0 : 1, reds };
  const cases = [
    { id: 'a\u001b[2J', line: 1, outcome: 'pass', metrics: { hybrid: { recall_at_k: 1 } } },
    { id: 'b', line: 2, outcome: 'error', metrics: { hybrid: { recall_at_k: null } } },
  ];
  const report = { run: { k: 5, tier: 'deterministic' }, n_cases: 2, tally: { unscored: 1 }, cases };
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdict));
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
  return id;
}

async function line(...argv: string[]) {
  const fake = fakeHost({ argv, cwd: root });
  const exit = await main(fake.host);
  return { exit, out: fake.out(), err: fake.err() };
}

async function data(...argv: string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await line(...argv, '--json')).out).data;
}

describe('tui-cli.md 9 runs list', () => {
  test('aligned, newest first, missing figures as a dash', async () => {
    seed(1);
    seed(2);
    const { exit, out, err } = await line('runs', 'list');
    expect([exit, err]).toEqual([0, '']);
    expect(out).toBe(`verdict  run                            age         cases  recall   size  worst
green    20300502T120000Z-0a1b2c3d4e02  2030-05-02      2       –  286 B  –
red      20300501T120000Z-0a1b2c3d4e01  2030-05-01      2       –  370 B  retrieval.hybrid.r_precision.mean
`);
  });

  test('a page says how to go on, the last one does not', async () => {
    const ids = [1, 2, 3].map(seed);
    const first = await line('runs', 'list', '--limit', '2');
    expect(first.err).toBe(`2 of 3 runs; more: contextful runs list --after ${ids[1]}\n`);
    expect(await data('runs', 'list', '--limit', '2')).toMatchObject({ total: 3, next: ids[1] });
    expect(await data('runs', 'list', '--after', ids[1] ?? '')).toMatchObject({
      runs: [{ id: ids[0] }],
      next: null,
    });
    expect(await data('runs', 'list', '--all')).toMatchObject({ runs: { length: 3 }, next: null });
    expect((await line('runs', 'list', '--after', 'x')).err).toMatch(/^RunNotFound/);
  });

  test('no runs yet', async () => {
    expect(await line('runs', 'list')).toEqual({
      exit: 0,
      out: '',
      err: 'no runs yet; contextful eval run makes one\n',
    });
  });
});

describe('tui-cli.md 9 runs show', () => {
  test('verdict, reds and cases, made safe', async () => {
    const id = seed(1);
    const { exit, out } = await line('runs', 'show', 'latest-red', '--cases');
    expect(exit).toBe(0);
    expect(out).toBe(`run       ${id}
verdict   red, exit 1
tier      deterministic
k         5
cases     2
unscored  1
size      370 B
files     ${join(root, '.contextful/runs', id)}

red: floor retrieval.hybrid.r_precision.mean: 0.5000, against 0.6000

outcome  recall  line  case
pass      1.000     1  a␛[2J
error         –     2  b
`);
    expect(await data('runs', 'show', id)).toMatchObject({
      run: { id, verdict: 'red' },
      pinned: false,
      reds: { length: 1 },
    });
    expect(await data('runs', 'show', id, '--cases')).toMatchObject({
      cases: [{ id: 'a\u001b[2J' }, { id: 'b' }],
    });
  });

  test('cases tell the rows that they lost, and their files where there are several', async () => {
    const id = seed(2);
    const write = (name: string, text: string) =>
      writeFileSync(join(root, '.contextful/runs', id, name), text);
    const why = {
      lexical: { cut: ['kb/a', 'r1', 0.4], rows: [['kb/a', 'r9', 'no_match']] },
      hybrid: {
        cut: null,
        rows: [
          ['kb/a', 'r9', 14],
          ['kb/a', 'r8\u001b', 'not_visible'],
        ],
      },
    };
    const results = [
      { id: 'a\u001b[2J', ordinal: 0, outcome: 'pass', legs: {} },
      { id: 'b', ordinal: 1, outcome: 'fail', legs: {}, why },
    ];
    write('results.jsonl', results.map(one => `${JSON.stringify(one)}\n`).join(''));
    const files = [
      { path: 'x.jsonl', n: 1 },
      { path: 'y.jsonl', n: 1 },
    ];
    write('plan.json', JSON.stringify({ cases: { files } }));
    expect((await line('runs', 'show', id, '--cases')).out).toContain(`
outcome  recall       line  case
pass      1.000  x.jsonl:1  a␛[2J
error         –  y.jsonl:2  b

lost rows
  b
    lexical  kb/a#r9  no_match, behind kb/a#r1 at 0.4000
    hybrid   kb/a#r9  rank 14
    hybrid   kb/a#r8␛  not_visible
`);
    const { cases } = await data('runs', 'show', id, '--cases');
    expect(cases).toEqual([
      { id: 'a\u001b[2J', outcome: 'pass', file: 'x.jsonl', line: 1, recall: 1 },
      { id: 'b', outcome: 'error', file: 'y.jsonl', line: 2, recall: null, why },
    ]);
  });

  test('figures beside a bound have the decimals of the verdict, more until they differ', async () => {
    const id = seed(1);
    const path = 'retrieval.hybrid.r_precision.mean';
    const reds = [
      { kind: 'floor', path, measured: 0.59996, bound: 0.6 },
      { kind: 'floor', path, measured: null, bound: 0.6 },
      { kind: 'floor', path: 'n_cases', measured: 2, bound: 9 },
    ];
    const verdict = { outcome: 'red', exit: 1, reds };
    writeFileSync(join(root, '.contextful/runs', id, 'verdict.json'), JSON.stringify(verdict));
    expect((await line('runs', 'show', id)).out).toContain(`
red: floor ${path}: 0.59996, against 0.60000
red: floor ${path}: not measured, against 0.6000
red: floor n_cases: 2, against 9
`);
  });

  test('--pin and --unpin', async () => {
    const id = seed(1);
    expect(await data('runs', 'show', id, '--pin')).toMatchObject({ pinned: true });
    expect((await line('runs', 'show')).out).toContain(`${id} (pinned)\n`);
    expect(await data('runs', 'show', id, '--unpin')).toMatchObject({ pinned: false });
  });

  test('a damaged verdict is refused with its place', async () => {
    const id = seed(1);
    writeFileSync(join(root, '.contextful/runs', id, 'verdict.json'), '{');
    const { exit, err } = await line('runs', 'show', id);
    expect(exit).toBe(3);
    expect(err).toContain(
      `RunUnreadable: a file of run \`${id}\` is damaged\n  at      .contextful/runs/${id}/verdict.json\n`,
    );
  });
});

describe('tui-cli.md 9 runs prune', () => {
  const exists = (id: string) => existsSync(join(root, '.contextful/runs', id));

  test('a rule is needed', async () => {
    expect((await line('runs', 'prune', '--yes')).err).toMatch(/^UsageMissing: .*--keep.*--older-than/);
  });

  test('--plan deletes nothing, no answer refuses with the plan, --yes deletes', async () => {
    const [first = '', second = '', third = ''] = [1, 2, 4].map(seed);
    const plan = await line('runs', 'prune', '--keep', '1', '--plan');
    expect(plan).toEqual({
      exit: 0,
      out: `action  run                             size  why
delete  ${second}  286 B
keep    ${first}         newest red
`,
      err: 'would delete 1 run, 286 B\n',
    });
    expect(exists(second)).toBe(true);
    const asked = await line('runs', 'prune', '--keep', '1');
    expect(asked.exit).toBe(2);
    expect(asked.err).toMatch(
      new RegExp(`^ConfirmRequired: delete 1 run, 286 B\\?.*\\n {2}found {3}${second}\\n`),
    );
    expect(exists(second)).toBe(true);
    expect(await data('runs', 'prune', '--keep', '1', '--yes')).toMatchObject({
      removed: [second],
      bytes: 286,
    });
    expect([first, second, third].map(exists)).toEqual([true, false, true]);
    expect((await line('runs', 'prune', '--keep', '1', '--yes')).err).toBe('nothing to delete\n');
  });

  test('an interrupted run is kept and named; --interrupted takes it, and asks by its state', async () => {
    const broken = '20300501T110000Z-0a1b2c3d4e00';
    mkdirSync(join(root, '.contextful/runs', broken), { recursive: true });
    seed(2);
    const kept = await line('runs', 'prune', '--keep', '0', '--plan');
    expect(kept.out).toContain(`keep    ${broken}        interrupted, can be resumed\n`);
    const asked = await line('runs', 'prune', '--keep', '0', '--interrupted');
    expect(asked.err).toMatch(
      new RegExp(
        `^ConfirmRequired: delete 1 run \\(1 that can be resumed\\), 0 B\\?.*\\n {2}found {3}${broken} \\(interrupted\\)\\n`,
      ),
    );
    expect(exists(broken)).toBe(true);
    const { out } = await line('runs', 'prune', '--keep', '0', '--interrupted', '--yes');
    expect(out).toMatch(new RegExp(`delete  ${broken} +0 B  interrupted\\n`));
    expect(exists(broken)).toBe(false);
  });
});
