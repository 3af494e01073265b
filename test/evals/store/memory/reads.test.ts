import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../core/json.ts';
import type { LandRow, RecallCall } from '../../../../evals/store/port.ts';
import { AGENT, instant, landed, row, table } from '../memory-world.ts';

describe('assurance.evaluate.through-the-store scan and rows', () => {
  const schema = table('kb/notes', { tenantColumn: 'tenant' }, { tenant: 'string', extra: 'json' });
  const rows = ['t1', 't2', 't1', 't2', 't1'].map((tenant, seq) =>
    row(seq, { key: `k${seq}`, text: 'x', tenant }),
  );
  const session = { ...AGENT, tenant: 't1' };

  test('pages hold visible rows only, and their cursor tells nothing of the others', async () => {
    const reader = (await landed([[schema, rows]])).admit(session);
    const first = await reader.scan('kb/notes', { limit: 2, after: null });
    const last = await reader.scan('kb/notes', { limit: 2, after: first.after });
    expect([first.rows.map(({ key }) => key), first.after]).toEqual([['k0', 'k2'], 2]);
    expect([last.rows.map(({ key }) => key), last.after]).toEqual([['k4'], null]);
  });

  test('a withheld row and one that does not exist are both null; absent cells are null', async () => {
    const reader = (await landed([[schema, rows]])).admit(session);
    const found = await reader.rows([
      ['kb/notes', 'k0'],
      ['kb/notes', 'k1'],
      ['kb/notes', 'k9'],
      ['no/such', 'k0'],
    ]);
    expect(found).toEqual([{ key: 'k0', text: 'x', tenant: 't1', extra: null }, null, null, null]);
  });
});

describe('assurance.evaluate.entity-eligibility keyed recall', () => {
  const claims = table(
    'claims',
    { role: 'claims', validTime: { from: 'from', to: 'to' } },
    { claim_id: 'string', subject: 'string', predicate: 'string', tier: 'string', evidence: 'json' },
  );
  const source = table('source');
  const masked = table('masked', {
    policy: { zoneAllow: null, rows: null, columns: { text: { zoneAllow: null, mask: true, class: null } } },
  });
  const claim = (seq: number, id: string, cells: JsonObject = {}, over: Partial<LandRow> = {}) =>
    row(
      seq,
      {
        key: id,
        claim_id: id,
        subject: 'harbour',
        predicate: 'opens',
        tier: null,
        evidence: ['source#s'],
        ...cells,
      },
      { validFromNs: instant('2030-01-01T00:00:00Z'), snippet: null, ...over },
    );
  const call: RecallCall = {
    table: 'claims',
    subject: 'harbour',
    observedNs: instant('2030-02-01T00:00:00Z'),
    inclusive: true,
  };
  const recall = async (rows: readonly LandRow[], asked: Partial<RecallCall> = {}) => {
    const store = await landed([
      [claims, rows],
      [source, [row(0, { key: 's', text: 'seen' })]],
      [masked, [row(0, { key: 'm', text: 'hidden' })]],
    ]);
    const [answer] = await store.admit(AGENT).recall([{ ...call, ...asked }]);
    return { keys: answer?.claims.map(({ _key }) => _key), counts: answer?.recall, claims: answer?.claims };
  };

  test('tiers in their order, then the newest, then the claim id', async () => {
    const rows = [
      claim(0, 'b'),
      claim(1, 'a'),
      claim(2, 'newer', {}, { validFromNs: instant('2030-01-02T00:00:00Z') }),
      claim(3, 'derived', { tier: 'derived' }),
      claim(4, 'curated', { tier: 'curated' }),
    ];
    expect((await recall(rows)).keys).toEqual(['curated', 'newer', 'a', 'b', 'derived']);
    expect((await recall(rows, { tiers: ['derived'] })).keys).toEqual([
      'derived',
      'newer',
      'a',
      'b',
      'curated',
    ]);
  });

  test.each([
    [true, '2030-01-01T00:00:00Z', ['a']],
    [true, '2030-03-01T00:00:00Z', []],
    [false, '2030-01-01T00:00:00Z', []],
    [false, '2030-03-01T00:00:00Z', ['a']],
  ])('inclusive %s at %s', async (inclusive, observed, keys) => {
    const rows = [claim(0, 'a', {}, { validToNs: instant('2030-03-01T00:00:00Z') })];
    const answer = await recall(rows, { inclusive, observedNs: instant(observed) });
    expect(answer.keys).toEqual(keys);
    expect(answer.counts?.stale).toBe(1 - keys.length);
  });

  test('only the subject, and only the predicates asked for', async () => {
    const rows = [claim(0, 'a'), claim(1, 'b', { predicate: 'closes' }), claim(2, 'c', { subject: 'rail' })];
    expect((await recall(rows, { predicates: ['closes'] })).keys).toEqual(['b']);
    expect((await recall(rows)).keys).toEqual(['a', 'b']);
  });

  test('a claim stays out unless every row that it cites is visible and unmasked', async () => {
    const rows = [
      claim(0, 'text', { evidence: 'source#s' }),
      claim(1, 'pair', { evidence: [['source', 's']] }),
      claim(2, 'mark', { evidence: null }, { marks: { _provenance: ['source#s'] } }),
      claim(3, 'nothing', { evidence: null }),
      claim(4, 'absent', { evidence: ['source#s', 'source#no'] }),
      claim(5, 'masked', { evidence: ['masked#m'] }),
      claim(6, 'unreadable', { evidence: { table: 'source' } }),
      claim(7, 'many', { evidence: Array<string>(65).fill('source#s') }),
    ];
    const answer = await recall(rows);
    expect(answer.keys).toEqual(['mark', 'nothing', 'pair', 'text']);
    expect(answer.claims?.[0]?._cites).toEqual([['source', 's']]);
    expect(answer.counts).toEqual({
      suppressed: { MemoryEvidenceUnresolved: 3, MemoryEvidenceOverflow: 1 },
      stale: 0,
      withheld: 4,
    });
  });

  test.each([['source'], ['no/such']])('%s is no claims table, absent or not', async name => {
    await expect(recall([], { table: name })).rejects.toMatchObject({
      code: 'RecallNotClaims',
      message: `${name} is no claims table`,
    });
  });
});
