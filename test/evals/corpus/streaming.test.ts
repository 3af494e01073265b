import { appendFile, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { inspectTable, KEPT_BYTES, landRows } from '../../../evals/corpus/index.ts';
import { createTree, refusalOf, table } from './tree.ts';

const READER = fileURLToPath(new URL('./read-table.ts', import.meta.url));
/** Rows held as objects would need several times this; what is read of a file at once fits. */
const HEAP_MIB = 40;
/** `CONTEXTFUL_SLOW=1` reads 1 GB, as evaluate.md 19 has it. */
const MIB = process.env['CONTEXTFUL_SLOW'] === '1' ? 1024 : 32;

const block = (n: number) => {
  const words = 'harbour crane repair '.repeat(4);
  const rows = Array.from(
    { length: 4096 },
    (_, i) => `{"id":"${n}-${i}","title":"${words}${i}","body":"${words.repeat(2)}","rank":${i}}\n`,
  );
  return rows.join('');
};

describe('assurance.evaluate.corpus-layout: large tables stream', () => {
  test(`${MIB} MiB of rows are read twice in a heap of ${HEAP_MIB} MiB`, { timeout: 1_800_000 }, async () => {
    const tree = await createTree({
      'contextful.toml': table('primary_key = ["id"]', 't'),
      'rows/t.jsonl': '',
    });
    const file = await open(tree.path('evals/corpora/c/rows/t.jsonl'), 'w');
    let rows = 0;
    for (let bytes = 0; bytes < MIB << 20; rows += 4096)
      bytes += (await file.write(block(rows))).bytesWritten;
    await file.close();
    const { stdout } = await execa(process.execPath, [
      `--max-old-space-size=${HEAP_MIB}`,
      '--import',
      'tsx',
      READER,
      tree.project,
    ]);
    const { inspected, landed, peakMiB } = JSON.parse(stdout);
    expect([inspected, landed]).toEqual([rows, rows]);
    expect(peakMiB).toBeLessThan(200);
  });

  test.each([
    ['read twice', -1],
    ['kept', KEPT_BYTES],
  ])('a file that grows while its rows land is refused: %s', async (_, keepBytes) => {
    const tree = await createTree({
      'contextful.toml': table('', 't'),
      'rows/t.jsonl': `{"a":"${'x'.repeat(100)}"}\n`.repeat(50_000),
    });
    for (const only of (await tree.open()).tables) {
      const inspected = await inspectTable(only, { keepBytes });
      expect(inspected.kept === null).toBe(keepBytes < 0);
      const refusal = await refusalOf(async () => {
        for await (const { seq } of landRows(inspected, { embed: () => new Float32Array(128) })) {
          if (seq === 0) await appendFile(tree.path('evals/corpora/c/rows/t.jsonl'), '{"a":"y"}\n');
        }
      });
      expect([refusal.code, refusal.found]).toEqual(['EvalInputChanged', 'another size']);
    }
  });

  test('leaving early closes the file', async () => {
    const tree = await createTree({
      'contextful.toml': table('', 't'),
      'rows/t.jsonl': '{"a":1}\n{"a":2}\n',
    });
    for (const only of (await tree.open()).tables) {
      const rows = landRows(await inspectTable(only), { embed: () => new Float32Array(128) });
      await rows.next();
      await rows.return(undefined);
      expect(await rows.next()).toEqual({ done: true, value: undefined });
    }
  });
});
