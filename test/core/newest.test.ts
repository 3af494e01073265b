import { describe, expect, test } from 'vitest';
import { newest } from '../../core/newest.ts';

describe('values that stay', () => {
  test('the one that was asked for longest ago goes first', () => {
    const made: string[] = [];
    const kept = newest<string>(2);
    const ask = (name: string): string =>
      kept(name, () => {
        made.push(name);
        return name;
      });
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) expect(ask(name)).toBe(name);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  test('by weight; one that is too heavy stays until the next is made', () => {
    const kept = newest<number>(10, value => value);
    let made = 0;
    const ask = (value: number): number =>
      kept(value, () => {
        made += 1;
        return value;
      });
    for (const value of [4, 5, 4, 5, 99, 99, 1, 99]) ask(value);
    expect(made).toBe(5);
  });
});
