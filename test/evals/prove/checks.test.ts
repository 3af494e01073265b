import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { readVerdict } from '../../../evals/gate/verdict-schema.ts';
import type { TableDeclaration } from '../../../evals/policy/index.ts';
import { openToAll } from '../../../evals/prove/parts.ts';
import { type Sabotage, sabotaged } from '../../../evals/prove/sabotage.ts';
import { STORE_ADAPTERS } from '../../../evals/run/adapters.ts';
import type { Evaluation } from '../../../evals/run/evaluate.ts';
import type { RunEvent } from '../../../evals/run/events.ts';
import { type CheckRequest, type EvaluationRequest, NO_CHECKS } from '../../../evals/run/request.ts';
import { memoryAdapter } from '../../../evals/store/memory/index.ts';
import type { StoreAdapter } from '../../../evals/store/port.ts';
import { runWritten, WRITTEN_CASES, type WrittenCase, writeProject } from '../../support/written-project.ts';

const projects: { readonly remove: () => void }[] = [];

afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

/** Each table exercises one part of the read path. */
const DECLARATION = `[[pipeline.tables]]
name = "kb/owned"
primary_key = ["id"]
columns = { id = "string", owner = "string", body = "string" }
[pipeline.tables.policy.rows]
predicate = "owner = subject.agent"
[[pipeline.tables]]
name = "kb/wiki"
primary_key = ["id"]
available_time = "known_at"
columns = { id = "string", known_at = "timestamp", body = "string" }
[[pipeline.tables]]
name = "news/wire"
primary_key = ["id"]
columns = { id = "string", published_at = "timestamp", body = "string" }
`;

const me = 'agent://me';
const ROWS = {
  'kb/owned': [
    { id: 'crane', owner: me, body: 'harbour crane maintenance log' },
    { id: 'choir', owner: me, body: 'choir rehearsal plan' },
    { id: 'secret', owner: 'agent://other', body: 'harbour crane budget secret' },
  ],
  'kb/wiki': [
    { id: 'tram', known_at: '2030-01-01T00:00:00Z', body: 'tram line opens in spring' },
    { id: 'tram', known_at: '2030-05-01T00:00:00Z', body: 'bicycle line opens in autumn' },
  ],
  'news/wire': [
    { id: 'old', published_at: '2029-01-01T00:00:00Z', body: 'ferry strike ferry strike' },
    { id: 'new', published_at: '2030-05-30T00:00:00Z', body: 'ferry strike ends after long talks' },
    {
      id: 'other',
      published_at: '2030-05-29T00:00:00Z',
      body: 'ferry strike talks go on and on all night and all week long',
    },
  ],
};

const GUARDED: readonly WrittenCase[] = [
  {
    question: 'harbour crane',
    tags: ['regression'],
    prefix: 'kb/owned',
    artifacts: ['kb/owned#crane'],
    must_not_retrieve: ['kb/owned#secret'],
  },
  { question: 'choir rehearsal', prefix: 'kb/owned', artifacts: ['kb/owned#choir'] },
  {
    question: 'tram opens spring',
    prefix: 'kb/wiki',
    artifacts: ['kb/wiki#tram'],
    bounds: { available_as_of: '2030-02-01T00:00:00Z' },
  },
  {
    question: 'ferry strike',
    prefix: 'news/',
    artifacts: ['news/wire#new'],
    since: '2030-05-01T00:00:00Z',
    time_anchor: '2030-06-01T00:00:00Z',
  },
];

function project(cases: readonly WrittenCase[] = GUARDED): string {
  const written = writeProject({ declaration: DECLARATION, rows: ROWS, cases });
  projects.push(written);
  return written.root;
}

type Asked = Partial<EvaluationRequest> & { readonly checks: CheckRequest };
const asking = (checks: Partial<CheckRequest>): { readonly checks: CheckRequest } => ({
  checks: { ...NO_CHECKS, ...checks },
});

async function check(
  asked: Asked,
  cases = GUARDED,
  onEvent?: (event: RunEvent) => void,
): Promise<Evaluation> {
  return runWritten(project(cases), { k: 1, ...asked }, onEvent);
}

const onMemory = (adapter: StoreAdapter): Pick<EvaluationRequest, 'adapters'> => ({
  adapters: { ...STORE_ADAPTERS, memory: async () => adapter },
});
const withSecond = (sabotage: Sabotage): Pick<EvaluationRequest, 'adapters'> => ({
  adapters: {
    memory: async () => memoryAdapter,
    duckdb: async () => sabotaged(memoryAdapter, sabotage),
  },
});

describe('evaluate.md 21.5 --also', () => {
  test('the embedded store and the plain one give every byte alike', async () => {
    const { verdict } = await check(asking({ also: 'duckdb' }));
    expect(verdict).toMatchObject({ exit: 0, outcome: 'green' });
    expect(verdict.checks).toEqual({
      ok: true,
      also: { stores: ['memory', 'duckdb'], answers: 12, difference: null },
      findings: [],
    });
  });

  test('names case, leg, row and term of the first byte that differs', async () => {
    const off: Sabotage = {
      rows: (rows, { query, embedding }) =>
        rows.map(row =>
          row._key === 'choir' && query !== '' && embedding !== null && row.explain !== undefined
            ? { ...row, explain: { ...row.explain, lexicalUnits: 7n } }
            : row,
        ),
    };
    const { verdict } = await check({ ...asking({ also: 'duckdb' }), ...withSecond(off) });
    expect(verdict).toMatchObject({ ok: false, exit: 1, outcome: 'red', reds: [] });
    const difference = verdict.checks?.also?.difference;
    expect(difference).toEqual({
      case: 'c2',
      leg: 'hybrid',
      surface: 'retrieval',
      row: 'kb/owned#choir',
      rank: 1,
      term: 'explain.lexicalUnits',
      here: difference?.here,
      there: '"7n"',
    });
    expect(difference?.here).toMatch(/^"\d{12,}n"$/);
    expect(verdict.checks?.findings).toEqual([
      {
        check: 'also',
        message: `memory and duckdb differ on hybrid, row 1 kb/owned#choir: explain.lexicalUnits is ${difference?.here} and "7n"`,
        case: { id: 'c2', file: WRITTEN_CASES, line: 2 },
      },
    ]);
  });

  test('an answer that ends early, one with another row, and one with other counts', async () => {
    const rows = (change: NonNullable<Sabotage['rows']>) =>
      check({ ...asking({ also: 'duckdb' }), ...withSecond({ rows: change }) });
    const short = await rows(() => []);
    expect(short.verdict.checks?.also?.difference).toMatchObject({
      row: 'kb/owned#crane',
      term: 'rows',
      here: 'kb/owned#crane',
      there: null,
    });
    const other = await rows(found => found.map(row => ({ ...row, _key: 'x' })));
    expect(other.verdict.checks?.also?.difference).toMatchObject({
      here: 'kb/owned#crane',
      there: 'kb/owned#x',
    });
    const open = await check({ ...asking({ also: 'duckdb' }), ...withSecond(openToAll) });
    expect(open.verdict.checks?.also?.difference).toMatchObject({ case: 'c1', leg: 'lexical', rank: 1 });
  });
});

describe('evaluate.md 21.6 --repeat-check', () => {
  test('runs over threads and batches, the kept one first', async () => {
    const { verdict, directory } = await check(asking({ repeat: 5 }));
    const runs = verdict.checks?.repeat?.runs ?? [];
    expect(runs.map(({ threads, batch }) => [threads, batch])).toEqual([
      [1, 64],
      [1, 1],
      [2, 7],
      [4, 64],
      [1, 3],
    ]);
    expect(new Set(runs.map(({ figures }) => figures)).size).toBe(1);
    expect(verdict).toMatchObject({ exit: 0, checks: { ok: true, findings: [] } });
    expect(readdirSync(directory.path).sort()).toEqual([
      'cases.jsonl',
      'checkpoint.jsonl',
      'events.jsonl',
      'plan.json',
      'report.json',
      'results.jsonl',
      'verdict.json',
    ]);
  });

  test('a store that answers otherwise with two threads is found, with its first case', async () => {
    const shaky: StoreAdapter = {
      name: 'shaky',
      open: config =>
        (config.threads === 2
          ? sabotaged(memoryAdapter, { rows: rows => rows.filter(({ _key }) => _key !== 'choir') })
          : memoryAdapter
        ).open(config),
    };
    const { verdict } = await check({ ...asking({ repeat: 3 }), ...onMemory(shaky) });
    expect(verdict.exit).toBe(1);
    expect(verdict.checks?.findings).toEqual([
      {
        check: 'repeat',
        message: 'run 3 (threads 2, batch 7) has other figures than the first',
        case: { id: 'c2', file: WRITTEN_CASES, line: 2 },
      },
    ]);
  });

  test('tells how far it is', async () => {
    const told: string[] = [];
    await check(asking({ repeat: 2 }), GUARDED, event => {
      if (event.t === 'run.progress' && event.phase === 'repeat') told.push(`${event.done}/${event.of}`);
    });
    expect(told.at(-1)).toBe('2/2');
  });
});

describe('evaluate.md 21.1 --prove', () => {
  const floors = ['retrieval.lexical.recall_at_k', 'retrieval.hybrid.recall_at_k'].map(path => ({
    entry: { path, at_least: 1 },
    place: { file: 'contextful.toml', path: 'eval.floors[0]' },
  }));
  const partsOf = ({ verdict }: Evaluation) => verdict.checks?.prove?.parts ?? [];
  const statesOf = (evaluation: Evaluation) =>
    Object.fromEntries(partsOf(evaluation).map(({ part, state }) => [part, state]));

  test('each part that is guarded turns the run red, the others are not exercised', async () => {
    const proved = await check({ ...asking({ prove: true }), floors, k: 2 });
    expect(statesOf(proved)).toEqual({
      policy: 'red',
      'bound available_as_of': 'red',
      'bound valid_as_of': 'not_exercised',
      'bound landed_as_of': 'not_exercised',
      'window tier': 'red',
      order: 'red',
      index: 'not_exercised',
      'relevant row kb/owned#crane': 'red',
    });
    expect(partsOf(proved)[0]).toEqual({
      part: 'policy',
      state: 'red',
      reds: ['lexical', 'vector', 'hybrid'].map(leg => `retrieval.${leg}.forbidden_row_rate.max`),
      cases: 1,
      why: null,
    });
    expect(proved.verdict).toMatchObject({ exit: 0, outcome: 'green', checks: { ok: true, findings: [] } });
  });

  test('a part that no floor holds is a finding, and the run is red', async () => {
    const { verdict } = await check({ ...asking({ prove: true }), k: 2 });
    expect(verdict).toMatchObject({ ok: false, exit: 1, outcome: 'red', reds: [] });
    expect(verdict.checks?.findings.map(({ message }) => message)).toEqual([
      'bound available_as_of is broken, figures move, and no floor or baseline entry turns red',
      'relevant row kb/owned#crane is removed, figures move, and no floor or baseline entry turns red',
    ]);
  });

  test('a policy whose loss no case sees is one too', async () => {
    const choir: WrittenCase = {
      question: 'choir rehearsal',
      prefix: 'kb/owned',
      artifacts: ['kb/owned#choir'],
    };
    const { verdict } = await check({ ...asking({ prove: true }), floors }, [choir]);
    expect(verdict.checks?.findings.map(({ message }) => message)).toEqual([
      'policy is broken and no figure moves: no case tests it',
      'order is broken and no figure moves: no case tests it',
    ]);
    expect(verdict.checks?.prove?.parts?.find(({ part }) => part === 'window tier')).toEqual({
      part: 'window tier',
      state: 'not_exercised',
      reds: [],
      cases: 0,
      why: 'no case has a recency bound',
    });
  });

  test('a red run proves nothing', async () => {
    const lost: WrittenCase = { question: 'choir rehearsal', artifacts: ['kb/owned#secret'] };
    const { verdict } = await check(asking({ prove: true }), [lost]);
    expect(verdict).toMatchObject({ exit: 1, checks: { ok: true, prove: { parts: null }, findings: [] } });
    expect(verdict.reds).not.toEqual([]);
  });

  test('a lost index counts only where it is the index that is missed', async () => {
    const proved = await indexed(300, 'harbour crane');
    expect(statesOf(proved)).toMatchObject({
      'index of kb/deep': 'red',
      'index of kb/flat': 'not_exercised',
    });
    expect(partsOf(proved).find(({ part }) => part === 'index of kb/flat')?.why).toBe(
      'its 1 rows fit into the candidate window of 200',
    );
    const last = await indexed(300, 'filler 299');
    expect(statesOf(last)).toMatchObject({ 'index of kb/deep': 'green' });
  });
});

/** A table whose first row is older than the candidate window, and an indexed one that is small. */
async function indexed(rows: number, question: string): Promise<Evaluation> {
  const index = (name: string) => `[[pipeline.tables]]
name = "${name}"
primary_key = ["id"]
indexes = [{ kind = "fulltext", columns = ["body"] }, { kind = "vector", column = "body" }]
columns = { id = "string", body = "string" }
[pipeline.tables.policy.zone]
allow = ["*"]
`;
  const fillers = Array.from({ length: rows }, (_, n) => ({ id: `r${n}`, body: `filler ${n}` }));
  const id = question === 'harbour crane' ? 'crane' : `r${rows - 1}`;
  const written = writeProject({
    declaration: index('kb/deep') + index('kb/flat'),
    rows: {
      'kb/deep': [{ id: 'crane', body: 'harbour crane' }, ...fillers],
      'kb/flat': [{ id: 'x', body: 'something else' }],
    },
    cases: [{ question, artifacts: [`kb/deep#${id}`] }],
  });
  projects.push(written);
  return runWritten(written.root, { k: 1, ...asking({ prove: true }) });
}

describe('evaluate.md 21.2 --canary', () => {
  test('hidden copies with the words of the questions move no byte', async () => {
    const { verdict } = await check({ ...asking({ canary: true }), k: 2 });
    expect(verdict).toMatchObject({ exit: 0, outcome: 'green' });
    expect(verdict.checks).toEqual({
      ok: true,
      canary: {
        landed: { withheld: 12, foreign_zone: 12, future: 4 },
        answers: 15,
        difference: null,
        forbidden_absent: [],
      },
      findings: [],
    });
  });

  test('on the embedded store too', async () => {
    const store = { adapter: 'duckdb', memory: '512MiB', threads: 2 } as const;
    const { verdict } = await check({ ...asking({ canary: true }), store });
    expect(verdict.checks).toMatchObject({ ok: true, canary: { answers: 15, difference: null } });
  });

  test.each<[string, Sabotage, string, string]>([
    [
      'row policies',
      { schema: schema => ({ ...schema, declaration: withoutRows(schema.declaration) }) },
      'withheld or foreign-zone',
      '~canary-withheld-1',
    ],
    [
      'zones',
      { schema: schema => ({ ...schema, declaration: inAnyZone(schema.declaration) }) },
      'withheld or foreign-zone',
      '~canary-foreign-zone',
    ],
    [
      'bounds',
      { bounds: bounds => ({ ...bounds, availableAsOf: null }) },
      'future',
      'kb/wiki#~canary-future-3',
    ],
  ])('a store that forgets %s is found', async (_, sabotage, canaries, row) => {
    const cases = [...GUARDED].map(one => ({ ...one, must_not_retrieve: [] }));
    const { verdict } = await check(
      { ...asking({ canary: true }), ...onMemory(sabotaged(memoryAdapter, sabotage)), k: 5 },
      cases,
    );
    expect(verdict.exit).toBe(1);
    const { difference } = verdict.checks?.canary ?? {};
    expect(difference?.canaries).toBe(canaries);
    expect(JSON.stringify(difference)).toContain(row);
    expect(verdict.checks?.findings).toMatchObject([{ check: 'canary' }]);
    expect(verdict.checks?.findings[0]?.message).toMatch(new RegExp(`^${canaries} rows move an answer, `));
  });

  test('a guard that can not fire is listed, and turns nothing red', async () => {
    const guard = (row: string): WrittenCase => ({
      question: 'harbour crane',
      tags: ['regression'],
      prefix: 'kb/owned',
      artifacts: ['kb/owned#crane'],
      must_not_retrieve: [row],
    });
    const cases = [guard('kb/owned#gone'), guard('kb/owned#secret'), guard('kb/wiki#tram')];
    const { verdict } = await check({ ...asking({ canary: true }), k: 2 }, cases);
    expect(verdict.exit).toBe(0);
    expect(verdict.checks?.canary?.forbidden_absent).toEqual([
      { case: 'c1', file: WRITTEN_CASES, line: 1, row: 'kb/owned#gone' },
      { case: 'c3', file: WRITTEN_CASES, line: 3, row: 'kb/wiki#tram' },
    ]);
  });
});

function withoutRows(declaration: TableDeclaration): TableDeclaration {
  return { ...declaration, policy: { ...declaration.policy, rows: null } };
}

function inAnyZone(declaration: TableDeclaration): TableDeclaration {
  return { ...declaration, policy: { ...declaration.policy, zoneAllow: ['*'] } };
}

describe('evaluate.md 21 the checks of a run', () => {
  test('stand in the verdict of the run directory, which can be read again', async () => {
    const { directory, verdict } = await check(
      asking({ canary: true, prove: true, repeat: 2, also: 'duckdb' }),
    );
    const path = directory.file('verdict.json');
    expect(readVerdict(readFileSync(path), path)).toEqual(verdict);
    expect(Object.keys(verdict.checks ?? {})).toEqual([
      'ok',
      'also',
      'repeat',
      'canary',
      'prove',
      'findings',
    ]);
    expect(existsSync(directory.file('again'))).toBe(false);
  });

  test('a run without them says nothing of them', async () => {
    const { verdict } = await check(asking({}));
    expect(verdict).not.toHaveProperty('checks');
  });

  test('a run that is stopped in them can be resumed, and keeps nothing of them', async () => {
    const root = project();
    const stop = new AbortController();
    const stopped = runWritten(
      root,
      asking({ repeat: 3 }),
      event => event.t === 'run.progress' && event.phase === 'repeat' && stop.abort(),
      stop,
    );
    await expect(stopped).rejects.toMatchObject({ code: 'Interrupted', exit: 130 });
    const { verdict, directory } = await runWritten(root, { ...asking({ repeat: 3 }), resume: 'last' });
    expect(verdict.checks?.repeat?.runs).toHaveLength(3);
    expect(existsSync(directory.file('again'))).toBe(false);
  });

  test('its end has the exit of the checked verdict', async () => {
    const ends: number[] = [];
    await check({ ...asking({ prove: true }), k: 2 }, GUARDED, event => {
      if (event.t === 'run.end') ends.push(event.exit);
    });
    expect(ends).toEqual([1]);
  });
});
