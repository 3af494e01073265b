import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { digestCorpus, loadDigestMemory, recallFrom, saveDigestMemory } from '../../../evals/corpus/index.ts';
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

describe('assurance.evaluate.corpus-layout: digests kept between runs', () => {
  const LATER = BigInt(Date.UTC(2100, 0, 1)) * 1_000_000n;

  const world = async () => {
    const tree = await createTree({ 'contextful.toml': '', 'rows/a.jsonl': '{}\n' });
    return { tree, path: tree.path('.contextful/cache/digests.json') };
  };

  test('what was saved is recalled, and only for the same state', async () => {
    const { tree, path } = await world();
    const first = await digestCorpus(await tree.open());
    await saveDigestMemory(path, await loadDigestMemory(path), first.files, LATER);
    const memory = await loadDigestMemory(path);
    const recall = recallFrom(memory);
    expect(first.files.map(({ stamp }) => recall(stamp))).toEqual(first.files.map(file => file.sha256));
    expect(first.files.map(({ stamp }) => recall({ ...stamp, mtimeNs: stamp.mtimeNs + 1n }))).toEqual([
      undefined,
      undefined,
    ]);
    await tree.write('rows/a.jsonl', '{"a":1}\n');
    const second = await digestCorpus(await tree.open(), recall);
    expect(second).toEqual(await digestCorpus(await tree.open()));
  });

  test('a file modified just before the run is not remembered', async () => {
    const { tree, path } = await world();
    const { files } = await digestCorpus(await tree.open());
    await saveDigestMemory(path, new Map(), files, files[0]?.stamp.mtimeNs ?? 0n);
    expect((await loadDigestMemory(path)).size).toBe(0);
  });

  test('a damaged memory is an empty one', async () => {
    const { tree, path } = await world();
    expect((await loadDigestMemory(path)).size).toBe(0);
    await mkdir(tree.path('.contextful/cache'), { recursive: true });
    for (const text of ['{', '[]', '{"schema":"contextful.eval.digests/1","files":[["a","xyz"]]}']) {
      await writeFile(path, text);
      expect((await loadDigestMemory(path)).size).toBe(0);
    }
  });
});
