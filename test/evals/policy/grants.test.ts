import { describe, expect, test } from 'vitest';
import { grantsTable } from '../../../evals/policy/index.ts';
import { sessionOf } from '../../support/policy-world.ts';

describe('assurance.evaluate.policy-labels: grants', () => {
  test.each([
    ['kb/articles', 'kb/articles', true],
    ['kb/articles', 'kb/article', false],
    ['kb/*', 'kb/articles', true],
    ['kb/*', 'kb/a/b', false],
    ['*', 'articles', true],
    ['*', 'kb/articles', false],
    ['**', 'kb/a/b', true],
    ['kb/**', 'kb/a/b', true],
    ['kb/**', 'kb', false],
    ['**/notes', 'kb/x/notes', true],
    ['*/notes', 'kb/x/notes', false],
    ['kb/*-2030', 'kb/notes-2030', true],
    ['k?/notes', 'kb/notes', false],
    ['kb.notes', 'kb/notes', false],
    ['', 'kb', false],
  ])('%j × %j → %j', (pattern, table, granted) => {
    expect(grantsTable(sessionOf({ tables: ['other', pattern] }), table)).toBe(granted);
  });

  test('no list grants every table, an empty list none', () => {
    expect(grantsTable(sessionOf({ tables: null }), 'kb/notes')).toBe(true);
    expect(grantsTable(sessionOf({ tables: [] }), 'kb/notes')).toBe(false);
  });

  test('stars cannot make the check slow', () => {
    expect(grantsTable(sessionOf({ tables: ['*a'.repeat(200)] }), 'a'.repeat(119))).toBe(false);
  });
});
