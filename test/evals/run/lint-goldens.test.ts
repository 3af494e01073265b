import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Context, frozenClock, neverTimer } from '../../../core/context.ts';
import { type GoldenFinding, lintGoldens } from '../../../evals/run/lint-goldens.ts';
import { prepareRun } from '../../../evals/run/prepare.ts';
import type { EvaluationRequest } from '../../../evals/run/request.ts';
import { nativeRequest } from '../../support/native-project.ts';
import { rejectionOf } from '../gate/support.ts';

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const CASES = 'evals/cases/a.jsonl';
const TABLES = `[[pipeline.tables]]
name = "kb/a"
primary_key = ["id"]
[pipeline.tables.policy.rows]
predicate = "owner = subject.agent"
[[pipeline.tables]]
name = "news/b"
primary_key = ["id"]
columns = { id = "string", published_at = "timestamp", body = "string" }
`;

describe.each(['memory', 'duckdb'] as const)('evaluate.md 21.3 golden lint on %s', adapter => {
  test('each finding names its case at its line, in case order', async () => {
    const root = project([
      { question: 'harbour crane', artifacts: ['kb/a#mine'] },
      { question: 'ferry', artifacts: ['kb/a#gone', 'kb/a#mine'], must_not_retrieve: ['kb/a#lost'] },
      { question: 'budget', artifacts: ['kb/a#theirs'] },
      { question: 'Crane, HARBOUR!', artifacts: ['kb/a#mine'] },
      { question: 'wire', artifacts: ['news/b#undated'], since: '2030-01-01T00:00:00Z' },
      { question: 'strike', artifacts: ['news/b#dated'], prefix: 'kb/' },
    ]);
    expect(await findings(root, { store: { adapter, memory: '512MiB', threads: 1 } })).toEqual([
      finding('unknown_rows', 2, 'expects a row that its corpus lacks: kb/a#gone'),
      finding(
        'forbidden_absent',
        2,
        'forbids a row that its corpus lacks, so its guard can never fire: kb/a#lost',
      ),
      finding('invisible', 3, 'expects a row that its session does not see: kb/a#theirs'),
      finding('near_duplicate', 4, `asks what c1 asks, ${CASES}:1`),
      finding('undated', 5, 'has a recency bound and expects a row without a readable date: news/b#undated'),
      finding('unreached', 6, 'expects a row that no leg finds among its first 1000: news/b#dated'),
    ]);
    expect(readdirSync(join(root, '.contextful'))).toEqual([]);
  });

  test('an unknown truth row refuses under strict goldens', async () => {
    const root = project([{ question: 'ferry', artifacts: ['kb/a#gone'] }]);
    const store = { adapter, memory: '512MiB', threads: 1 };
    expect(await rejectionOf(findings(root, { store, strictGoldens: true }))).toMatchObject({
      code: 'GoldenRowUnknown',
      exit: 2,
      place: { file: CASES, line: 1 },
    });
  });
});

test('the same words under other bounds are another question', async () => {
  const at = (since: string) => ({ question: 'strike', artifacts: ['news/b#dated'], since });
  const root = project([at('2030-01-01T00:00:00Z'), at('2030-02-01T00:00:00Z'), at('2030-01-01T00:00:00Z')]);
  expect(await findings(root)).toEqual([finding('near_duplicate', 3, `asks what c1 asks, ${CASES}:1`)]);
  expect(existsSync(join(root, '.contextful', 'runs'))).toBe(false);
});

type Case = {
  readonly question: string;
  readonly prefix?: string;
  readonly artifacts: readonly string[];
  readonly must_not_retrieve?: readonly string[];
  readonly since?: string;
};

function project(cases: readonly Case[]): string {
  const root = mkdtempSync(join(tmpdir(), 'contextful-lint-'));
  roots.push(root);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const lines = (rows: readonly object[]) => rows.map(row => `${JSON.stringify(row)}\n`).join('');
  write('contextful.toml', 'version = 1\n');
  write('evals/corpora/a/contextful.toml', TABLES);
  write(
    'evals/corpora/a/rows/kb/a.jsonl',
    lines([
      { id: 'mine', owner: 'agent://me', body: 'harbour crane log' },
      { id: 'theirs', owner: 'agent://other', body: 'harbour crane budget' },
    ]),
  );
  write(
    'evals/corpora/a/rows/news/b.jsonl',
    lines([
      { id: 'dated', published_at: '2030-05-01T00:00:00Z', body: 'strike vote' },
      { id: 'undated', body: 'wire report' },
    ]),
  );
  write(
    CASES,
    lines(
      cases.map(({ question, prefix, ...expected }, i) => ({
        id: `c${i + 1}`,
        corpus: '../corpora/a',
        question,
        ...(prefix === undefined ? {} : { prefix }),
        expected,
      })),
    ),
  );
  return root;
}

async function findings(
  root: string,
  changes: Partial<EvaluationRequest> = {},
): Promise<readonly GoldenFinding[]> {
  const context: Context = {
    cwd: root,
    env: {},
    clock: frozenClock(0n),
    after: neverTimer,
    signal: new AbortController().signal,
    threads: 1,
  };
  const request = nativeRequest(
    { root, edit: () => {}, remove: () => {} },
    { goldens: [CASES], agent: 'agent://me', zone: 'local:device', strictGoldens: false, ...changes },
  );
  const running = lintGoldens(await prepareRun(request, context), context);
  for (let next = await running.next(); ; next = await running.next()) {
    if (next.done === true) return next.value;
  }
}

function finding(kind: GoldenFinding['kind'], line: number, message: string): GoldenFinding {
  return { kind, file: CASES, line, case: `c${line}`, message };
}
