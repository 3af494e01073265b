import { describe, expect, test } from 'vitest';
import { changeHeadline, floorHeadline } from '../../../evals/explain/headline.ts';
import { lostRows, lostRowText } from '../../../evals/explain/lost.ts';

const then = { lexical: ['a', 'b'], vector: ['c', 'a'], hybrid: ['a', 'c'] };

describe('rows that left', () => {
  test('a row that one leg lost is blamed on it and told with its places', () => {
    const now = { lexical: ['b'], vector: ['c', 'a'], hybrid: ['c'] };
    const [row] = lostRows(then, now, ['a']);
    expect(row).toMatchObject({ reference: 'a', kind: 'lost', blame: 'lexical' });
    expect(row === undefined ? '' : lostRowText(row)).toBe(
      'lost a  hybrid 1 -> none  lexical 1 -> none  vector 2 -> 2',
    );
  });

  test('a row that both legs keep is the fusion’s', () => {
    const now = { ...then, hybrid: ['c'] };
    expect(lostRows(then, now, ['a'])).toMatchObject([{ kind: 'lost', blame: 'fusion' }]);
  });

  test('a row that fell is moved, one that rose or was never there is not told', () => {
    const now = { ...then, hybrid: ['c', 'x', 'a'] };
    expect(lostRows(then, now, ['a', 'c', 'x', 'none'])).toMatchObject([{ reference: 'a', kind: 'moved' }]);
  });

  test('what another leg lost is its own', () => {
    const now = { ...then, lexical: ['x', 'b', 'a'] };
    expect(lostRows(then, now, ['a', 'b'], 'lexical')).toMatchObject([
      { reference: 'a', kind: 'moved', blame: 'rank:lexical' },
    ]);
    expect(lostRows(then, { ...then, lexical: ['b'] }, ['a'], 'lexical')).toMatchObject([
      { kind: 'lost', blame: 'lexical' },
    ]);
  });
});

describe('headlines', () => {
  test('a fall with its cause and tag', () => {
    const change = { path: 'retrieval.hybrid.recall_at_k', before: 1, after: 0.9444, band: 0.02 };
    const counts = { items: [], worsened: 2, bettered: 0, top: 2, topShare: 100 };
    expect(changeHeadline(change, counts, 36, ['lexical', 1], { kind: 'tag', tag: 'cjk', lift: 4.5 })).toBe(
      'retrieval.hybrid.recall_at_k fell 0.0556 (1.0000 -> 0.9444, band 0.0200); 2 of 36 cases worse, 2 explain 100%; most: lexical (1); tag cjk x4.5',
    );
  });

  test('a count has no decimals', () => {
    const change = { path: 'n_cases', before: 40, after: 39, band: 0 };
    const counts = { worsened: 1, bettered: 0, top: 1, topShare: 100 };
    expect(changeHeadline(change, counts, 40, ['error', 1], undefined, 0)).toBe(
      'n_cases fell 1 (40 -> 39, band 0); 1 of 40 cases worse, 1 explain 100%; most: error (1)',
    );
  });

  test('floors', () => {
    expect(floorHeadline('a.max', 0.25, 0, 'at_most')).toBe('a.max 0.2500 is over 0');
    expect(floorHeadline('a.mean', 0.5, 0.6, 'at_least')).toBe('a.mean 0.5000 is under 0.6');
    expect(floorHeadline('a.mean', null, 0.6, 'at_least')).toBe('a.mean has no figure; the floor is 0.6');
  });
});
