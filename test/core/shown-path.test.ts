import { describe, expect, test } from 'vitest';
import { isInside, shownPath } from '../../core/shown-path.ts';

describe('shownPath', () => {
  test.each([
    ['/p/evals/cases/a.jsonl', '/p', 'evals/cases/a.jsonl'],
    ['/p', '/p', '.'],
    ['/p/a', '/', 'p/a'],
    ['/pa/b', '/p', '/pa/b'],
    ['/q/a', '/p/deep', '/q/a'],
  ])('%s from %s is %s', (path, from, shown) => {
    expect(shownPath(path, from)).toBe(shown);
  });
});

test.each([
  ['/p/a', '/p', true],
  ['/p', '/p', true],
  ['/p/a', '/', true],
  ['/pa', '/p', false],
  ['/', '/p', false],
])('isInside(%s, %s) is %s', (path, folder, inside) => {
  expect(isInside(path, folder)).toBe(inside);
});
