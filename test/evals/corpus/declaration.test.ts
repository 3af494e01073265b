import { describe, expect, test } from 'vitest';
import { parseDeclarations } from '../../../evals/corpus/declaration.ts';
import { createTree, onlyTable, refusalOf, table } from './tree.ts';

const read = (text: string) => parseDeclarations(text, 'c/contextful.toml');
const refused = (text: string) => refusalOf(() => read(text));

const WHOLE = `
version = 1
[other]
anything = "goes"

[[pipeline.tables]]
name = "kb/articles"
primary_key = ["shelf", "item"]
order_by = "rev"
write_mode = "replace"
columns = { shelf = "string", item = "integer", rev = "integer", seen = "timestamp", v = "vector(3)", ssn = "string" }
available_time = "seen"
valid_time = { from = "seen", to = "until" }
delete_column = "gone"
tenant_column = "tenant"
content_hash_column = "hash"
partition_by = "shelf"
cluster_by = ["shelf", "item"]
role = "edges"
edge = { source = "a", relation = "b", target = "c" }
redaction = [{ column = "x", match = "whole", operation = "drop" }]
class = "phi"
subject_id = "who"
indexes = [{ kind = "fulltext", column = "body", analyzer = "cjk" }, { kind = "vector", columns = ["embedding"], id_column = "item", model = "m", dim = 384 }]

[pipeline.tables.policy.zone]
allow = ["on-prem:hq", "public-cloud:*"]

[pipeline.tables.policy.rows]
predicate = "shelf = subject.agent"
exception = [{ when = "subject.role = 'auditor'", predicate = "item > 0" }]

[pipeline.tables.policy.columns.ssn]
mask = true
class = "phi"
zone = { allow = ["local:device"] }

[[pipeline.tables]]
name = "plain"
`;

describe('assurance.evaluate.corpus-layout: declaration', () => {
  test('every key of an entry is carried', () => {
    const [first, second] = read(WHOLE).map(({ declaration }) => declaration);
    expect(first).toMatchObject({
      name: 'kb/articles',
      primaryKey: ['shelf', 'item'],
      orderBy: 'rev',
      writeMode: 'replace',
      availableTime: 'seen',
      validTime: { from: 'seen', to: 'until' },
      deleteColumn: 'gone',
      tenantColumn: 'tenant',
      contentHashColumn: 'hash',
      partitionBy: ['shelf'],
      clusterBy: ['shelf', 'item'],
      role: 'edges',
      edge: { source: 'a', relation: 'b', target: 'c' },
      class: 'phi',
      subjectId: 'who',
      indexes: [
        { kind: 'fulltext', columns: ['body'], idColumn: null, analyzer: 'cjk', model: null, dim: null },
        {
          kind: 'vector',
          columns: ['embedding'],
          idColumn: 'item',
          analyzer: 'standard',
          model: 'm',
          dim: 384,
        },
      ],
    });
    expect(first?.columns).toMatchObject({ seen: 'timestamp', v: 'vector(3)' });
    expect(first?.policy.zoneAllow).toEqual(['on-prem:hq', 'public-cloud:*']);
    expect(first?.policy.rows?.predicate.columns).toEqual(['shelf']);
    expect(first?.policy.rows?.exceptions).toHaveLength(1);
    expect(first?.policy.columns['ssn']).toEqual({ zoneAllow: ['local:device'], mask: true, class: 'phi' });
    expect(second).toMatchObject({
      name: 'plain',
      primaryKey: [],
      orderBy: null,
      writeMode: 'append',
      role: null,
    });
    expect(second?.policy).toMatchObject({ zoneAllow: null, rows: null });
  });

  test('a document without tables declares none', () => {
    expect(read('version = 1\n[pipeline]\nname = "x"\n')).toEqual([]);
  });

  test.each([
    ['polcy = { }', 'polcy', 3, 'did you mean `policy`?'],
    ['\n[pipeline.tables.polcy.zone]\nallow = ["*"]', 'polcy', 4, 'did you mean `policy`?'],
    ['[pipeline.tables.policy]\nzones = { allow = [] }', 'policy.zones', 4, 'did you mean `zone`?'],
    ['[pipeline.tables.policy.zone]\nalow = []', 'policy.zone.alow', 4, 'did you mean `allow`?'],
    [
      '[pipeline.tables.policy.rows]\npredicate = "a = 1"\nexeption = []',
      'policy.rows.exeption',
      5,
      'did you mean `exception`?',
    ],
    ['[pipeline.tables.policy.columns.a]\nmaks = true', 'policy.columns.a.maks', 4, 'did you mean `mask`?'],
    [
      '[pipeline.tables.policy.columns.a.zone]\nallows = []',
      'policy.columns.a.zone.allows',
      4,
      'did you mean `allow`?',
    ],
    ['valid_time = { from = "a", until = "b" }', 'valid_time.until', 3, 'remove `until`'],
    [
      'edge = { source = "a", relation = "b", traget = "c", target = "d" }',
      'edge.traget',
      3,
      'did you mean `target`?',
    ],
    [
      'indexes = [\n  { kind = "fulltext", colum = "b", column = "c" },\n]',
      'indexes.0.colum',
      4,
      'did you mean `column`?',
    ],
    ['__proto__ = 1', '__proto__', 3, 'remove `__proto__`'],
    ['zebra = 1', 'zebra', 3, 'remove `zebra`'],
  ])('an unknown key refuses: %s', async (lines, key, line, hint) => {
    const refusal = await refused(`[[pipeline.tables]]\nname = "t"\n${lines}\n`);
    expect(refusal.code).toBe('EvalDeclarationInvalid');
    expect(refusal.facts).toEqual({ file: 'c/contextful.toml', line, key });
    expect(refusal.hint).toBe(hint);
  });

  test('a misspelt key of the second table is found in its own lines', async () => {
    const refusal = await refused(`${table('', 'a')}\n${table('polcy = {}', 'b')}`);
    expect(refusal.place).toEqual({ file: 'c/contextful.toml', line: 7, path: 'polcy' });
  });

  test.each([
    ['primary_key = "id"', 'primary_key', 'an array of texts'],
    ['write_mode = "upsert"', 'write_mode', 'append or replace'],
    ['role = "edge"', 'role', 'entities, facts, claims, edges, evidence or cards'],
    [
      'columns = { a = "text" }',
      'columns.a',
      'string, integer, number, boolean, timestamp, date, json or vector(N)',
    ],
    [
      'columns = { a = "vector(0)" }',
      'columns.a',
      'string, integer, number, boolean, timestamp, date, json or vector(N)',
    ],
    [
      'columns = { a = "vector(8193)" }',
      'columns.a',
      'string, integer, number, boolean, timestamp, date, json or vector(N)',
    ],
    [
      'columns = { _a = "string" }',
      'columns._a',
      'a name that does not begin with _: such columns are the harness’s own',
    ],
    [
      'columns = { __proto__ = "string" }',
      'columns.__proto__',
      'a name that does not begin with _: such columns are the harness’s own',
    ],
    ['columns = { embedding = "string" }', 'columns.embedding', 'vector(N)'],
    ['primary_key = ["a", "a"]', 'primary_key', 'each column once'],
    ['valid_time = "a"', 'valid_time', 'a table with from'],
    ['partition_by = 1', 'partition_by', 'a text or an array of texts'],
    ['order_by = 1979-05-27', 'order_by', 'a text'],
    ['order_by = ""', 'order_by', 'a text that is not empty'],
    ['policy = true', 'policy', 'a table with zone, rows or columns'],
    ['policy = { columns = { a = { mask = 1 } } }', 'policy.columns.a.mask', 'true or false'],
    ['policy = { rows = { } }', 'policy.rows.predicate', 'a text'],
    ['indexes = [{ kind = "bm25", column = "a" }]', 'indexes.0.kind', 'fulltext or vector'],
    ['indexes = [{ kind = "fulltext" }]', 'indexes.0', 'either column or columns'],
    ['indexes = [{ kind = "vector", column = "a", dim = 0 }]', 'indexes.0.dim', 'at least 1'],
  ])('a value of the wrong kind refuses: %s', async (line, key, want) => {
    const refusal = await refused(table(line));
    expect(refusal.code).toBe('EvalDeclarationInvalid');
    expect([refusal.facts['key'], refusal.facts['line'], refusal.want]).toEqual([key, 3, want]);
  });

  test('a table without name, a table declared twice, tables that are no array', async () => {
    expect((await refused('[[pipeline.tables]]\nrole = "facts"\n')).found).toBe('nothing');
    expect((await refused(table() + table())).facts).toEqual({
      file: 'c/contextful.toml',
      line: 5,
      key: 'name',
    });
    expect((await refused('[pipeline.tables]\nname = "t"\n')).facts['key']).toBe('pipeline.tables');
  });

  test('two analyzers in one table', async () => {
    const refusal = await refused(
      table(
        'indexes = [{ kind = "fulltext", column = "a" }, { kind = "fulltext", column = "b", analyzer = "cjk" }]',
      ),
    );
    expect(refusal.facts['key']).toBe('indexes.1.analyzer');
  });

  test('a syntax error is told with line and column', async () => {
    const refusal = await refused('version = 1\nname = \n');
    expect(refusal.code).toBe('EvalDeclarationInvalid');
    expect(refusal.place).toMatchObject({ file: 'c/contextful.toml', line: 2, column: 8 });
  });

  test('bytes that are no UTF-8, and a corpus without contextful.toml', async () => {
    const tree = await createTree({ 'contextful.toml': Uint8Array.of(0xff, 0xfe) });
    expect((await refusalOf(tree.open())).message).toContain('no clean UTF-8');
    expect((await refusalOf((await createTree()).open())).message).toContain('has no contextful.toml');
  });
});

describe('assurance.evaluate.policy-labels: policies are read with the declaration', () => {
  test.each([
    ['policy.zone.allow = ["moon:*"]', 'EnforceZonePatternUnparsed', 'moon:*'],
    ['policy.columns.a.zone.allow = ["moon:*"]', 'EnforceZonePatternUnparsed', 'moon:*'],
    ['policy.rows.predicate = "owner == subject.agent"', 'EnforcePredicateOutsideGrammar', '='],
    [
      'policy.rows = { predicate = "a = 1", exception = [{ when = "a = 1", predicate = "a = 1" }] }',
      'EnforcePredicateOutsideGrammar',
      'a',
    ],
    ['columns = { a = "string" }\npolicy.rows.predicate = "b = 1"', 'EnforcePredicateOutsideGrammar', 'b'],
  ])('%s', async (lines, code, found) => {
    const refusal = await refused(table(lines));
    expect(refusal.code).toBe(code);
    expect(refusal.place?.line).toBe(lines.includes('\n') ? 4 : 3);
    expect(refusal.found).toContain(found);
    expect(refusal.facts['table']).toBe('kb/t');
  });

  const withRows = async (lines: string) => {
    const tree = await createTree({
      'contextful.toml': table(lines),
      'rows/kb/t.jsonl': '{"owner":"a","body":"b"}\n',
    });
    return onlyTable(await tree.open());
  };

  test('without declared columns a predicate is held to the columns of the file', async () => {
    await withRows('policy.rows.predicate = "owner = subject.agent"');
    const refusal = await refusalOf(withRows('policy.rows.predicate = "ownr = subject.agent"'));
    expect(refusal.code).toBe('EnforcePredicateOutsideGrammar');
    expect(refusal.place).toMatchObject({ file: 'evals/corpora/c/contextful.toml', line: 3 });
    const exception = `policy.rows = { predicate = "owner = 'a'", exception = [{ when = "TRUE = TRUE", predicate = "ownr = 'a'" }] }`;
    expect((await refusalOf(withRows(exception))).code).toBe('EnforcePredicateOutsideGrammar');
  });

  test('a misspelt mask does not open its column', async () => {
    const refusal = await refusalOf(withRows('policy.columns.bod.mask = true'));
    expect(refusal.facts).toEqual({
      file: 'evals/corpora/c/contextful.toml',
      line: 3,
      key: 'policy.columns.bod',
    });
    expect(refusal.hint).toBe('did you mean `body`?');
    await withRows('columns = { ssn = "string" }\npolicy.columns.ssn.mask = true');
  });

  test('a column that the declaration uses and no row has is a warning', async () => {
    const { warnings } = await withRows(
      'available_time = "known_at"\nedge = { source = "owner", relation = "rel", target = "body" }',
    );
    expect(warnings.map(({ code, message, place }) => [code, message, place.line])).toEqual([
      ['ColumnUnknown', 'available_time of table `kb/t` names `known_at`, which no row has', 3],
      ['ColumnUnknown', 'edge of table `kb/t` names `rel`, which no row has', 4],
      [
        'AvailableTimeUnreadable',
        '1 of 1 rows of `kb/t` have no readable `known_at`: no bounded read sees them',
        undefined,
      ],
    ]);
  });

  test.each([['mask = true'], ['class = "pii"'], ['zone = { allow = ["*"] }']])(
    'a key column with a policy of its own (%s) is refused: each reference to a row would show it',
    async policy => {
      const shut = `primary_key = ["id", "ssn"]\n[pipeline.tables.policy.columns.ssn]\n${policy}`;
      const refusal = await refused(table(shut));
      expect(refusal.code).toBe('EvalDeclarationInvalid');
      expect(refusal.place).toEqual({ file: 'c/contextful.toml', line: 4, path: 'policy.columns.ssn' });
      expect(read(table(shut.replace('"id", "ssn"', '"id"')))).toHaveLength(1);
    },
  );
});
