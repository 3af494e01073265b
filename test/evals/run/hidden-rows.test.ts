import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { runWritten, writeProject } from '../../support/written-project.ts';

const declaration = `[[pipeline.tables]]
name = "t"
primary_key = ["id"]
[pipeline.tables.policy.rows]
predicate = "owner = subject.agent"
`;
const visible = [
  { id: 'a', title: 'red', body: 'boat', notes: 'red boat sails', owner: 'agent://me' },
  { id: 'b', title: 'blue', body: 'train', notes: 'boat red', owner: 'agent://me' },
];

const remove: (() => void)[] = [];
afterEach(() =>
  remove.splice(0).forEach(end => {
    end();
  }),
);

async function resultsOf(rows: readonly object[]): Promise<string> {
  const project = writeProject({
    declaration,
    rows: { t: rows },
    cases: [{ question: 'red boat', artifacts: ['t#a'] }],
  });
  remove.push(project.remove);
  const { directory } = await runWritten(project.root);
  const [line = ''] = readFileSync(directory.file('results.jsonl'), 'utf8').split('\n');
  // Tokens of the whole corpus are the operator's figure; what a session measures is the legs.
  return JSON.stringify(JSON.parse(line).legs);
}

describe('assurance.evaluate.policy-labels: a hidden row moves no score, whatever columns it brings', () => {
  test.each([
    ['a preferred snippet column', { headline: 'x', title: 't', body: 'b', notes: 'n' }],
    ['a date column', { published_at: '2030-05-01', title: 'red boat', body: 'red boat', notes: 'red boat' }],
    ['the words of the question', { title: 'red boat red boat', body: 'red boat', notes: 'boat' }],
  ])('%s', async (_what, cells) => {
    const alone = await resultsOf(visible);
    expect(alone).toContain('"t","b"');
    expect(await resultsOf([...visible, { id: 'z', owner: 'agent://other', ...cells }])).toBe(alone);
  });
});
