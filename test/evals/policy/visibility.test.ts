import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { type Session, visibilityOf } from '../../../evals/policy/index.ts';
import type { PolicedTable } from '../../../evals/policy/visibility.ts';
import { NOTES, notesTable, predicateOf, rowsPolicy, sessionOf } from '../../support/policy-world.ts';

const own = rowsPolicy('owner = subject.agent');

describe('assurance.evaluate.policy-labels', () => {
  test('under owner = subject.agent an agent sees no row of another agent, and no row of nobody', () => {
    expect(seen(notesTable({ rows: own }), sessionOf())).toEqual([3]);
    expect(seen(notesTable({ rows: own }), sessionOf({ subject: { agent: 'agent://b' } }))).toEqual([4]);
    expect(seen(notesTable({ rows: own }), sessionOf({ subject: {} }))).toEqual([]);
  });

  test('a table without a zone policy opens on the device and on premises only', () => {
    expect(seen(notesTable(), sessionOf({ zone: 'on-prem:hq' }))).toEqual([3, 4, 5]);
    expect(seen(notesTable(), sessionOf({ zone: 'local:device' }))).toEqual([3, 4, 5]);
    expect(seen(notesTable(), sessionOf({ zone: 'public-cloud:eu' }))).toBe('nothing');
    expect(seen(notesTable(), sessionOf({ zone: 'moon:base' }))).toBe('nothing');
  });

  test('a phi table stays on device and premises, whatever its zone policy says', () => {
    const table = notesTable({ zoneAllow: ['*'] }, { class: 'phi' });
    expect(seen(table, sessionOf({ zone: 'public-cloud:eu' }))).toBe('nothing');
    expect(seen(table, sessionOf({ zone: 'on-prem:hq' }))).toEqual([3, 4, 5]);
    expect(
      seen(notesTable({ zoneAllow: ['*'] }, { class: 'pii' }), sessionOf({ zone: 'moon:base' })),
    ).toHaveLength(3);
  });

  test('a table outside the grant is nothing', () => {
    expect(seen(notesTable(), sessionOf({ tables: [] }))).toBe('nothing');
    expect(seen(notesTable(), sessionOf({ tables: ['kb/*'] }))).toEqual([3, 4, 5]);
  });

  test('a tenant column needs the tenant of the session', () => {
    const table = notesTable({}, { tenantColumn: 'team' });
    expect(seen(table, sessionOf({ tenant: 'sec' }))).toEqual([5]);
    expect(seen(table, sessionOf({ tenant: null }))).toBe('nothing');
    expect(seen(notesTable({}, { tenantColumn: 'nope' }), sessionOf({ tenant: 'sec' }))).toBe('nothing');
    expect(seen(notesTable({}, { tenantColumn: 'level' }), sessionOf({ tenant: '5' }))).toEqual([]);
  });

  test('the credential’s predicate, the table’s and the default all hold', () => {
    const table = notesTable({ rows: rowsPolicy('level >= 4') });
    const session = sessionOf({ rows: predicateOf("team = 'ops'") });
    expect(seen(table, session)).toEqual([4]);
    expect(seen(table, session, 'level < 4')).toEqual([]);
    expect(seen(table, sessionOf(), 'owner IS NULL')).toEqual([5]);
  });

  test.each([
    ['credential', {}, { rows: predicateOf('nope IS NULL') }, null],
    ['row policy', { rows: rowsPolicy('nope IS NULL') }, {}, null],
    ['default rows', {}, {}, 'nope IS NULL'],
  ])(
    'a %s predicate over a column that the table lacks withholds the table',
    (_, policy, session, defaults) => {
      expect(seen(notesTable(policy), sessionOf(session), defaults)).toBe('nothing');
    },
  );

  test('the first exception that is true for the subject replaces the predicate', () => {
    const rows = rowsPolicy('owner = subject.agent', [
      { when: "subject.role = 'auditor'", predicate: 'level > 3' },
      { when: 'subject.admin = TRUE', predicate: '1 = 1' },
    ]);
    expect(seen(notesTable({ rows }), sessionOf())).toEqual([3]);
    expect(seen(notesTable({ rows }), sessionOf({ subject: { admin: true } }))).toEqual([3, 4, 5]);
    expect(seen(notesTable({ rows }), sessionOf({ subject: { admin: true, role: 'auditor' } }))).toEqual([
      4, 5,
    ]);
  });

  test('SQL binds every value and names no column', () => {
    const session = sessionOf({ rows: predicateOf("team LIKE 'o%' OR level = 7") });
    const visibility = visibilityOf(notesTable({ rows: own }), session, { defaultRows: null });
    if (visibility.kind === 'nothing') throw new Error('nothing');
    expect(visibility.compile('postgres', column => `r.c_000${column.length}`, 4)).toEqual({
      sql:
        '((((r.c_0004 COLLATE "C") LIKE CAST($4 AS text)) OR ' +
        '(CAST(r.c_0005 AS double precision) = CAST($5 AS double precision))) AND ' +
        '((r.c_0005 COLLATE "C") = (CAST($6 AS text) COLLATE "C")))',
      parameters: ['o%', '7', 'agent://a'],
    });
    expect(() => visibility.compile('duckdb', column => `"${column}"`)).toThrow(RangeError);
  });

  test('no condition at all compiles to TRUE', () => {
    const visibility = visibilityOf(notesTable(), sessionOf(), { defaultRows: null });
    expect(visibility.kind === 'rows' && visibility.compile('duckdb', () => 'c_0001')).toEqual({
      sql: 'TRUE',
      parameters: [],
    });
  });
});

/** Levels of the notes that a session sees. */
function seen(table: PolicedTable, session: Session, defaultRows: string | null = null) {
  const visibility = visibilityOf(table, session, {
    defaultRows: defaultRows === null ? null : predicateOf(defaultRows),
  });
  if (visibility.kind === 'nothing') return 'nothing';
  return NOTES.filter((row: JsonObject) => visibility.admits(row)).map(row => row['level']);
}
