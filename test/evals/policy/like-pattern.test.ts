import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likeMatcher } from '../../../evals/policy/like-pattern.ts';

describe('evaluate.md 5.3 LIKE', () => {
  test.each([
    ['ops', 'ops', true],
    ['ops', 'Ops', false],
    ['o%', 'ops', true],
    ['%s', 'ops', true],
    ['%p%', 'ops', true],
    ['o_s', 'ops', true],
    ['_', '😀', true],
    ['__', '😀', false],
    ['%_', '', false],
    ['', '', true],
    ['%', 'a\nb', true],
    ['a%a', 'a', false],
    ['ab%ba', 'aba', false],
    ['%ab%ab%', 'abab', true],
    ['%aab', 'aaab', true],
    ['10\\%', '10%', true],
    ['10\\%', '100', false],
    ['a\\_b', 'axb', false],
    ['\\\\', '\\', true],
    ['\\a', 'a', true],
  ])('%j × %j → %j', (pattern, text, matches) => {
    expect(likeMatcher(pattern)(text)).toBe(matches);
  });

  test('equals the plain recursive definition', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 12 }).map(list => list.join(''));
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '😀', '%', '_', '\\%'), { maxLength: 8 })
      .map(list => list.join(''));
    fc.assert(
      fc.property(pattern, letters, (like, text) => {
        expect(likeMatcher(like)(text)).toBe(plain(symbols(like), [...text]));
      }),
      { numRuns: 3000 },
    );
  });

  test('a segment longer than one machine word', () => {
    const segment = `${'ab'.repeat(40)}_c`;
    expect(likeMatcher(`%${segment}%`)(`${'ab'.repeat(500)}xcz`)).toBe(true);
    expect(likeMatcher(`%${segment}%`)(`${'ab'.repeat(500)}xz`)).toBe(false);
  });

  test.each([
    ['%a%a%a%a%a%a%a%a%a%a%b', 'a'],
    [`${'%a'.repeat(1000)}%b`, 'a'],
    [`%${'_'.repeat(2000)}b%`, 'a'],
    [`%${'a'.repeat(3000)}b%`, 'a'],
  ])('reads 1 MB once for %.24s…', (pattern, letter) => {
    const text = letter.repeat(1_000_000);
    expect(likeMatcher(pattern)(text)).toBe(false);
  });
});

function symbols(pattern: string): string[] {
  return pattern.match(/\\.|./gsu) ?? [];
}

function plain(pattern: readonly string[], text: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return text.length === 0;
  if (head === '%') return plain(rest, text) || (text.length > 0 && plain(pattern, text.slice(1)));
  const [first, ...others] = text;
  return first !== undefined && (head === '_' || head.replace('\\', '') === first) && plain(rest, others);
}
