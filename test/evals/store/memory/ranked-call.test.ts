import { describe, expect, test } from 'vitest';
import { type LandRow, UNBOUNDED } from '../../../../evals/store/port.ts';
import {
  AGENT,
  ask,
  instant,
  iterate,
  keysOf,
  landed,
  openMemory,
  row,
  STAMP,
  table,
} from '../memory-world.ts';

const FULLTEXT = {
  kind: 'fulltext',
  columns: ['text'],
  idColumn: null,
  analyzer: 'standard',
  model: null,
  dim: null,
} as const;
const VECTOR = { ...FULLTEXT, kind: 'vector' } as const;

describe('assurance.evaluate.legs what a call reads', () => {
  const words = [row(0, { key: 'w', text: 'harbour' })];
  const three = () =>
    landed([
      [table('kb/notes'), words],
      [table('kb/links', { role: 'edges' }), words],
      [table('log/notes'), words],
    ]);

  test.each([
    [{ surface: 'retrieval' as const }, ['kb/notes', 'log/notes']],
    [{ surface: 'edge_retrieval' as const }, ['kb/links']],
    [{ surface: 'all' as const }, ['kb/links', 'kb/notes', 'log/notes']],
    [{ prefix: 'kb/' }, ['kb/notes']],
    [{ prefix: 'kb/n' }, ['kb/notes']],
    [{ tables: ['log/notes', 'kb/links'] }, ['log/notes']],
    [{ tables: [] }, []],
  ])('%j reads %j', async (call, names) => {
    const answer = await ask((await three()).admit(AGENT), { query: 'harbour', ...call });
    expect(answer.rows.map(({ _table }) => _table)).toEqual(names);
  });

  test('a table that is not granted answers as one that does not exist', async () => {
    const store = await three();
    const reader = store.admit({ ...AGENT, tables: ['kb/*'] });
    const granted = await ask(reader, { query: 'harbour', tables: ['log/notes'] });
    expect(granted).toEqual(await ask(reader, { query: 'harbour', tables: ['no/such'] }));
    expect(granted.retrieval).toMatchObject({ candidates_prefloor: 0, floor: null });
    expect(await reader.scan('log/notes', { limit: 5, after: null })).toEqual({ rows: [], after: null });
  });

  test('nothing is visible before the fold', async () => {
    const store = await openMemory();
    await store.land(table('kb/notes'), iterate(words), STAMP);
    expect(keysOf(await ask(store.admit(AGENT), { query: 'harbour' }))).toEqual([]);
    expect(await store.fold()).toEqual({ rows: 1, versions: 1, postings: 1 });
    expect(keysOf(await ask(store.admit(AGENT), { query: 'harbour' }))).toEqual(['w']);
  });
});

describe('assurance.evaluate.through-the-store limits and floor', () => {
  const many = Array.from({ length: 1002 }, (_, seq) => row(seq, { key: `k${seq}`, text: 'harbour' }));

  test.each([
    [3, null, 3],
    [5000, null, 1000],
    [50, 7, 7],
    [1, 7, 1],
  ])(
    'limit %d under a grant of %s rows returns %d and says that more stand behind',
    async (limit, rowLimit, returned) => {
      const store = await landed([[table('kb/notes'), many]]);
      const answer = await ask(store.admit({ ...AGENT, rowLimit }), { query: 'harbour', limit });
      expect(answer.retrieval).toMatchObject({ returned, truncated: true, candidates: 1002, matched: 1002 });
    },
  );

  test('a call that returns its last row is not truncated', async () => {
    const store = await landed([[table('kb/notes'), many.slice(0, 3)]]);
    expect((await ask(store.admit(AGENT), { query: 'harbour', limit: 3 })).retrieval.truncated).toBe(false);
  });

  test('two of three tokens are asked for, unless the call or the settings say otherwise', async () => {
    const rows = ['rail strike talks', 'rail strike', 'rail'].map((text, seq) =>
      row(seq, { key: text, text }),
    );
    const schema = table('kb/notes');
    const query = 'rail strike talks';
    const asked = async (call: { minimumMatch?: number }, floor: 'on' | 'off' = 'on') => {
      const answer = await ask((await landed([[schema, rows]], { floor })).admit(AGENT), { query, ...call });
      return [answer.retrieval.floor, answer.retrieval.candidates];
    };
    expect(await asked({})).toEqual([2, 2]);
    expect(await asked({ minimumMatch: 3 })).toEqual([3, 1]);
    expect(await asked({ minimumMatch: 1 })).toEqual([1, 3]);
    expect(await asked({ minimumMatch: 3 }, 'off')).toEqual([null, 3]);
  });

  test('a table without snippet passes every floor and has no lexical score', async () => {
    const numbers = { ...table('kb/numbers'), snippetColumns: [] };
    const store = await landed([[numbers, [row(0, { key: 'n' }, { snippet: null })]]]);
    const answer = await ask(store.admit(AGENT), { query: 'harbour' });
    expect(answer.rows[0]).toMatchObject({
      _key: 'n',
      _snippet: null,
      _score: 0,
      explain: { lexicalUnits: null },
    });
    expect(answer.retrieval).toMatchObject({ candidates: 1, matched: 0, floor: null });
  });

  test('arms of two analyzers have their own statistics and share one list of ranks', async () => {
    const english = { ...table('kb/english'), analyzer: 'english' as const };
    const store = await landed([
      [english, [row(0, { key: 'e', text: 'running' })]],
      [table('kb/standard'), ['runs', 'walk', 'swim run'].map((text, seq) => row(seq, { key: text, text }))],
    ]);
    const answer = await ask(store.admit(AGENT), { query: 'runs' });
    expect(answer.rows.map(({ _key, explain }) => [_key, explain?.matched, explain?.lexicalRank])).toEqual([
      ['e', ['run'], 1],
      ['runs', ['runs'], 1],
    ]);
  });
});

describe('assurance.evaluate.legs order and window', () => {
  const dated = (published_at: string | null, seq: number) =>
    row(seq, { key: `${seq}`, text: 'harbour news', published_at });
  const rows = ['2020-01-01', '2030-05-01', null, '2030-05-02'].map(dated);
  const schema = table('kb/news', {}, { published_at: 'string' });

  test('rows inside the window come first, the others fill up and are counted', async () => {
    const store = await landed([[schema, rows]]);
    const sinceNs = instant('2030-03-01T00:00:00Z');
    const answer = await ask(store.admit(AGENT), { query: 'harbour', sinceNs, limit: 3 });
    expect(answer.rows.map(({ _key, _in_window, _date_basis }) => [_key, _in_window, _date_basis])).toEqual([
      ['1', true, 'published_at'],
      ['3', true, 'published_at'],
      ['0', false, 'published_at'],
    ]);
    expect(answer.retrieval).toEqual({
      window: true,
      candidates_prefloor: 4,
      candidates: 4,
      matched: 4,
      returned: 3,
      in_window: 2,
      deduped: 0,
      padded: 1,
      underfilled: true,
      floor: 1,
      since: '2030-03-01T00:00:00.000000000Z',
      truncated: true,
    });
  });

  test('without a score the newest row leads, undated rows by their landing', async () => {
    const store = await landed([[schema, rows]]);
    expect(keysOf(await ask(store.admit(AGENT), {}))).toEqual(['2', '3', '1', '0']);
  });

  test('a cosine of zero is a score: the order of tables and rows decides', async () => {
    const vectors = rows.map(given => ({ ...given, embedding: Float32Array.of(0, 1) }));
    const store = await landed([[schema, vectors]]);
    const answer = await ask(store.admit(AGENT), { embedding: Float32Array.of(1, 0) });
    expect(keysOf(answer)).toEqual(['0', '1', '2', '3']);
  });

  test('rows of one content hash keep the first of the final order, where a floor applies', async () => {
    const hashed = table('kb/hashed', { contentHashColumn: 'fingerprint' }, { fingerprint: 'string' });
    const copies = [
      row(0, { key: 'long', text: 'harbour news of the day', fingerprint: 'h' }),
      row(1, { key: 'short', text: 'harbour', fingerprint: 'h' }),
      row(2, { key: 'none-1', text: 'harbour', fingerprint: null }),
      row(3, { key: 'none-2', text: 'harbour' }),
    ];
    const reader = (await landed([[hashed, copies]])).admit(AGENT);
    const answer = await ask(reader, { query: 'harbour', limit: 3 });
    expect(keysOf(answer)).toEqual(['short', 'none-1', 'none-2']);
    expect(answer.retrieval).toMatchObject({ candidates: 4, deduped: 1, returned: 3, truncated: false });
    expect((await ask(reader, {})).retrieval).toMatchObject({ deduped: 0, returned: 4 });
  });

  test('a hash column that is shut to some session decides nothing', async () => {
    const shut = { fingerprint: { zoneAllow: null, mask: true, class: null } };
    const policy = { zoneAllow: null, rows: null, columns: shut };
    const hashed = table(
      'kb/hashed',
      { contentHashColumn: 'fingerprint', policy },
      { fingerprint: 'string' },
    );
    const copies = ['a', 'b'].map((key, seq) => row(seq, { key, text: 'harbour', fingerprint: 'h' }));
    const answer = await ask((await landed([[hashed, copies]])).admit(AGENT), { query: 'harbour' });
    expect(answer.rows.map(({ _row }) => _row)).toEqual([
      { key: 'a', text: 'harbour', fingerprint: null },
      { key: 'b', text: 'harbour', fingerprint: null },
    ]);
  });
});

describe('assurance.evaluate.through-the-store candidates of a window', () => {
  const filler = (seq: number) =>
    row(seq, { key: `f${seq}`, text: 'filler' }, { embedding: Float32Array.of(0, 1) });
  const deep = row(0, { key: 'deep', text: 'harbour' }, { embedding: Float32Array.of(1, 0) });
  const rows: LandRow[] = [deep, ...Array.from({ length: 200 }, (_, i) => filler(i + 1))];

  test.each([
    ['no index', [], []],
    ['a full-text index', [FULLTEXT], ['deep']],
  ])('%s: the row behind 200 newer ones by its word', async (_name, indexes, found) => {
    const store = await landed([[table('archive', { indexes }), rows]], { candidates: 'window' });
    const answer = await ask(store.admit(AGENT), { query: 'harbour' });
    expect(keysOf(answer)).toEqual(found);
    expect(answer.retrieval.candidates_prefloor).toBe(200 + found.length);
  });

  test.each([
    ['no index', [], 'f1', 200],
    ['a vector index', [VECTOR], 'deep', 201],
  ])('%s: by its vector', async (_name, indexes, first, prefloor) => {
    const store = await landed([[table('archive', { indexes }), rows]], { candidates: 'window' });
    const answer = await ask(store.admit(AGENT), { embedding: Float32Array.of(1, 0), limit: 1 });
    expect(keysOf(answer)).toEqual([first]);
    expect(answer.retrieval.candidates_prefloor).toBe(prefloor);
  });

  test('statistics over visible rows count those that the window left out', async () => {
    const units = async (statistics: 'passed' | 'visible', candidates: 'full' | 'window') => {
      const store = await landed([[table('archive', { indexes: [FULLTEXT] }), rows]], {
        statistics,
        candidates,
      });
      return (await ask(store.admit(AGENT), { query: 'harbour' })).rows[0]?.explain?.lexicalUnits;
    };
    expect(await units('visible', 'window')).toBe(await units('visible', 'full'));
    expect(await units('passed', 'window')).not.toBe(await units('visible', 'window'));
  });
});

describe('assurance.evaluate.through-the-store bounds', () => {
  const second = { ...STAMP, runId: 'eval-0002', ingestedNs: instant('2030-07-01T00:00:00Z') };
  const twoRuns = async (writeMode: 'append' | 'replace') => {
    const store = await openMemory();
    const schema = table('kb/notes', { writeMode });
    await store.land(
      schema,
      iterate([row(0, { key: 'a', text: 'first' }), row(1, { key: 'b', text: 'first' })]),
      STAMP,
    );
    await store.land(schema, iterate([row(0, { key: 'a', text: 'second' })]), second);
    await store.fold();
    return store;
  };

  test.each([
    [
      'append',
      '2030-06-30T00:00:00Z',
      [
        ['a', 'first'],
        ['b', 'first'],
      ],
    ],
    [
      'append',
      '2030-07-01T00:00:00Z',
      [
        ['b', 'first'],
        ['a', 'second'],
      ],
    ],
    [
      'replace',
      '2030-06-30T00:00:00Z',
      [
        ['a', 'first'],
        ['b', 'first'],
      ],
    ],
    ['replace', '2030-07-01T00:00:00Z', [['a', 'second']]],
  ] as const)('%s as landed by %s', async (writeMode, landedAsOf, expected) => {
    const store = await twoRuns(writeMode);
    const reader = store.admitBounded(AGENT, { ...UNBOUNDED, landedAsOf: instant(landedAsOf) });
    const page = await reader.scan('kb/notes', { limit: 9, after: null });
    expect(page.rows.map(({ key, row: cells }) => [key, cells['text']])).toEqual(expected);
  });

  test('a bounded answer echoes its bounds, an unbounded one has no such member', async () => {
    const store = await twoRuns('append');
    const bounds = { ...UNBOUNDED, availableAsOf: 0n, landedAsOf: second.ingestedNs };
    expect((await ask(store.admitBounded(AGENT, bounds), {})).bounds).toEqual({
      available_as_of: '1970-01-01T00:00:00.000000000Z',
      landed_as_of: '2030-07-01T00:00:00.000000000Z',
      inclusive: true,
    });
    expect(await ask(store.admit(AGENT), {})).not.toHaveProperty('bounds');
  });

  test('before the first run there is nothing to read as of', async () => {
    const store = await twoRuns('append');
    const early = { ...UNBOUNDED, landedAsOf: STAMP.ingestedNs - 1n };
    expect(() => store.admitBounded(AGENT, early)).toThrow(
      expect.objectContaining({ code: 'StoreAsOfUnretained' }),
    );
  });
});

describe('assurance.structure-tree.adapter the memory store knows its limit', () => {
  test('the 20,001st row refuses, and the table that brought it is not kept', async () => {
    const store = await openMemory();
    const rows = Array.from({ length: 20_000 }, (_, seq) => row(seq, { key: `${seq}` }, { snippet: null }));
    await store.land(table('kb/full'), iterate(rows), STAMP);
    await expect(store.land(table('kb/more'), iterate([row(0, { key: 'x' })]), STAMP)).rejects.toMatchObject({
      code: 'StoreEngineUnsupported',
      want: expect.stringContaining('duckdb'),
    });
    expect((await store.fold()).rows).toBe(20_000);
  });
});
