import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileFault } from '../../../evals/corpus/file-fault.ts';
import { digestCorpus, inspectTable, openCorpus } from '../../../evals/corpus/index.ts';
import { createTree, onlyTable, refusalOf, table } from './tree.ts';

const ROW = '{"id":"1"}\n';

describe('assurance.evaluate.corpus-layout: corpus paths', () => {
  test.each([
    ['../../../outside'],
    ['../../..'],
    ['/etc'],
    ['../corpora/../../../outside'],
    ['../corpora/c\0'],
  ])('%j leads outside every root', async name => {
    const refusal = await refusalOf((await createTree()).open(name));
    expect(refusal.code).toBe('EvalPathOutsideRoot');
    expect(refusal.facts['path']).toBe(name);
  });

  test('an absolute path is refused even where it lies inside: a case file must mean the same everywhere', async () => {
    const tree = await createTree({ 'contextful.toml': '' });
    expect((await refusalOf(tree.open(tree.path('evals/corpora/c')))).code).toBe('EvalPathOutsideRoot');
  });

  test('a folder beside the project is no root because its name begins alike', async () => {
    const tree = await createTree();
    await mkdir(`${tree.project}-2/c`, { recursive: true });
    expect((await refusalOf(tree.open('../../../p-2/c'))).code).toBe('EvalPathOutsideRoot');
  });

  test('[eval] corpus_roots opens a folder outside the project', async () => {
    const tree = await createTree();
    const outside = `${dirname(tree.project)}/shared`;
    await mkdir(`${outside}/c`, { recursive: true });
    await writeFile(`${outside}/c/contextful.toml`, '');
    const roots = { project: tree.project, corpusRoots: ['/nowhere', outside], shownFrom: tree.project };
    const corpus = await openCorpus('../../../shared/c', { caseFileDir: tree.path('evals/cases'), roots });
    expect(corpus.shown).toBe(`${outside}/c`);
  });

  test.each([['.'], ['inner'], ['..'], ['../CASES']])(
    '%j is, holds or lies in the folder of the goldens',
    async name => {
      const tree = await createTree();
      await mkdir(tree.path('evals/cases/inner'));
      expect((await refusalOf(tree.open(name))).code).toBe('GoldenSetIngested');
    },
  );

  test.each([['../../../outside'], ['.'], ['../corpora/none']])(
    'the refusal of %j stands at the case that names it',
    async name => {
      const tree = await createTree();
      const place = { file: 'evals/cases/a.jsonl', line: 12, path: 'corpus' };
      const roots = { project: tree.project, corpusRoots: [], shownFrom: tree.project };
      const refusal = await refusalOf(
        openCorpus(name, { caseFileDir: tree.path('evals/cases'), roots, place }),
      );
      expect(refusal.place).toEqual(place);
    },
  );

  test('a corpus that is not there', async () => {
    const refusal = await refusalOf((await createTree()).open('../corpora/none'));
    expect(refusal.code).toBe('EvalDeclarationInvalid');
    expect(refusal.place).toEqual({ file: 'evals/corpora/none' });
    const endless = `../corpora/${'x'.repeat(5000)}`;
    expect((await refusalOf((await createTree()).open(endless))).code).toBe('EvalDeclarationInvalid');
  });

  test('a file that may not be read is refused by name; other errors of the system pass', () => {
    const denied = fileFault(Object.assign(new Error('no'), { code: 'EACCES' }), 'c/rows/t.jsonl');
    expect(denied).toMatchObject({
      code: 'EvalDeclarationInvalid',
      place: { file: 'c/rows/t.jsonl' },
      found: 'permission denied',
    });
    const broken = Object.assign(new Error('disk'), { code: 'EIO' });
    expect(fileFault(broken, 'c')).toBe(broken);
  });

  test('paths are shown from the working directory', async () => {
    const tree = await createTree({ 'contextful.toml': '' });
    const options = { caseFileDir: tree.path('evals/cases') };
    const shownFrom = async (from: string) => {
      const roots = { project: tree.project, corpusRoots: [], shownFrom: from };
      return (await openCorpus('../corpora/c', { ...options, roots })).shown;
    };
    expect(await shownFrom(tree.path('evals'))).toBe('corpora/c');
    expect(await shownFrom(tree.path('evals/cases'))).toBe(tree.path('evals/corpora/c'));
  });
});

describe('assurance.evaluate.corpus-layout: links and special files', () => {
  test.each([
    ['evals/corpora', 'evals/real', 'evals/corpora'],
    ['evals/corpora/c', 'evals/corpora/real', 'evals/corpora/c'],
    ['evals/corpora/c/rows', 'evals/corpora/c/real', 'rows'],
    ['evals/corpora/c/rows/kb', 'evals/corpora/c/real', 'rows/kb'],
    ['evals/corpora/c/rows/kb/t.jsonl', 'evals/corpora/c/real', 'rows/kb/t.jsonl'],
    ['evals/corpora/c/contextful.toml', 'evals/corpora/c/real', 'contextful.toml'],
  ])('a link at %s is not followed', async (link, real, named) => {
    const tree = await createTree({ 'contextful.toml': table(), 'rows/kb/t.jsonl': ROW });
    await rename(tree.path(link), tree.path(real));
    await symlink(tree.path(real), tree.path(link));
    const refusal = await refusalOf(tree.open());
    expect(refusal.code).toBe('EvalPathSymlink');
    expect(refusal.found).toContain(`${named} is a symbolic link`);
  });

  test('a link to /etc', async () => {
    const tree = await createTree();
    await symlink('/etc', tree.path('evals/corpora/etc'));
    expect((await refusalOf(tree.open('../corpora/etc'))).code).toBe('EvalPathSymlink');
  });

  test('the project itself may be reached through a link', async () => {
    const tree = await createTree({ 'contextful.toml': '' });
    const link = `${dirname(tree.project)}/link`;
    await symlink(tree.project, link);
    const roots = { project: link, corpusRoots: [], shownFrom: link };
    const corpus = await openCorpus('../corpora/c', { caseFileDir: `${link}/evals/cases`, roots });
    expect(corpus.shown).toBe('evals/corpora/c');
  });

  test('a pipe in the place of a row file is refused, not waited for', async () => {
    const tree = await createTree({ 'contextful.toml': '', 'rows/kb/other.txt': '' });
    execFileSync('mkfifo', [tree.path('evals/corpora/c/rows/kb/t.jsonl')]);
    const refusal = await refusalOf(tree.open());
    expect([refusal.code, refusal.found]).toEqual(['EvalPathSymlink', 'a pipe']);
  });

  test('a pipe that takes the place of the file after opening is refused, not waited for', async () => {
    const tree = await createTree({ 'contextful.toml': table(), 'rows/kb/t.jsonl': ROW });
    const corpus = await tree.open();
    const file = tree.path('evals/corpora/c/rows/kb/t.jsonl');
    await rename(file, `${file}.old`);
    execFileSync('mkfifo', [file]);
    expect((await refusalOf(onlyTable(corpus))).code).toBe('EvalPathSymlink');
  });

  test.each(['rows', 'rows/kb', 'rows/kb/t.jsonl'])('a link swapped in at %s during the run', async part => {
    const tree = await createTree({ 'contextful.toml': table(), 'rows/kb/t.jsonl': ROW });
    const corpus = await tree.open();
    const swapped = tree.path('evals/corpora/c', part);
    await rename(swapped, `${tree.project}/moved`);
    await symlink(`${tree.project}/moved`, swapped);
    expect((await refusalOf(onlyTable(corpus))).code).toBe('EvalPathSymlink');
    expect((await refusalOf(digestCorpus(corpus))).code).toBe('EvalPathSymlink');
  });

  test.each(['{"id":"2"}\n', '{"id":"1"}\n{"id":"2"}\n'])(
    'a file that changed since opening',
    async content => {
      const tree = await createTree({ 'contextful.toml': table(), 'rows/kb/t.jsonl': ROW });
      const corpus = await tree.open();
      await tree.write('rows/kb/t.jsonl', content);
      const refusal = await refusalOf(onlyTable(corpus));
      expect([refusal.code, refusal.exit]).toEqual(['EvalInputChanged', 3]);
    },
  );

  test('a file that is gone, and another one in its place', async () => {
    const tree = await createTree({ 'contextful.toml': table(), 'rows/kb/t.jsonl': ROW });
    const corpus = await tree.open();
    const file = tree.path('evals/corpora/c/rows/kb/t.jsonl');
    await rename(file, `${file}.old`);
    expect((await refusalOf(onlyTable(corpus))).code).toBe('EvalInputChanged');
    await writeFile(file, ROW);
    expect((await refusalOf(onlyTable(corpus))).code).toBe('EvalInputChanged');
  });
});

describe('assurance.evaluate.corpus-layout: layout', () => {
  test('tables come in code-point order with their files; a declared table may have none; other files are ignored', async () => {
    const tree = await createTree({
      'contextful.toml': table('', 'kb/b') + table('', 'empty'),
      'rows/kb/b.jsonl': ROW,
      'rows/kb/a.csv': 'id\n1\n',
      'rows/Z.jsonl': '{}\n',
      'rows/kb/notes.txt': 'x',
      'rows/kb/b.jsonl.bak': 'x',
      'README.md': 'x',
    });
    const corpus = await tree.open();
    expect(
      corpus.tables.map(({ name, bytes, place, rowFile }) => [name, bytes, place !== null, rowFile?.format]),
    ).toEqual([
      ['Z', 3, false, 'jsonl'],
      ['empty', 0, true, undefined],
      ['kb/a', 5, false, 'csv'],
      ['kb/b', 11, true, 'jsonl'],
    ]);
    expect(corpus.warnings.map(({ code, place }) => [code, place.file])).toEqual([
      ['TableUndeclared', 'evals/corpora/c/rows/Z.jsonl'],
      ['TableUndeclared', 'evals/corpora/c/rows/kb/a.csv'],
    ]);
  });

  test('a row file without declaration lands keyless and unlabelled', async () => {
    const corpus = await (
      await createTree({ 'contextful.toml': '', 'rows/t.jsonl': '{"a":"x"}\n{"a":"x"}\n' })
    ).open();
    const { schema, rows } = await onlyTable(corpus);
    expect([rows, schema.declaration.primaryKey, schema.declaration.policy.zoneAllow]).toEqual([2, [], null]);
  });

  test('a declared table without file is empty and has its declared columns', async () => {
    const corpus = await (
      await createTree({ 'contextful.toml': table('columns = { b = "integer", a = "string" }') })
    ).open();
    const { schema, rows } = await onlyTable(corpus);
    expect(rows).toBe(0);
    expect(schema.columns).toEqual([
      { name: 'a', type: 'string' },
      { name: 'b', type: 'integer' },
    ]);
  });

  test('two files for one table', async () => {
    const tree = await createTree({
      'contextful.toml': '',
      'rows/kb/t.jsonl': ROW,
      'rows/kb/t.csv': 'id\n1\n',
    });
    const refusal = await refusalOf(tree.open());
    expect(refusal.code).toBe('EvalTableNameInvalid');
    expect(refusal.found).toBe('rows/kb/t.csv and rows/kb/t.jsonl');
  });

  test.each([
    ['a\\b'],
    ['x;drop'],
    ['"'],
    ['a b'],
    ['.hidden'],
    ['x\u0301'],
    ['a\u001bb'],
    ['n'.repeat(121)],
    ['a/'.repeat(200).slice(0, -1)],
    ['é'.normalize('NFD')],
  ])('the row file of a table %j is refused', async name => {
    const tree = await createTree({ 'contextful.toml': '', [`rows/${name}.jsonl`]: ROW });
    expect((await refusalOf(tree.open())).code).toBe('EvalTableNameInvalid');
  });

  test.each([
    ['../x'],
    ['a/../../b'],
    ['/etc'],
    ['a//b'],
    ['a/'],
    ['a\\\\b'],
    ['x;drop'],
    ['\\"'],
    [`${'é'.repeat(60)}a`],
  ])('a declared table name "%s" is refused with its line', async name => {
    const tree = await createTree({ 'contextful.toml': `version = 1\n${table('', name)}` });
    const refusal = await refusalOf(tree.open());
    expect(refusal.code).toBe('EvalTableNameInvalid');
    expect(refusal.place).toEqual({ file: 'evals/corpora/c/contextful.toml', line: 3 });
  });

  test.each([['kb/über-日本_1.2'], ['n'.repeat(120)], ['constructor']])('%s is a table name', async name => {
    const tree = await createTree({ 'contextful.toml': table('', name), [`rows/${name}.jsonl`]: ROW });
    const corpus = await tree.open();
    expect(corpus.tables.map(({ name: found, place }) => [found, place !== null])).toEqual([[name, true]]);
    for (const only of corpus.tables) expect((await inspectTable(only)).rows).toBe(1);
  });
});
