import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { readVerdict } from '../../evals/gate/verdict-schema.ts';
import { fakeHost } from '../support/fake-host.ts';

const CASES = 'evals/cases/a.jsonl';
const CONFIG = `version = 1
[eval]
goldens = ["${CASES}"]
zone = "local:device"
store = "memory"
k = 3
`;
const STAMP = '{"k":3,"tier":"deterministic","model":null,"samples":1}';
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-eval-cli-'));
  write('contextful.toml', CONFIG);
  write(
    'evals/corpora/a/contextful.toml',
    '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n',
  );
  write('evals/corpora/a/rows/kb/a.jsonl', lines([row('r1', 'harbour crane'), row('r2', 'ferry vote')]));
  write(CASES, lines([asking('c1', 'harbour crane', 'r1'), asking('c2', 'ferry vote', 'r2')]));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('evaluate.md 21.7 eval run --grid', () => {
  const GRID = 'weights=60:40/0:1';

  test('a table of what moves and the rest in a line, or one document with --json', async () => {
    const text = await line('eval', 'run', '--grid', GRID);
    expect(text.exit).toBe(0);
    expect(text.out).toBe(
      `2 combinations  2 cases  k 3

vector
calibration      weights  analyzer  recall_at_k  r_precision  hit_rate_at_k  reciprocal_rank  ndcg_at_k  ndcg_at_k against the first
reciprocal-rank  60:40    declared       1.0000       1.0000         1.0000           1.0000     1.0000
reciprocal-rank  0:1      declared       1.0000       0.5000         1.0000           0.7500     0.8155  -0.1845 [-0.3691, 0.0000] ~

the same in every combination: lexical, hybrid
`,
    );
    const json = await line('eval', 'run', '--grid', GRID, '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      schema: 'contextful.eval.grid/1',
      cases: 2,
      combinations: [{ weights: '60:40' }, { weights: '0:1', analyzer: null }],
    });
    expect(existsSync(join(root, '.contextful/runs'))).toBe(false);
  });

  test.each([['--prove'], ['--plan'], ['--resume'], ['--report=r.json']])('excludes %s', async flag => {
    const { exit, err } = await line('eval', 'run', '--grid', GRID, flag);
    expect(exit).toBe(2);
    expect(err).toMatch(/^UsageConflict: /);
  });

  test('the configured baseline has no say', async () => {
    write('contextful.toml', `${CONFIG}baseline = "gone.json"\n`);
    expect((await line('eval', 'run', '--grid', GRID)).exit).toBe(0);
  });
});

describe('tui-cli.md 4 eval run: streams and outputs', () => {
  test('in text mode the verdict stands once, on stdout', async () => {
    const { exit, out, err } = await line('eval', 'run');
    expect(exit).toBe(0);
    expect(out).toMatch(
      /^a\.jsonl {2}2 cases {2}k 3 {2}deterministic {2}case set [0-9a-f]{8}\n\nfloor verdict: held/,
    );
    expect(err).not.toContain('verdict');
  });

  test.each([[['--json']], [['--format', 'json']]])(
    'with %j stdout is one document, the verdict lines go to stderr',
    async flags => {
      const { out, err } = await line('eval', 'run', ...flags);
      expect(readVerdict(Buffer.from(out), 'stdout')).toMatchObject({ ok: true, report: { n_cases: 2 } });
      expect(err).toContain('floor verdict: held (6 checks)\nbaseline verdict: none\n');
    },
  );

  test('--format NAME=PATH writes files after the run and says so', async () => {
    const { out, err } = await line(
      'eval',
      'run',
      '--format',
      'json=v.json',
      '--format',
      'text=v.txt',
      '--trec-out',
      't',
    );
    expect(readVerdict(readFileSync(join(root, 'v.json')), 'v.json').outcome).toBe('green');
    expect(readFileSync(join(root, 'v.txt'), 'utf8')).toBe(out);
    expect(err).toContain('wrote v.json\nwrote v.txt\nwrote t/lexical.run\n');
    expect(existsSync(join(root, 't/qrels.txt'))).toBe(true);
  });

  test.each([
    ['--format xml', 'UsageBadValue: `--format` does not know `xml`', 'text or json'],
    ['--format json=', 'UsageBadValue: `--format json=` names no file', 'NAME=PATH'],
    ['--format json=no/v.json', 'UsageBadValue: `--format` can not write no/v.json', 'there is no folder no'],
    ['--format text=evals', 'UsageBadValue: `--format` can not write evals', 'is a folder'],
    ['--format text --format json', 'UsageConflict: two outputs can not both go to stdout', 'PATH'],
    ['--format text --json', 'UsageConflict: two outputs can not both go to stdout', 'PATH'],
    ['--format text=v --format json=v', 'UsageConflict: two outputs can not both go to v', 'PATH'],
    ['--report no/r.json', 'UsageBadValue: `--report` can not write no/r.json', 'there is no folder no'],
    ['--report -', 'UsageBadValue: `--report` writes a file, not stdout', '--json'],
    ['--trec-out no/t', 'UsageBadValue: `--trec-out` can not write into no/t', 'there is no folder no'],
    [
      '--trec-out contextful.toml',
      'UsageBadValue: `--trec-out` can not write into contextful.toml',
      'is a file',
    ],
    [
      `--report ${CASES}`,
      `UsageConflict: \`--report\` can not write ${CASES}: it is a case file`,
      'give --report another path',
    ],
    [
      '--format json=evals/../contextful.toml',
      "UsageConflict: `--format` can not write contextful.toml: it is the project's configuration",
      'give --format another path',
    ],
    [
      '--format text=evals/corpora/a/rows/kb/a.jsonl',
      'UsageConflict: `--format` can not write evals/corpora/a/rows/kb/a.jsonl: it is in corpus ../corpora/a',
      'apart from what the run reads',
    ],
    [
      '--trec-out evals/corpora/a/rows',
      'UsageConflict: `--trec-out` can not write evals/corpora/a/rows: it is in corpus ../corpora/a',
      'apart from what the run reads',
    ],
    [
      `--checkpoint ${CASES}`,
      `UsageConflict: \`--checkpoint\` can not write ${CASES}: it is a case file`,
      'give --checkpoint another path',
    ],
    [
      '--checkpoint evals/x --report evals/../evals/x',
      'UsageConflict: `--report` can not write evals/x: it is --checkpoint',
      'a file of its own',
    ],
  ])('%s is refused before anything is begun', async (flags, message, told) => {
    const before = [CASES, 'contextful.toml'].map(file => readFileSync(join(root, file), 'utf8'));
    const { exit, err } = await line('eval', 'run', ...flags.split(' '));
    expect(exit).toBe(2);
    expect(err.split('\n')[0]).toBe(message);
    expect(err).toContain(told);
    expect(existsSync(join(root, '.contextful'))).toBe(false);
    expect([CASES, 'contextful.toml'].map(file => readFileSync(join(root, file), 'utf8'))).toEqual(before);
  });

  test('a configuration of another name is no place for an output either', async () => {
    write('ci/own.toml', CONFIG);
    for (const output of ['--report=ci/own.toml', '--format=json=ci/../ci/own.toml']) {
      const { exit, err } = await line('eval', 'run', '--config', 'ci/own.toml', '-C', '.', output);
      expect(exit).toBe(2);
      expect(err).toContain("can not write ci/own.toml: it is the project's configuration\n");
      expect(readFileSync(join(root, 'ci/own.toml'), 'utf8')).toBe(CONFIG);
    }
  });

  test.each([
    ['1MiB', '1MiB'],
    ['63.9 MB', '63.9 MB'],
  ])('a store memory of %s is refused with the least size', async (memory, found) => {
    write(
      'contextful.toml',
      `${CONFIG.replace('store = "memory"\n', '')}[eval.store]\nmemory = "${memory}"\n`,
    );
    const { exit, err } = await line('eval', 'run');
    expect(exit).toBe(2);
    expect(err).toMatch(
      /^ConfigInvalid: `eval.store.memory` is too small for any engine\n {2}at {6}contextful.toml:/,
    );
    expect(err).toContain(`found   ${found}\n  want    64MiB or more\n`);
    write('contextful.toml', `${CONFIG.replace('store = "memory"\n', '')}[eval.store]\nmemory = "64MiB"\n`);
    expect((await line('eval', 'run', '--plan')).exit).toBe(0);
  });

  test('the plan lists every file, as text and as a bare document', async () => {
    const flags = ['--plan', '--format', 'json=v.json', '--report', 'r.json', '--trec-out', 't'];
    const { out } = await line('eval', 'run', ...flags);
    expect(out).toContain('\nwrites\n  .contextful/runs/<id>/\n  r.json\n  t\n  v.json\n');
    const plan = JSON.parse((await line('eval', 'run', ...flags, '--json')).out);
    expect(plan).toMatchObject({
      schema: 'contextful.eval.plan/1',
      writes: ['.contextful/runs/<id>/', 'r.json', 't', 'v.json'],
    });
    expect(existsSync(join(root, '.contextful'))).toBe(false);
  });

  test('--plan --deep lists findings at their lines', async () => {
    write(CASES, lines([asking('c1', 'harbour crane', 'r1'), asking('c2', 'crane harbour', 'r9')]));
    const { exit, out } = await line('eval', 'run', '--plan', '--deep');
    expect(exit).toBe(0);
    expect(out).toContain(`
findings  2
  ${CASES}:2  c2
    asks what c1 asks, ${CASES}:1
  ${CASES}:2  c2
    expects a row that its corpus lacks: kb/a#r9
`);
    const deep = JSON.parse((await line('eval', 'run', '--plan', '--deep', '--json')).out);
    expect(deep.findings.map(({ kind }: { kind: string }) => kind)).toEqual([
      'near_duplicate',
      'unknown_rows',
    ]);
    const strict = await line('eval', 'run', '--plan', '--deep', '--strict-goldens');
    expect([strict.exit, strict.err.split('\n')[1]?.split(':')[0]]).toEqual([2, 'GoldenRowUnknown']);
  });
});

describe('assurance.baseline.unresolvable-path: a figure thinned by the run itself', () => {
  test.each(['run', 'gate'])('eval %s gives the verdict and tells the refusal on stderr', async command => {
    thinWindow();
    const run = await line('eval', 'run', ...(command === 'run' ? ['--baseline', 'b.json'] : []));
    const { exit, out, err } =
      command === 'run' ? run : await line('eval', 'gate', '--report', 'latest', '--baseline', 'b.json');
    expect(exit).toBe(3);
    expect(out).toContain('\nverdict: unmeasured, exit 3: a baseline entry has no figure\n');
    expect(err).toMatch(
      /^BaselinePathUnresolved: `retrieval\.hybrid\.in_window_rate` over 29 cases, 30 needed\n {2}at {6}b\.json:1 /m,
    );
  });
});

describe('assurance.baseline.floor-coverage: places and sets of project floors', () => {
  test('a floor that names nothing is refused at its line of contextful.toml', async () => {
    write(
      'contextful.toml',
      `${CONFIG}\n[[eval.floors]]\npath = "retrieval.hybrid.recal_at_k"\nat_least = 1\n`,
    );
    const { exit, err } = await line('eval', 'run');
    expect(exit).toBe(2);
    expect(err).toMatch(/^EvalFloorUnresolved: .*\n {2}at {6}contextful\.toml:8/);
  });

  test('eval gate holds the floors of the case files that the run read', async () => {
    await line('eval', 'run', '--report', 'copy.json');
    const floor = (sets: string) =>
      `${CONFIG}\n[[eval.floors]]\npath = "n_cases"\nat_least = 9\nsets = ["${sets}"]\n`;
    write('contextful.toml', floor('evals/cases/b*.jsonl'));
    expect((await line('eval', 'gate', '--report', 'latest')).exit).toBe(0);
    write('contextful.toml', floor('evals/cases/*.jsonl'));
    const { exit, out } = await line('eval', 'gate', '--report', 'latest');
    expect(exit).toBe(1);
    expect(out).toContain('red: floor n_cases: 2 < 9\n');
    const copy = await line('eval', 'gate', '--report', 'copy.json');
    expect(copy.exit).toBe(0);
    expect(copy.out).toContain('warning: one floor is not checked: [[eval.floors]] names sets');
  });
});

describe('eval gate: outputs', () => {
  test('files are written, with --plan they are only told', async () => {
    await line('eval', 'run');
    const planned = await line('eval', 'gate', '--report', 'latest', '--format', 'json=g.json', '--plan');
    expect(planned.err).toContain('would write g.json\n');
    expect(existsSync(join(root, 'g.json'))).toBe(false);
    const { err } = await line('eval', 'gate', '--report', 'latest', '--format', 'json=g.json');
    expect(err).toContain('wrote g.json\n');
    expect(readVerdict(readFileSync(join(root, 'g.json')), 'g.json').ok).toBe(true);
  });

  test.each([
    ['copy.json', 'the report'],
    ['link.json', 'the report'],
    ['b.json', 'the baseline'],
    ['contextful.toml', "the project's configuration"],
  ])('a format is not written onto %s', async (file, name) => {
    await line('eval', 'run', '--report', 'copy.json');
    symlinkSync('copy.json', join(root, 'link.json'));
    write('b.json', `{"_run":${STAMP},"n_cases":1}`);
    const before = readFileSync(join(root, file));
    const gate = ['eval', 'gate', '--report', 'copy.json', '--baseline', 'b.json'];
    const { exit, err } = await line(...gate, '--format', `json=${file}`);
    expect(exit).toBe(2);
    expect(err).toContain(`UsageConflict: \`--format\` can not write ${file}: it is ${name}\n`);
    expect(readFileSync(join(root, file)).equals(before)).toBe(true);
  });

  test('nor onto the report of a run that is named by its id', async () => {
    await line('eval', 'run');
    const [id = ''] = readdirSync(join(root, '.contextful/runs')).filter(name => name !== 'LATEST');
    const own = `.contextful/runs/${id}/report.json`;
    const { exit, err } = await line('eval', 'gate', '--report', id, '--format', `json=${own}`);
    expect(exit).toBe(2);
    expect(err).toContain(`can not write ${own}: it is the report\n`);
  });

  test('a full disk is told by name', async () => {
    await line('eval', 'run');
    const { exit, err } = await line('eval', 'gate', '--report', 'latest', '--format', 'json=/dev/full');
    expect(exit).toBe(3);
    expect(err).toContain('DiskFull: the disk is full: /dev/full\n  at      /dev/full\n  found   ENOSPC');
  });

  test('a link to the baseline is the baseline, and a device takes several outputs', async () => {
    write('b.json', `{"_run":${STAMP},"n_cases":1}`);
    symlinkSync('b.json', join(root, 'link.json'));
    const { exit, err } = await line('eval', 'run', '--baseline', 'b.json', '--report', 'link.json');
    expect(exit).toBe(2);
    expect(err).toContain('`--report` can not write link.json: it is the baseline\n');
    const both = await line('eval', 'run', '--report', '/dev/null', '--format', 'json=/dev/null');
    expect(both.exit).toBe(0);
  });

  test('a raise is told once, and with --plan the file stays', async () => {
    write('b.json', `{"_run":${STAMP},"n_cases":1}`);
    await line('eval', 'run');
    const gate = ['eval', 'gate', '--report', 'latest', '--baseline', 'b.json', '--update-baseline'];
    expect((await line(...gate, '--plan')).err).toBe('would write b.json\n');
    expect(readFileSync(join(root, 'b.json'), 'utf8')).toContain('"n_cases":1}');
    const { out, err } = await line('eval', 'run', '--baseline', 'b.json', '--update-baseline');
    expect(out).toContain('\nraised n_cases: 1 -> 2\n');
    expect(err).not.toContain('raised');
    expect(readFileSync(join(root, 'b.json'), 'utf8')).toContain('"n_cases":2}');
  });

  test('a floor of other case files keeps no baseline from being made', async () => {
    const floor = '[[eval.floors]]\npath = "n_cases"\nat_least = 99\n';
    write('contextful.toml', `${CONFIG}${floor}sets = ["evals/cases/other.jsonl"]\n`);
    expect((await line('eval', 'run')).exit).toBe(0);
    const init = ['eval', 'baseline', 'init', '--report', 'latest', '--out'];
    expect((await line(...init, 'b.json')).exit).toBe(0);
    write('contextful.toml', `${CONFIG}${floor}sets = ["${CASES}"]\n`);
    expect((await line(...init, 'c.json')).err).toContain('BaselineFromRed: 1 floor is red\n');
  });

  test('what comes next works: a baseline, then the gate against it', async () => {
    const { out } = await line('eval', 'run');
    const next = out.slice(out.indexOf('\nnext\n')).replaceAll(' \\\n', ' ');
    const init = /contextful (eval baseline init .*)/.exec(next)?.[1]?.split(/\s+/) ?? [];
    expect((await line(...init)).exit).toBe(0);
    expect((await line('eval', 'run')).out).toContain('--baseline evals/baselines/a.json');
  });
});

/** Thirty cases with a recency bound, one of which comes back with no row on any leg. */
function thinWindow(): void {
  write(
    'evals/corpora/a/contextful.toml',
    '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\ncolumns = { id = "string", published_at = "timestamp", body = "string" }\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n',
  );
  write(
    'evals/corpora/a/rows/kb/a.jsonl',
    lines([{ ...row('r1', 'crane'), published_at: '2030-05-01T00:00:00Z' }]),
  );
  const since = { since: '2030-01-01T00:00:00Z', time_anchor: '2030-06-01T00:00:00Z' };
  const cases = Array.from({ length: 30 }, (_, i) => {
    const one = asking(`c${i}`, i === 29 ? 'submarine' : 'crane', 'r1');
    const expected = i === 29 ? since : { ...one.expected, ...since };
    return { ...one, expected, ...(i === 29 ? { query_embedding: [1] } : {}) };
  });
  write(CASES, lines(cases));
  write('b.json', `{"_run":${STAMP},"retrieval.hybrid.in_window_rate":1}`);
}

function row(id: string, body: string) {
  return { id, body };
}

function asking(id: string, question: string, key: string) {
  return { id, corpus: '../corpora/a', question, expected: { artifacts: [`kb/a#${key}`] } };
}

function lines(objects: readonly object[]): string {
  return objects.map(one => `${JSON.stringify(one)}\n`).join('');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

async function line(...argv: string[]) {
  const fake = fakeHost({ argv, cwd: root });
  const exit = await main(fake.host);
  return { exit, out: fake.out(), err: fake.err() };
}
