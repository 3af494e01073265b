import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TABLES, type WorldCase, worldRow } from './world.ts';

export const CASES_FILE = 'evals/cases/world.jsonl';
export const BASELINE_FILE = 'evals/baselines/world.json';
const CORPUS = 'evals/corpora/world';

/** Configuration, corpus and cases of a seeded store: the project that its runs are of. */
export function writeProject(root: string, cases: Iterable<WorldCase>): void {
  for (const folder of [
    'evals/cases',
    'evals/baselines',
    `${CORPUS}/rows/news`,
    `${CORPUS}/rows/kb`,
    `${CORPUS}/rows/hr`,
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'contextful.toml'), CONFIG);
  writeFileSync(join(root, CORPUS, 'contextful.toml'), DECLARATION);
  for (const table of ['notes', 'wire', 'cjk', 'payroll'] as const) writeTable(root, table);
  writeFileSync(join(root, CASES_FILE), '');
  let lines: string[] = [];
  for (const one of cases) {
    lines.push(caseLine(one));
    if (lines.length < 10_000) continue;
    writeFileSync(join(root, CASES_FILE), lines.join(''), { flag: 'a' });
    lines = [];
  }
  writeFileSync(join(root, CASES_FILE), lines.join(''), { flag: 'a' });
}

const CONFIG = `version = 1

[eval]
goldens = ["${CASES_FILE}"]
zone = "local:device"
k = 10
baseline = "${BASELINE_FILE}"
`;

const DECLARATION = `${['supplier_notes', 'news/wire', 'kb/cjk']
  .map(
    name =>
      `[[pipeline.tables]]\nname = "${name}"\nprimary_key = ["id"]\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n`,
  )
  .join('\n')}
[[pipeline.tables]]
name = "hr/payroll"
primary_key = ["id"]
[pipeline.tables.policy.rows]
predicate = "owner = subject.agent"
`;

function writeTable(root: string, table: keyof typeof TABLES): void {
  const lines = Array.from({ length: TABLES[table] }, (_, n) => {
    const { key } = worldRow(table, n);
    return `${JSON.stringify({ id: key, ...TEXTS[table](n) })}\n`;
  });
  writeFileSync(join(root, CORPUS, 'rows', `${worldRow(table, 0).table}.jsonl`), lines.join(''));
}

const TEXTS = {
  notes: (n: number) => ({ body: `Supplier ${n} delivers valves, pumps and cables to plant ${n % 7}.` }),
  wire: (n: number) => ({
    body: `Wire ${n}: the harbour opens a new quay.`,
    published: `2030-0${1 + (n % 4)}-1${n % 10}`,
  }),
  cjk: (n: number) => ({ body: `${n}番の駅は午前九時に開きます。` }),
  payroll: (n: number) => ({ owner: 'agent://other', body: `Salary of person ${n}.` }),
} as const;

function caseLine({ id, question, answer, tags, gold, forbidden, since, mustAbstain }: WorldCase): string {
  const refs = gold.map(({ table, key }) => `${table}#${key}`);
  return `${JSON.stringify({
    id,
    corpus: '../corpora/world',
    question,
    tags,
    expected: {
      ...(mustAbstain ? { must_abstain: true } : { answer, artifacts: refs }),
      ...(forbidden === null ? {} : { must_not_retrieve: [`${forbidden.table}#${forbidden.key}`] }),
      ...(since === null ? {} : { since }),
    },
  })}\n`;
}
