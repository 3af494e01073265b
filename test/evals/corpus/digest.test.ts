import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { digestCorpus } from '../../../evals/corpus/index.ts';
import { vectorCases } from '../../support/vectors.ts';
import { createTree, refusalOf } from './tree.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('assurance.evaluate.corpus-layout: corpus digest', () => {
  test.each(vectorCases<{ files: Record<string, string>; digest: string }>('evaluate', 'corpus-digest'))(
    '$digest',
    async ({ files, digest }) => {
      const corpus = await (await createTree(files)).open();
      expect((await digestCorpus(corpus)).digest).toBe(digest);
    },
  );

  test('covers every served format and nothing else', async () => {
    const tree = await createTree({
      'contextful.toml': 'a=1',
      'rows/b.csv': 'x\n',
      'rows/a/z.jsonl': '{}\n',
      'rows/notes.txt': 'x',
      'x.md': 'x',
    });
    const lines = [
      ['contextful.toml', 'a=1'],
      ['rows/a/z.jsonl', '{}\n'],
      ['rows/b.csv', 'x\n'],
    ] as const;
    const text = lines.map(([path, content]) => `${path}\t${sha256(content)}\n`).join('');
    expect((await digestCorpus(await tree.open())).digest).toBe(`sha256:${sha256(text)}`);
  });

  test('a file in a remembered state is not read again', async () => {
    const tree = await createTree({ 'contextful.toml': '', 'rows/a.jsonl': '{}\n' });
    const corpus = await tree.open();
    const first = await digestCorpus(corpus);
    const known = new Map(first.files.map(({ stamp, sha256: hex }) => [stamp.ino, hex]));
    await tree.write('rows/a.jsonl', '{"a":1}\n');
    expect(await digestCorpus(corpus, stamp => known.get(stamp.ino))).toEqual(first);
    expect((await refusalOf(digestCorpus(corpus))).code).toBe('EvalInputChanged');
    expect((await digestCorpus(await tree.open())).digest).not.toBe(first.digest);
  });
});
