import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../core/refusal.ts';
import { caseDigest, caseSetDigest } from '../../../evals/case/digest.ts';
import { loadCases } from '../../../evals/case/load.ts';
import { vectorCases } from '../../support/vectors.ts';

const cwd = mkdtempSync(join(tmpdir(), 'cases-'));
afterAll(() => rmSync(cwd, { recursive: true }));

function write(file: string, content: string | Uint8Array): string {
  writeFileSync(join(cwd, file), content);
  return file;
}

async function refusalOf(...files: string[]): Promise<Refusal> {
  const outcome = await loadCases({ cwd, files }).catch((error: unknown) => error);
  if (!(outcome instanceof Refusal)) throw new Error(`no refusal but ${JSON.stringify(outcome)}`);
  return outcome;
}

const good = (id: string): string => `{"id":"${id}","corpus":"c","question":"q"}`;

describe('assurance.evaluate.case-format: refusals', () => {
  type Vector = { line: string; code: string; at: number; holds: string[] };

  test.each(vectorCases<Vector>('evaluate', 'case-refusals'))('$line', async ({ line, code, at, holds }) => {
    const file = write('bad.jsonl', `${good('a')}\n${line}\n`);
    const refusal = await refusalOf(file);
    expect([refusal.code, refusal.exit, refusal.place?.file, refusal.place?.line]).toEqual([
      code,
      2,
      file,
      at,
    ]);
    for (const words of holds) expect(refusal.message).toContain(words);
    expect(refusal.facts).toMatchObject({ file, line: at, message: refusal.message });
  });

  test('facts tell file, line, path, reason, found and expected', async () => {
    const refusal = await refusalOf(
      write('bad.jsonl', `\n\n${good('a').replace('"q"', '"q","tags":[1]')}\n`),
    );
    expect(refusal.facts).toEqual({
      file: 'bad.jsonl',
      line: 3,
      path: 'tags[0]',
      reason: 'tag',
      found: '1',
      expected: 'a text of at most 64 bytes',
      message: 'tags[0] is not a text of at most 64 bytes: `1`',
    });
    expect(refusal.place).toEqual({ file: 'bad.jsonl', line: 3, path: 'tags[0]' });
  });

  test('a misspelt member: the members there are, and the nearest as hint', async () => {
    const refusal = await refusalOf(
      write('bad.jsonl', good('a').replace('"q"', '"q","expected":{"anser":"x"}')),
    );
    expect(refusal.hint).toBe('did you mean `answer`?');
    expect(refusal.want).toContain('answer, artifacts, edges');
  });

  test('the first fault is the refusal, up to 50 others stand beside it in file order', async () => {
    const first = write('one.jsonl', `${good('a')}\n{"id":""\n${good('a')}\n`);
    const second = write('two.jsonl', `${'{"id":"x"}\n'.repeat(60)}`);
    const refusal = await refusalOf(first, second);
    const more = refusal.facts['more'] as { file: string; line: number; reason: string }[];
    expect(refusal.facts).toMatchObject({ file: first, line: 2, reason: 'json' });
    expect(more.length).toBe(50);
    expect(more[0]).toMatchObject({ file: first, line: 3, reason: 'id-repeated' });
    expect(more.slice(1, 3)).toMatchObject([
      { file: second, line: 1, path: 'corpus', reason: 'missing' },
      { file: second, line: 1, path: 'question', reason: 'missing' },
    ]);
  });

  test('ids are unique over all files, and the first place is named', async () => {
    const refusal = await refusalOf(write('one.jsonl', `\n${good('a')}\n`), write('two.jsonl', good('a')));
    expect(refusal.message).toBe('id `a` is already on line 2 of one.jsonl');
    expect(refusal.place).toMatchObject({ file: 'two.jsonl', line: 1 });
  });

  test.each([
    ['nothing', ''],
    ['blank lines', '\n \r\n\n'],
    ['a byte-order mark', '\ufeff'],
  ])('a file of %s is an empty file', async (_, content) => {
    const refusal = await refusalOf(write('one.jsonl', good('a')), write('empty.jsonl', content));
    expect(refusal.facts).toMatchObject({ file: 'empty.jsonl', line: null, reason: 'empty-file' });
    expect(refusal.place).toEqual({ file: 'empty.jsonl' });
  });

  test('a file that is absent, a folder or a pipe', async () => {
    mkdirSync(join(cwd, 'folder'), { recursive: true });
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(cwd, 'pipe')]);
    expect((await refusalOf('absent.jsonl')).facts).toMatchObject({
      reason: 'unreadable-file',
      found: 'no such file',
    });
    symlinkSync('loop', join(cwd, 'loop'));
    expect((await refusalOf('loop')).facts).toMatchObject({ found: 'too many symbolic links' });
    for (const file of ['folder', 'pipe', '/dev/zero']) {
      expect((await refusalOf(file)).facts).toMatchObject({
        file,
        found: 'something other than a regular file',
      });
    }
  });
});

describe('assurance.evaluate.case-format: a case set', () => {
  test('files, order, places, digests', async () => {
    const content = `\ufeff${good('b')}\r\n\r\n${good('a')}`;
    const files = [write('one.jsonl', content), write('two.jsonl', `${good('東')}\n`)];
    const set = await loadCases({ cwd, files });
    expect(set.cases.map(({ case: { id }, file, line, ordinal }) => [id, file, line, ordinal])).toEqual([
      ['b', 'one.jsonl', 1, 0],
      ['a', 'one.jsonl', 3, 1],
      ['東', 'two.jsonl', 1, 2],
    ]);
    expect(set.files.map(({ path, cases }) => [path, cases])).toEqual([
      ['one.jsonl', 2],
      ['two.jsonl', 1],
    ]);
    expect(set.files[0]?.digest).toBe(`sha256:${createHash('sha256').update(content).digest('hex')}`);
    expect(set.cases.map(loaded => loaded.digest)).toEqual(set.cases.map(loaded => caseDigest(loaded.case)));
    expect(set.digest).toBe(caseSetDigest(set.cases.map(loaded => loaded.case)));
    expect(set.warnings).toEqual([{ file: 'one.jsonl', line: 1, message: 'a byte-order mark was skipped' }]);
  });

  test('a set that is split over files or put in another order has the same digest', async () => {
    const whole = await loadCases({
      cwd,
      files: [write('w.jsonl', [good('a'), good('b'), good('c')].join('\n'))],
    });
    const parts = [write('p1.jsonl', good('c')), write('p2.jsonl', `${good('b')}\n${good('a')}\n`)];
    expect((await loadCases({ cwd, files: parts })).digest).toBe(whole.digest);
  });
});

describe('evaluate.md 19 hostile case files', () => {
  const member = (text: string): string => good('b').replace('"q"', `"q",${text}`);

  test.each<[string, string | Uint8Array, string, string]>([
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"id":"'), 0xff, 0x22, 0x7d]), 'encoding', 'at byte 7'],
    ['UTF-16', Buffer.from(good('b'), 'utf16le'), 'encoding', 'NUL'],
    ['NUL', `${good('b')}\0`, 'encoding', 'NUL'],
    ['a later byte-order mark', `\ufeff${good('b')}`, 'encoding', 'byte-order mark'],
    ['a lone surrogate', good('\\udc00'), 'surrogate', '\\udc00'],
    ['a raw surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'surrogate', '\\ud800'],
    [
      'a nested repeat',
      member('"expected":{"answer":"x","answer":"x"}'),
      'duplicate-member',
      'expected.answer',
    ],
    ['an escaped repeat', good('b').replace('"corpus"', '"\\u0069d":"c","corpus"'), 'duplicate-member', 'id'],
    ['Infinity', member('"query_embedding":[-Infinity]'), 'non-finite', 'query_embedding[0]'],
    ['depth', member(`"forecast":${'['.repeat(64)}${']'.repeat(64)}`), 'depth', 'level 65'],
    ['an object that never ends', '{"id":"b"', 'json', 'the end'],
    ['a 17 MiB line', good('b').replace('"q"', `"${'q'.repeat(17 << 20)}"`), 'size', '16 MiB'],
  ])('%s', async (_, line, reason, words) => {
    const file = write('bad.jsonl', Buffer.concat([Buffer.from(`${good('a')}\n`), Buffer.from(line)]));
    const refusal = await refusalOf(file);
    expect([refusal.code, refusal.place?.line, refusal.facts['reason']]).toEqual([
      'EvalCaseInvalid',
      2,
      reason,
    ]);
    expect(refusal.message).toContain(words);
  });

  test('-0 reads as 0, __proto__ is a plain tag and a plain name', async () => {
    const line = good('__proto__').replace(
      '"q"',
      '"q","query_embedding":[-0],"tags":["__proto__"],"forecast":{"__proto__":-0}',
    );
    const {
      cases: [loaded],
    } = await loadCases({ cwd, files: [write('good.jsonl', line)] });
    expect(Object.is(loaded?.case.query_embedding?.[0], 0)).toBe(true);
    expect(loaded?.case.tags).toEqual(['__proto__']);
    expect(Object.entries(loaded?.case.forecast ?? {})).toEqual([['__proto__', 0]]);
  });

  test('a question of 1 MB and terminal escapes are kept exactly', async () => {
    const question = `\u001b[31m${'long words '.repeat(100_000)}\u009b`;
    const line = JSON.stringify({ id: 'b', corpus: 'c', question });
    const {
      cases: [loaded],
    } = await loadCases({ cwd, files: [write('good.jsonl', line)] });
    expect(loaded?.case.question).toBe(question);
  });
});
