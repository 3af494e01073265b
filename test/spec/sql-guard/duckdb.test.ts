import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guardDuckdbSql } from '../../../spec/sql-guard/duckdb.ts';

type Guarded = { readonly input: string; readonly output: readonly object[] };
const vectors: { readonly groups: { readonly sql_guard: { readonly cases: readonly Guarded[] } } } =
  JSON.parse(readFileSync(new URL('../../fixtures/vectors/gates.json', import.meta.url), 'utf8'));

describe('assurance.build.runtime-extension-load: guarded SQL', () => {
  test.each(vectors.groups.sql_guard.cases)('$input', ({ input, output }) => {
    expect(
      guardDuckdbSql(input).map(({ statement, offset, reason }) => ({ statement, offset, reason })),
    ).toEqual(output);
  });

  test.each([
    ['names the extension', 'LOAD "HttpFS"', 'load', 'httpfs'],
    ['names the setting', 'SET extension_directory = 1', 'extension-setting', 'extension_directory'],
    ['any option of an ATTACH counts', "ATTACH 'a' (TYPE duckdb, TYPE sqlite)", 'attach-type', 'sqlite'],
    ['a comment inside an option hides nothing', "ATTACH 'a' (TYPE/**/sqlite)", 'attach-type', 'sqlite'],
    [
      'TO assigns like =',
      'SET autoload_known_extensions TO true',
      'extension-setting',
      'autoload_known_extensions',
    ],
    ['a carriage return ends a comment', '-- x\rLOAD json', 'load', 'json'],
    ['PREPARE hides nothing', 'PREPARE p (INT) AS LOAD json', 'load', 'json'],
  ])('%s: %s', (_, sql, reason, subject) => {
    expect(guardDuckdbSql(sql)).toMatchObject([{ reason, subject }]);
  });

  test.each([
    "SELECT 'unclosed ; LOAD json",
    '/* unclosed LOAD json',
    'SELECT $a$ unclosed ; LOAD json',
    'SELECT "a;LOAD json"',
    'SELECT 1 AS "a""; LOAD json"',
    "SET autoload_known_extensions = 'false'",
  ])('holds no statement that loads: %s', sql => {
    expect(guardDuckdbSql(sql)).toEqual([]);
  });
});
