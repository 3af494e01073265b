import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Clause, parseClauses, readClauses } from '../../spec/clauses.ts';
import { clauseFaults } from '../support/clause-faults.ts';
import { sourceFiles } from '../support/source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clauses = await readClauses(join(root, 'spec/clauses.json'));
const ids = clauses.map(({ id }) => id);

type Built = Extract<Clause, { status: 'built' }>;

const built: Built = {
  id: 'assurance.evaluate.legs',
  statement: 'A clause for this test.',
  area: 'evaluate',
  home: 'spec/clauses.ts',
  status: 'built',
  issue: 1,
  shownBy: [{ file: 'test/spec/clauses.test.ts', test: 'a clause marked built is shown' }],
};

describe('spec/clauses.json', () => {
  test('holds every clause of the two seeds, in their order, before ours', async () => {
    const fixture = await readFile(join(root, 'test/fixtures/clause-ids.txt'), 'utf8');
    const seeds = fixture.trimEnd().split('\n');
    expect(seeds.filter(id => id.startsWith('assurance.')).length).toBe(145);
    expect(seeds.filter(id => id.startsWith('FR-')).length).toBe(35);
    expect(ids.slice(0, seeds.length)).toEqual(seeds);
    expect(ids.slice(seeds.length).filter(id => /^(?:assurance\.|framework\.|FR-)/.test(id))).toEqual([]);
  });

  test('statements say one thing in one sentence of at most 200 characters', () => {
    expect(clauses.filter(({ statement }) => statement.length > 200 || !statement.endsWith('.'))).toEqual([]);
  });
});

describe('parseClauses', () => {
  const planned = { ...built, status: 'planned', shownBy: [] };

  test('reads planned and built records', () => {
    const other = { ...planned, id: 'FR-072' };
    expect(parseClauses(JSON.stringify([built, other]))).toEqual([built, other]);
  });

  test.each<[string, object[], RegExp]>([
    ['an id twice', [planned, planned], /assurance\.evaluate\.legs stands at 0 too/],
    ['a planned clause that something shows', [{ ...built, status: 'planned' }], /shownBy/],
    ['a built clause that nothing shows', [{ ...built, shownBy: [] }], /shownBy/],
    ['an unknown member', [{ ...planned, note: '' }], /note/],
    ['an unknown area', [{ ...planned, area: 'tests' }], /area/],
    ['a home outside the tree', [{ ...planned, home: '../spec' }], /home/],
    ['a statement of two lines', [{ ...planned, statement: 'a\nb' }], /statement/],
    ['an issue that is none', [{ ...planned, issue: 9 }], /issue/],
  ])('refuses %s', (_, records, message) => {
    expect(() => parseClauses(JSON.stringify(records))).toThrow(message);
  });
});

describe('what shows a clause', () => {
  test('every clause that the title of a describe begins with exists', () => {
    const named = sourceFiles(root, ['test']).flatMap(({ path, text }) =>
      [...text.matchAll(/\bdescribe\(\s*'((?:assurance\.|framework\.|FR-)[\w.-]*\w)/g)].map(
        ([, id]) => `${path}: ${id}`,
      ),
    );
    expect(named).toContain('test/evals/run/checkpoint.test.ts: assurance.evaluate.checkpoint');
    const known = new Set(ids);
    expect(named.filter(name => !known.has(name.slice(name.indexOf(': ') + 2)))).toEqual([]);
  });

  test('a clause marked built is shown', () => {
    expect(clauseFaults(root, built)).toEqual([]);
    expect(clauses.flatMap(clause => clauseFaults(root, clause))).toEqual([]);
  });

  test.each<[string, Partial<Pick<Built, 'home' | 'shownBy'>>, string]>([
    [
      'a test file that does not exist',
      { shownBy: [{ file: 'test/spec/none.test.ts', test: 'x' }] },
      'test/spec/none.test.ts does not exist',
    ],
    [
      'a title that the file lacks',
      { shownBy: [{ file: 'test/spec/clauses.test.ts', test: 'shown ' }] },
      'test/spec/clauses.test.ts has no test titled shown ',
    ],
    ['a home that does not exist', { home: 'spec/none.ts' }, 'home spec/none.ts does not exist'],
  ])('%s is a fault', (_, change, fault) => {
    expect(clauseFaults(root, { ...built, ...change })).toEqual([`${built.id}: ${fault}`]);
  });
});
