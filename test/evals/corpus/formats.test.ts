import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { gunzipped } from '../../../evals/corpus/gunzipped.ts';
import { createStubEmbedder } from '../../../evals/retrieve/stub-embedder.ts';
import { createTree, landed, oneTable, onlyTable, refusalOf, table } from './tree.ts';

const DECLARATION = `primary_key = ["shelf", "item"]
order_by = "rev"
available_time = "known"
delete_column = "gone"
columns = { item = "integer", price = "number", rev = "integer", gone = "boolean", tags = "json", v = "vector(2)", published_at = "timestamp" }`;

const JSONL = `{"shelf":"a","item":1,"title":"Rail, \\"talks\\"","body":"Strike\\noff 東京","price":1.5,"rev":1,"gone":false,"known":"2030-01-10","tags":{"b":[1,null],"a":"x"},"v":[1,2.5],"published_at":"2030-05-01T00:00:00Z","_lang":"en","embedding":[0.5,-1]}
{"shelf":"b","item":2,"title":"","body":null,"price":null,"rev":null,"gone":true,"known":null,"tags":null,"v":null,"published_at":null,"_lang":null,"embedding":null}
{"shelf":"c","item":3,"title":"null","body":"x","price":1e3,"rev":3,"gone":null,"known":"soon","tags":["y"],"v":[0,0],"published_at":"2030-05-01T00:00:00.5Z","_lang":"fr","embedding":[2,3]}
`;

const CSV = `shelf,item,title,body,price,rev,gone,known,tags,v,published_at,_lang,embedding\r
a,1,"Rail, ""talks""","Strike
off 東京",1.5,1,false,2030-01-10,"{""b"":[1,null],""a"":""x""}","[1,2.5]",2030-05-01T00:00:00Z,en,"[0.5,-1]"\r
b,2,"",,,,true,,,,,,\r
c,3,null,x,1e3,3,,soon,"[""y""]","[0,0]",2030-05-01T00:00:00.5Z,fr,"[2,3]"\r
`;

/** The same rows as typed Parquet columns: lists, a real timestamp, JSON as text. */
async function parquet(path: string, select: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

const PARQUET = `SELECT * FROM (VALUES
  ('a', 1::BIGINT, 'Rail, "talks"', E'Strike\\noff 東京', 1.5::DOUBLE, 1, false, '2030-01-10', '{"b":[1,null],"a":"x"}', [1, 2.5]::DOUBLE[], TIMESTAMP '2030-05-01 00:00:00', 'en', [0.5, -1]::FLOAT[]),
  ('b', 2, '', NULL, NULL, NULL, true, NULL, NULL, NULL, NULL, NULL, NULL),
  ('c', 3, 'null', 'x', 1000, 3, NULL, 'soon', '["y"]', [0, 0], TIMESTAMP '2030-05-01 00:00:00.5', 'fr', [2, 3])
) AS t(shelf, item, title, body, price, rev, gone, known, tags, v, published_at, _lang, embedding)`;

describe('assurance.evaluate.corpus-layout: one corpus in four formats', () => {
  test('lands the same rows under the same columns', async () => {
    const embed = createStubEmbedder();
    const jsonl = await oneTable(DECLARATION, JSONL);
    const gz = await oneTable(DECLARATION, gzipSync(JSONL), 'rows/kb/t.jsonl.gz');
    const csv = await oneTable(DECLARATION, CSV, 'rows/kb/t.csv');
    const tree = await createTree({ 'contextful.toml': table(DECLARATION), 'rows/kb/x.txt': '' });
    await parquet(tree.path('evals/corpora/c/rows/kb/t.parquet'), PARQUET);
    const typed = await onlyTable(await tree.open());
    const rows = await landed(jsonl, embed);
    expect(rows).toHaveLength(3);
    expect(rows[0]?.embedding).toEqual(Float32Array.of(0.5, -1));
    for (const other of [gz, csv, typed]) {
      expect({ ...other.schema, declaration: null }).toEqual({ ...jsonl.schema, declaration: null });
      expect(await landed(other, embed)).toEqual(rows);
    }
  });

  test('rows without vector get the same stub in every format', async () => {
    const embed = createStubEmbedder();
    const jsonl = await oneTable('', '{"body":"Modern art museums"}\n');
    const csv = await oneTable('', 'body\nModern art museums\n', 'rows/kb/t.csv');
    expect(await landed(csv, embed)).toEqual(await landed(jsonl, embed));
  });
});

describe('assurance.evaluate.corpus-layout: CSV', () => {
  const csv = (text: string | Uint8Array, declaration = '') => oneTable(declaration, text, 'rows/kb/t.csv');

  test('RFC 4180: quotes, line ends, blank lines, a byte-order mark; an unquoted empty field is null', async () => {
    const rows = await landed(await csv('\ufeffa,b\r\n1,""\r\n\r\n,"x\r\ny, ""z"""\n'));
    expect(rows.map(row => row.cells)).toEqual([
      { a: '1', b: '' },
      { a: null, b: 'x\r\ny, "z"' },
    ]);
  });

  test('a file with nothing but a header has its columns and no row', async () => {
    expect((await csv('a,b\n')).rows).toBe(0);
    expect((await csv('')).rows).toBe(0);
  });

  const TYPES = 'columns = { n = "number", i = "integer", b = "boolean", j = "json" }';
  test.each([
    ['a\n"x\ny"\nNaN,1\n', '', 'csv', 4],
    ['a\nx"y\n', '', 'csv', 2],
    ['a\n"x"y\n', '', 'csv', 2],
    ['a\n"x\n', '', 'csv', 2],
    ['a,a\n1,2\n', '', 'duplicate-member', 1],
    ['_x\n1\n', '', 'reserved', 2],
    ['t,n\n"x\ny",1\n,NaN\n', TYPES, 'non-finite', 4],
    ['n\n1\n-Infinity\n', TYPES, 'non-finite', 3],
    ['n\n1e999\n', TYPES, 'non-finite', 2],
    ['n\n1\n01\n', TYPES, 'type', 3],
    ['n\n0x10\n', TYPES, 'type', 2],
    ['i\n1.5\n', TYPES, 'type', 2],
    ['i\n9007199254740993\n', TYPES, 'big-integer', 2],
    ['b\nTRUE\n', TYPES, 'type', 2],
    ['j\n{a}\n', TYPES, 'json', 2],
    ['j\n"{""a"":1,""a"":2}"\n', TYPES, 'json', 2],
    ['a\nx\ny\0\n', '', 'encoding', 3],
  ])('%j is refused', async (text, declaration, reason, line) => {
    const refusal = await refusalOf(csv(text, declaration));
    expect([refusal.code, refusal.facts['reason'], refusal.facts['line']]).toEqual([
      'EvalRowInvalid',
      reason,
      line,
    ]);
  });

  test.each([
    [Buffer.of(0x61, 0x0a, 0x78, 0x0a, 0xff, 0x0a), 3],
    [Buffer.from('a\nx\n', 'utf16le'), 1],
    [Buffer.of(0x61, 0x0a, 0xe6, 0x9d), 2],
  ])('bytes that are no UTF-8', async (bytes, line) => {
    expect((await refusalOf(csv(bytes))).facts).toMatchObject({ reason: 'encoding', line });
  });

  test('a character across two blocks is one character', async () => {
    const long = `a\n${'x'.repeat((4 << 20) - 3)}\u6771\u4eac\n`;
    const [row] = await landed(await csv(long));
    expect(String(row?.cells['a']).slice(-2)).toBe('\u6771\u4eac');
  });

  test('a record of 17 MiB', async () => {
    expect((await refusalOf(csv(`a\n${'x'.repeat(17 << 20)}\n`))).facts).toMatchObject({ reason: 'size' });
  });
});

describe('assurance.evaluate.corpus-layout: compressed rows', () => {
  test('a damaged or cut stream is refused', async () => {
    const whole = gzipSync('{"a":"x"}\n'.repeat(1000));
    const damaged = Buffer.from(whole);
    damaged[whole.length - 6] = (damaged[whole.length - 6] ?? 0) ^ 0xff;
    for (const bytes of [whole.subarray(0, -9), damaged, Buffer.from('no gzip')]) {
      const refusal = await refusalOf(oneTable('', bytes, 'rows/kb/t.jsonl.gz'));
      expect([refusal.code, refusal.facts['reason']]).toEqual(['EvalRowInvalid', 'gzip']);
    }
  });

  test('faults inside are placed by their unpacked line', async () => {
    const refusal = await refusalOf(oneTable('', gzipSync('{"a":1}\n{"a":NaN}\n'), 'rows/kb/t.jsonl.gz'));
    expect(refusal.facts).toMatchObject({ line: 2, reason: 'non-finite' });
  });

  test('unpacking stops at the limit', async () => {
    const tree = await createTree({
      'contextful.toml': '',
      'rows/t.jsonl.gz': gzipSync('{}\n'.repeat(2_000_000)),
    });
    const file = (await tree.open()).tables[0]?.rowFile?.file;
    if (file === undefined) throw new RangeError('no file');
    let bytes = 0;
    const refusal = await refusalOf(async () => {
      for await (const block of gunzipped(file, 3 << 20)) bytes += block.length;
    });
    expect(refusal.facts).toMatchObject({ reason: 'size' });
    expect(bytes).toBeLessThanOrEqual(3 << 20);
  });

  test('a bomb of one endless line holds no more than a line', async () => {
    const refusal = await refusalOf(
      oneTable('', gzipSync(Buffer.alloc(64 << 20, 0x20)), 'rows/kb/t.jsonl.gz'),
    );
    expect(refusal.facts).toMatchObject({ reason: 'size', line: 1 });
  });
});

describe('assurance.evaluate.corpus-layout: Parquet', () => {
  const typed = async (select: string, declaration = '') => {
    const tree = await createTree({ 'contextful.toml': table(declaration), 'rows/kb/x.txt': '' });
    await parquet(tree.path('evals/corpora/c/rows/kb/t.parquet'), select);
    return onlyTable(await tree.open());
  };

  test.each([
    ["SELECT 'NaN'::DOUBLE AS x FROM range(2)", 'non-finite', 1],
    ["SELECT ['Infinity'::DOUBLE] AS x", 'non-finite', 1],
    ['SELECT 9007199254740990 + range AS x FROM range(5)', 'big-integer', 3],
    ["SELECT 'a'::BLOB AS x", 'parquet', 1],
    ['SELECT 1 AS _x', 'reserved', 1],
    ["SELECT TIMESTAMP '9999-01-01' AS x", 'parquet', 1],
  ])('%s is refused', async (select, reason, line) => {
    expect((await refusalOf(typed(select))).facts).toMatchObject({ reason, line });
  });

  test('dates, nanoseconds, zones, structs, decimals; more rows than one block', async () => {
    const inspected =
      await typed(`SELECT range AS n, DATE '2030-01-02' AS d, TIMESTAMP_NS '2030-01-01 00:00:00.123456789' AS ns,
      TIMESTAMPTZ '2030-01-01 01:00:00+01' AS tz, {a: 1, b: [{c: NULL::INT}]} AS s, 1.50::DECIMAL(10, 2) AS dec FROM range(5000)`);
    const rows = await landed(inspected);
    expect(rows.map(row => row.cells['n'])).toEqual(Array.from({ length: 5000 }, (_, i) => i));
    expect(rows[0]?.cells).toEqual({
      n: 0,
      d: '2030-01-02',
      ns: '2030-01-01T00:00:00.123456789Z',
      tz: '2030-01-01T00:00:00Z',
      s: { a: 1, b: [{ c: null }] },
      dec: 1.5,
    });
  });

  test('bytes that are no Parquet', async () => {
    const refusal = await refusalOf(oneTable('', 'PAR1 no', 'rows/kb/t.parquet'));
    expect([refusal.code, refusal.facts['reason']]).toEqual(['EvalRowInvalid', 'parquet']);
    expect(refusal.found).not.toContain('/dev/fd');
  });
});
