import { afterEach, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { readVerdict } from '../../evals/gate/verdict-schema.ts';
import { fakeHost } from '../support/fake-host.ts';
import { WRITTEN_CASES, writeProject } from '../support/written-project.ts';

const projects: { readonly remove: () => void }[] = [];

afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

async function run(...flags: readonly string[]) {
  const project = writeProject({
    declaration: '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n',
    rows: {
      'kb/a': [
        { id: 'r1', body: 'harbour crane' },
        { id: 'r2', body: 'ferry vote' },
        { id: 'r3', body: 'choir rehearsal' },
      ],
    },
    cases: [
      { question: 'harbour crane', artifacts: ['kb/a#r1'] },
      { question: 'ferry vote', artifacts: ['kb/a#r2'] },
      { question: 'choir rehearsal', artifacts: ['kb/a#r3'] },
    ],
  });
  projects.push(project);
  const own = ['--goldens', WRITTEN_CASES, '--zone', 'local:device', '--store', 'memory', '--k', '2'];
  const fake = fakeHost({ argv: ['eval', 'run', ...own, ...flags], cwd: project.root });
  const exit = await main(fake.host);
  return { exit, out: fake.out(), err: fake.err() };
}

describe('evaluate.md 21 eval run with checks', () => {
  test('a part that nothing guards ends a green run with 1 and stands below the figures', async () => {
    const { exit, out, err } = await run('--prove', '--canary');
    expect(exit).toBe(1);
    expect(err).not.toContain('is removed');
    expect(out).toContain('\nverdict: red, exit 1\n');
    expect(out).toContain('\nchecks\n  canary  9 answers unmoved beside 3 withheld, 3 foreign-zone rows\n');
    expect(out).toContain('\n  prove   policy: not exercised: nothing is withheld from this session\n');
    expect(out).toContain(
      '\n  prove: relevant row kb/a#r1 is removed, figures move, and no floor or\n    baseline entry turns red\n',
    );
  });

  test('--json holds them in the verdict', async () => {
    const { exit, out } = await run('--also', 'duckdb', '--repeat-check', '2', '--json');
    expect(exit).toBe(0);
    expect(readVerdict(Buffer.from(out), 'stdout')).toMatchObject({
      ok: true,
      checks: { ok: true, also: { stores: ['memory', 'duckdb'], answers: 9 }, findings: [] },
    });
  });

  test('with --json a finding stands on stderr too', async () => {
    const { exit, err } = await run('--prove', '--json');
    expect(exit).toBe(1);
    expect(err).toContain('\nprove: relevant row kb/a#r1 is removed, figures move, ');
  });

  test('--plan says what will be checked, and checks nothing', async () => {
    const { exit, out } = await run('--also', 'duckdb', '--repeat-check', '3', '--prove', '--plan', '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(out).steps).toEqual([
      expect.stringMatching(/^land /),
      'read 3 cases',
      'score',
      'floors',
      'compare the answers of memory and duckdb',
      'repeat to 3 runs',
      'break one part at a time, when green',
    ]);
  });

  test.each([
    [['--also', 'memory'], 'UsageConflict: `--also memory` names the store that the run is on'],
    [['--prove', '--update-baseline', '--baseline', 'b.json'], 'UsageConflict'],
    [['--repeat-check', '1'], 'UsageBadValue'],
  ])('%j is refused', async (flags, message) => {
    const { exit, err } = await run(...flags);
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });
});
