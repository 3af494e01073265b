import { describe, expect, test } from 'vitest';
import { fold } from '../../core/fold.ts';

describe('folding', () => {
  test.each([
    ['PLANT', 'plant'],
    ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['E\u0301', 'é'],
    ['日本', '日本'],
  ])('%s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('what is folded stays as it is, for every character there is', () => {
    const moved: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const once = fold(String.fromCodePoint(point));
      if (fold(once) !== once) moved.push(point.toString(16));
    }
    expect(moved).toEqual([]);
  });
});
