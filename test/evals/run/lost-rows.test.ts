import { readFileSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { type CaseLine, parseCaseLine } from '../../../evals/run/case-line.ts';
import { DEFAULT_RANKING, LEGS } from '../../../evals/store/port.ts';
import { runWritten, type WrittenCase, writeProject } from '../../support/written-project.ts';

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const DECLARATION = `[[pipeline.tables]]
name = "kb/a"
primary_key = ["id"]
content_hash_column = "hash"
columns = { id = "string", owner = "string", body = "string", hash = "string" }
[pipeline.tables.policy.rows]
predicate = "owner = subject.agent"
[[pipeline.tables]]
name = "news/b"
primary_key = ["id"]
columns = { id = "string", published_at = "timestamp", body = "string" }
`;

/** One axis per word, so that each cosine can be told by looking. */
const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];

const row = (id: string, body: string, degrees: number, more: object = {}) => ({
  id,
  owner: 'agent://me',
  body,
  embedding: at(degrees),
  ...more,
});

const ROWS = {
  'kb/a': [
    row('near', 'harbour crane log', 0),
    row('next', 'harbour crane book of the long year', 10),
    row('third', 'harbour crane log of one very long and windy year', 20),
    row('word', 'harbour only', 30),
    row('none', 'budget', 40),
    row('away', 'budget', 180),
    row('theirs', 'harbour crane log', 0, { owner: 'agent://other' }),
    row('twice', 'harbour crane log and more and more', 25, { hash: 'x' }),
    row('thrice', 'harbour crane log and more', 24, { hash: 'x' }),
  ],
  'news/b': [
    { id: 'fresh', published_at: '2030-05-20T00:00:00Z', body: 'strike vote', embedding: at(90) },
    { id: 'stale', published_at: '2029-05-20T00:00:00Z', body: 'strike vote', embedding: at(90) },
  ],
};

const crane = (key: string, more: Partial<WrittenCase> = {}): WrittenCase => ({
  question: 'harbour crane',
  artifacts: [`kb/a#${key}`],
  query_embedding: at(0),
  prefix: 'kb/',
  ...more,
});

type Changes = Parameters<typeof runWritten>[1];

async function linesOf(cases: readonly WrittenCase[], changes: Changes = {}, rows: object = ROWS) {
  const { root } = writeProject({ declaration: DECLARATION, rows: { ...rows }, cases });
  roots.push(root);
  const { directory } = await runWritten(root, changes);
  return caseLines(directory.file('results.jsonl'));
}

function caseLines(path: string): readonly CaseLine[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => parseCaseLine(line) ?? expect.fail(`no case line: ${line}`));
}

/** Of the one lost row of a case: what lexical, vector and hybrid say; null: that leg did not lose it. */
const answersOf = ({ why }: CaseLine) => LEGS.map(leg => why?.[leg]?.rows[0]?.[2] ?? null);

describe.each(['memory', 'duckdb'] as const)('evaluate.md 21.4 lost rows on %s', adapter => {
  const store = { adapter, memory: '512MiB', threads: 1 } as const;

  test('a leg names the row that it lost, its rank, and what stood at the cut', async () => {
    const [found, lost] = await linesOf([crane('near'), crane('third')], { store });
    expect(found).not.toHaveProperty('why');
    expect(lost?.why).toEqual({
      lexical: { cut: ['kb/a', 'thrice', lost?.legs.lexical?.[1]?.[3]], rows: [['kb/a', 'third', 4]] },
      vector: { cut: ['kb/a', 'next', lost?.legs.vector?.[1]?.[3]], rows: [['kb/a', 'third', 3]] },
      hybrid: { cut: ['kb/a', 'next', lost?.legs.hybrid?.[1]?.[3]], rows: [['kb/a', 'third', 4]] },
    });
  });

  test.each<[string, WrittenCase, readonly (string | number | null)[]]>([
    ['no word of the question', crane('none'), ['no_match', 7, 6]],
    ['neither word nor direction', crane('away'), ['no_match', 8, 'no_match']],
    ['too few of its words', crane('word', { question: 'harbour crane ferry' }), ['below_floor', 6, 5]],
    ['a row of another owner', crane('theirs'), ['not_visible', 'not_visible', 'not_visible']],
    ['a row that is nowhere', crane('nowhere'), ['not_visible', 'not_visible', 'not_visible']],
    [
      'a table of no corpus',
      crane('x', { artifacts: ['kb/z#x'] }),
      ['not_visible', 'not_visible', 'not_visible'],
    ],
    [
      'a table beside the prefix',
      crane('x', { artifacts: ['news/b#fresh'] }),
      ['not_asked', 'not_asked', 'not_asked'],
    ],
    ['the content of a better row', crane('twice'), ['repeated', 5, 'repeated']],
    ['excluded rows count for no rank', crane('third', { exclude: ['kb/a#next'] }), [3, null, 3]],
    [
      'older than the recency window',
      { question: 'strike', artifacts: ['news/b#stale'], prefix: 'news/', since: '2030-01-01T00:00:00Z' },
      ['out_of_window', 'out_of_window', 'out_of_window'],
    ],
  ])('%s', async (_, asked, expected) => {
    const [line] = await linesOf([asked], { store, k: asked.prefix === 'news/' ? 1 : 2 });
    expect(line === undefined ? undefined : answersOf(line)).toEqual(expected);
  });

  test('a row behind a thousand others', async () => {
    const many = Array.from({ length: 1002 }, (_, n) => row(`r${n}`, `harbour crane ${n}`, 0));
    const lines = await linesOf([crane('r998'), crane('r1000')], { store }, { 'kb/a': many });
    expect(lines.map(answersOf)).toEqual([
      [999, 999, 999],
      ['beyond_depth', 'beyond_depth', 'beyond_depth'],
    ]);
  });

  test('a row that the candidate window leaves out is no row of rank 1', async () => {
    const many = Array.from({ length: 300 }, (_, n) => row(`r${n}`, `filler ${n}`, 90));
    const ranking = { ...DEFAULT_RANKING, candidates: 'window' as const };
    const old = { 'kb/a': [row('old', 'harbour crane', 0), ...many] };
    const [line] = await linesOf([crane('old')], { store, ranking }, old);
    expect(line === undefined ? undefined : answersOf(line)).toEqual([
      'out_of_window',
      'out_of_window',
      'out_of_window',
    ]);
  });
});

describe('evaluate.md 21.4 lost rows', () => {
  test('a resumed run tells them as an unbroken one does', async () => {
    const cases = [crane('third'), crane('theirs', { prefix: '' }), crane('none'), crane('word')];
    const { root } = writeProject({ declaration: DECLARATION, rows: ROWS, cases });
    roots.push(root);
    const unbroken = await runWritten(root);
    const stop = new AbortController();
    const broken = runWritten(root, {}, ({ t }) => t === 'case.end' && stop.abort(), stop);
    await expect(broken).rejects.toMatchObject({ code: 'Interrupted' });
    const resumed = await runWritten(root, { resume: 'last' });
    expect(resumed.directory.id).not.toBe(unbroken.directory.id);
    for (const name of ['results.jsonl', 'report.json'] as const) {
      expect(readFileSync(resumed.directory.file(name), 'utf8')).toBe(
        readFileSync(unbroken.directory.file(name), 'utf8'),
      );
    }
  });

  test.each([
    { lexical: { cut: null, rows: [['t', 'k', 0]] } },
    { lexical: { cut: null, rows: [['t', 'k', 'lost']] } },
    { lexical: { cut: ['t', 'k'], rows: [] } },
    { lexical: { rows: [] } },
    [],
  ])('a line of another form is not ours: %j', why => {
    const line = { id: 'c', ordinal: 1, outcome: 'pass', legs: {}, why };
    expect(parseCaseLine(JSON.stringify(line))).toBeUndefined();
  });
});
