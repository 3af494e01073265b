import { describe, expect, test } from 'vitest';
import { landRows } from '../../../evals/corpus/index.ts';
import { createStubEmbedder } from '../../../evals/retrieve/stub-embedder.ts';
import { landed, oneTable, refusalOf } from './tree.ts';

const inspected = (line: string, declaration = '') => oneTable(declaration, `{"id":"1"}\n${line}\n`);
const FILE = 'evals/corpora/c/rows/kb/t.jsonl';

describe('assurance.evaluate.corpus-layout: rows that are refused', () => {
  test.each([
    ['{"id":"2","price":NaN}', 'non-finite', 'price'],
    ['{"id":"2","price":-Infinity}', 'non-finite', 'price'],
    ['{"id":"2","price":1e999}', 'non-finite', 'price'],
    ['{"id":"2","id":"3"}', 'duplicate-member', 'id'],
    ['{"id":"2","\\u0069d":"3"}', 'duplicate-member', 'id'],
    ['{"id":"2","o":{"a":1,"a":2}}', 'duplicate-member', 'o.a'],
    ['{"id":"\\ud800"}', 'surrogate', 'id'],
    ['{"id":"a\\u0000"}', 'encoding', 'id'],
    [`{"id":"2","o":${'['.repeat(64)}${']'.repeat(64)}}`, 'depth', `o${'[0]'.repeat(63)}`],
    ['{"id":"2"', 'json', 'id'],
    ['["id"]', 'type', null],
    ['{"id":"2","_x":1}', 'reserved', '_x'],
    ['{"id":"2","__proto__":{"a":1}}', 'reserved', '__proto__'],
    ['{"id":"2","_run_id":"x"}', 'reserved', '_run_id'],
    ['{"id":"2","_lang":7}', 'type', '_lang'],
    ['{"id":"2","n":9007199254740992}', 'big-integer', 'n'],
    ['{"id":"2","n":-9007199254740993}', 'big-integer', 'n'],
    ['{"id":"2","o":{"deep":[9007199254740993]}}', 'big-integer', 'o'],
    ['{"id":"2","embedding":"x"}', 'type', 'embedding'],
    ['{"id":"2","embedding":[]}', 'dimension', 'embedding'],
    ['{"id":"2","embedding":[1,"2"]}', 'type', 'embedding'],
    ['{"id":"2","embedding":[1e300]}', 'non-finite', 'embedding'],
    ['{"id":"2","embedding":[1,2]}', 'dimension', 'embedding'],
  ])('%s', async (line, reason, column) => {
    const refusal = await refusalOf(inspected(line));
    expect([refusal.code, refusal.exit]).toEqual(['EvalRowInvalid', 2]);
    expect(refusal.facts).toMatchObject({ file: FILE, line: 2, column, reason });
    expect(refusal.place).toMatchObject({ file: FILE, line: 2 });
  });

  test.each([
    ['string', '1', 'type'],
    ['integer', '1.5', 'type'],
    ['integer', '"1"', 'type'],
    ['integer', '9007199254740992', 'big-integer'],
    ['number', '"1"', 'type'],
    ['boolean', '1', 'type'],
    ['timestamp', '"2030-01-01"', 'instant'],
    ['timestamp', '"2030-01-01T00:00:00"', 'instant'],
    ['timestamp', '1', 'instant'],
    ['date', '"2030-02-30"', 'instant'],
    ['date', '"2030-01-01T00:00:00Z"', 'instant'],
    ['json', '[9007199254740992]', 'big-integer'],
    ['vector(2)', '[1]', 'dimension'],
    ['vector(2)', '"1,2"', 'type'],
  ])('a declared %s does not hold %s', async (type, cell, reason) => {
    const refusal = await refusalOf(inspected(`{"x":${cell}}`, `columns = { x = "${type}" }`));
    expect(refusal.facts).toMatchObject({ column: 'x', line: 2, reason });
  });

  test.each([
    ['string', '"x"'],
    ['integer', '9007199254740991'],
    ['number', '9007199254740992'],
    ['number', '1e300'],
    ['boolean', 'false'],
    ['timestamp', '"2030-01-01T00:00:00+02:00"'],
    ['date', '"2030-01-01"'],
    ['json', '"text"'],
    ['json', '{"__proto__":1}'],
    ['vector(2)', '[1,2.5]'],
    ...['string', 'integer', 'number', 'boolean', 'timestamp', 'date', 'json', 'vector(2)'].map(type => [
      type,
      'null',
    ]),
  ])('a declared %s holds %s', async (type, cell) => {
    const { rows } = await inspected(`{"x":${cell}}`, `columns = { x = "${type}" }`);
    expect(rows).toBe(2);
  });

  test.each([
    ['valid_time = { from = "x" }', '{"x":"2030-01-01"}', 'instant'],
    ['valid_time = { from = "id", to = "x" }', '{"x":"soon"}', 'instant'],
    ['delete_column = "x"', '{"x":"true"}', 'type'],
    ['order_by = "x"', '{"x":[1]}', 'type'],
  ])('what the declaration uses a column for: %s', async (declaration, line, reason) => {
    const refusal = await refusalOf(oneTable(declaration, `{"y":"1"}\n${line}\n`));
    expect(refusal.facts).toMatchObject({ column: 'x', line: 2, reason });
  });

  test('bytes that are no UTF-8 are placed by line and byte', async () => {
    const refusal = await refusalOf(
      oneTable('', Buffer.concat([Buffer.from('{"id":"1"}\n{"id":"'), Buffer.of(0xff), Buffer.from('"}\n')])),
    );
    expect(refusal.facts).toMatchObject({ reason: 'encoding', line: 2, byte: 7 });
  });

  test.each([
    [Buffer.from('\ufeff{"id":"1"}\n', 'utf16le'), 1, 0],
    [Buffer.from('{"id":"1"}\n\ufeff{"id":"2"}\n'), 2, 0],
  ])('UTF-16, and a byte-order mark after the start', async (bytes, line, byte) => {
    expect((await refusalOf(oneTable('', bytes))).facts).toMatchObject({ reason: 'encoding', line, byte });
  });

  test('a line of 17 MiB', async () => {
    const refusal = await refusalOf(inspected(`{"id":"${'x'.repeat(17 << 20)}"}`));
    expect(refusal.facts).toMatchObject({ reason: 'size', line: 2 });
  });

  test('a table of more columns than any store holds', async () => {
    const row = `{${Array.from({ length: 4097 }, (_, i) => `"c${i}":1`).join(',')}}`;
    expect((await refusalOf(inspected(row))).facts).toMatchObject({ reason: 'size', line: 2 });
  });

  test('no refusal repeats what a row says', async () => {
    const secret = 'hunter2';
    for (const line of [`{"id":"${secret}","n":NaN}`, `{"x":"${secret}"}`, `{"id":["${secret}"]}`]) {
      const refusal = await refusalOf(inspected(line, 'columns = { x = "timestamp" }'));
      expect(
        JSON.stringify([refusal.message, refusal.found, refusal.want, refusal.hint, refusal.facts]),
      ).not.toContain(secret);
    }
  });
});

describe('assurance.evaluate.corpus-layout: column types', () => {
  test('the whole file tells a type: integer and number meet, null fits all', async () => {
    const lines = [
      '{"n":1,"t":"a","j":[1]}',
      '{"n":null,"t":null,"j":{"a":1},"z":null}',
      '{"n":1.5,"b":true,"Z":1}',
    ];
    const { schema } = await oneTable('', `${lines.join('\n')}\n`);
    expect(schema.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'Z integer',
      'b boolean',
      'j json',
      'n number',
      't string',
      'z json',
    ]);
  });

  test('a mix names table, column, both types and the first line of each', async () => {
    const lines = ['{"x":null}', '{"x":1}', '{"x":1.5}', '{"x":2}', '{"x":"2"}'];
    const refusal = await refusalOf(oneTable('', `${lines.join('\n')}\n`));
    expect([refusal.code, refusal.message]).toEqual([
      'StoreSchemaIncompatible',
      'column `x` of table `kb/t` holds types that do not meet',
    ]);
    expect(refusal.facts).toEqual({
      table: 'kb/t',
      column: 'x',
      file: FILE,
      types: [
        { type: 'number', line: 3 },
        { type: 'string', line: 5 },
      ],
    });
  });

  test('columns with a quote, or called constructor, are plain data', async () => {
    const { schema } = await oneTable('', '{"a\\"b":"x","constructor":1,"toString":true}\n');
    expect(schema.columns.map(column => column.name)).toEqual(['a"b', 'constructor', 'toString']);
  });

  test('schema: snippet, date column, analyzer; shut and partition columns stay out', async () => {
    const { schema } = await oneTable(
      `columns = { published_at = "timestamp", embedding = "vector(2)" }
      partition_by = "summary"
      indexes = [{ kind = "fulltext", column = "body", analyzer = "english" }]
      policy.columns.name.mask = true`,
      '{"body":"b","title":"t","summary":"s","name":"n","_lang":"en","embedding":[1,2]}\n',
    );
    expect(schema.snippetColumns).toEqual(['title', 'body']);
    expect([schema.analyzer, schema.dateColumn]).toEqual(['english', 'published_at']);
    expect(schema.columns.map(column => column.name)).toEqual([
      'body',
      'name',
      'published_at',
      'summary',
      'title',
    ]);
  });
});

describe('assurance.evaluate.stub-embedder: vectors of rows', () => {
  test('a row that has the key keeps it, null included; another gets the vector of its text', async () => {
    const own = Array.from({ length: 128 }, (_, i) => i);
    const lines = [
      `{"id":"1","embedding":${JSON.stringify(own)}}`,
      '{"id":"2","embedding":null}',
      '{"id":"3","body":"Modern art","x":"museums"}',
    ];
    const table = await oneTable('primary_key = ["id"]', `${lines.join('\n')}\n`);
    const embed = createStubEmbedder();
    const rows = await landed(table, embed);
    expect(rows.map(row => row.embedding)).toEqual([
      Float32Array.from(own),
      null,
      embed('Modern art museums'),
    ]);
    expect(rows.map(row => row.cells)).toEqual([
      { id: '1' },
      { id: '2' },
      { id: '3', body: 'Modern art', x: 'museums' },
    ]);
  });

  test('the first vector sets the dimension, and a row without one would get another', async () => {
    await oneTable('', '{"embedding":[1,2]}\n{"embedding":null}\n{"embedding":[3,4]}\n');
    const refusal = await refusalOf(oneTable('', '{"embedding":[1,2]}\n{"a":"x"}\n'));
    expect(refusal.facts).toMatchObject({ reason: 'dimension', line: 2, column: 'embedding' });
    expect(refusal.want).toBe('2 dimensions, as in line 1, or null');
  });

  test('each text is told, also of rows that bring their own vector', async () => {
    const texts: string[] = [];
    const table = await oneTable('', '{"body":"a","embedding":null}\n{"body":"b","embedding":null}\n');
    for await (const _row of landRows(table, {
      embed: () => new Float32Array(1),
      onText: text => texts.push(text),
    }));
    expect(texts).toEqual(['a', 'b']);
  });

  test('the text of a shut column is in no vector and no snippet', async () => {
    const table = await oneTable('policy.columns.ssn.mask = true', '{"body":"a","ssn":"secret"}\n');
    const texts: string[] = [];
    const [row] = await landed(table, text => {
      texts.push(text);
      return new Float32Array(128);
    });
    expect([texts, row?.snippet]).toEqual([['a'], 'a']);
  });
});

describe('evaluate.md 6.2 rows ready to land', () => {
  test('keys, chains, order, clocks, tombstones and marks', async () => {
    const table = await oneTable(
      `primary_key = ["id"]
      columns = { rev = "timestamp" }
      order_by = "rev"
      available_time = "known"
      valid_time = { from = "from", to = "to" }
      delete_column = "gone"`,
      `{"id":"1","rev":"2030-01-01T02:00:00+02:00","known":"2030-01-10","from":"2030-01-01T00:00:00Z","to":null,"gone":true,"_lang":"en","_provenance":{"by":["x"]}}
{"id":"1","rev":"2030-01-01T00:00:00Z","known":"soon","from":"2030-01-01T01:00:00+01:00","gone":false}
`,
    );
    const day = 86_400_000_000_000n;
    const start = BigInt(Date.UTC(2030, 0, 1)) * 1_000_000n;
    const [first, second] = await landed(table);
    expect(first).toMatchObject({
      seq: 0,
      key: '1',
      order: '2030-01-01T00:00:00.000000000Z',
      availableNs: start + 10n * day - 1n,
      validFromNs: start,
      validToNs: null,
      deleted: true,
      marks: { _lang: 'en', _provenance: { by: ['x'] } },
    });
    expect(Object.keys(first?.cells ?? {})).toEqual(['id', 'rev', 'known', 'from', 'to', 'gone']);
    expect(second).toMatchObject({
      seq: 1,
      order: first?.order,
      chain: first?.chain,
      availableNs: null,
      deleted: false,
      marks: {},
    });
    expect([table.unavailable, table.warnings.map(warning => warning.code)]).toEqual([
      1,
      ['AvailableTimeUnreadable'],
    ]);
  });

  test('an unreadable available_time hides its row also where the column is declared a timestamp', async () => {
    const declaration = 'available_time = "known"\ncolumns = { known = "timestamp" }';
    const table = await oneTable(declaration, '{"known":"soon"}\n{"known":null}\n{"known":"2030-01-10"}\n');
    expect((await landed(table)).map(row => row.availableNs === null)).toEqual([true, true, false]);
    expect((await refusalOf(oneTable(declaration, '{"known":1}\n'))).facts).toMatchObject({ reason: 'type' });
  });

  test('a keyless row is a chain of its own; publication comes from its column', async () => {
    const table = await oneTable(
      '',
      '{"published_at":"2030-05-01"}\n{"published_at":"June"}\n{"other":"x"}\n',
    );
    expect((await landed(table)).map(({ chain, key, dateBasis }) => [chain, key, dateBasis])).toEqual([
      [undefined, '', 'published_at'],
      [undefined, '', 'uncastable'],
      // Undeclared, and not brought by this row: whether another row has it must not matter here.
      [undefined, '', '_ingested_at'],
    ]);
  });

  test('a declared date column that a row lacks leaves it undated', async () => {
    const table = await oneTable('columns = { published_at = "timestamp" }', '{"other":"x"}\n');
    expect((await landed(table)).map(({ dateBasis }) => dateBasis)).toEqual(['null']);
  });

  test("a row's snippet reads declared columns and its own text, never what another row brings", async () => {
    const alone = await oneTable('', '{"title":"red","body":"boat","notes":"sails"}\n');
    const [snippet] = (await landed(alone)).map(row => row.snippet);
    expect(snippet).toBe('red — boat — sails');
    const beside = await oneTable(
      '',
      '{"title":"red","body":"boat","notes":"sails"}\n{"headline":"x","abstract":"y"}\n',
    );
    expect((await landed(beside)).map(row => row.snippet)).toEqual([snippet, 'x — y']);
  });

  test('a table that declares no text has no snippet; one that declares nothing has an empty one', async () => {
    const declared = await oneTable('columns = { n = "integer" }', '{"n":1}\n');
    expect((await landed(declared)).map(row => row.snippet)).toEqual([null]);
    const open = await oneTable('', '{"n":1}\n');
    expect((await landed(open)).map(row => row.snippet)).toEqual(['']);
  });

  test('blank lines, CRLF, a byte-order mark and a last line without end are read', async () => {
    const table = await oneTable('', '\ufeff{"a":-0}\r\n\r\n  \n{"a":2}');
    expect((await landed(table)).map(row => row.cells)).toEqual([{ a: 0 }, { a: 2 }]);
  });
});
