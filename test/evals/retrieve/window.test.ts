import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { parseInstant } from '../../../core/time.ts';
import { dateColumnOf, inWindow, publicationOf, windowInstant } from '../../../evals/retrieve/window.ts';
import { vectorCases } from '../../support/vectors.ts';

type WindowCase = {
  published_at: string | null;
  anchor: string;
  since: string | null;
  in_window: boolean;
  basis: string;
};

describe('evaluate.md 9.6 window', () => {
  test.each(vectorCases<WindowCase>('evaluate', 'window'))('$published_at since $since', example => {
    const publication = publicationOf('published_at', { published_at: example.published_at });
    const since = example.since === null ? null : instant(example.since);
    expect(publication.dateBasis).toBe(example.basis);
    expect(inWindow(windowInstant(publication, 0n), since, instant(example.anchor))).toBe(example.in_window);
  });

  test('the first dated column that the policy leaves open', () => {
    const columns = [
      { name: 'date', type: 'date' as const },
      { name: 'published', type: 'string' as const },
      { name: 'published_at', type: 'integer' as const },
    ];
    expect(dateColumnOf(columns, new Set())).toBe('published');
    expect(dateColumnOf(columns, new Set(['published']))).toBe('date');
    expect(dateColumnOf([{ name: 'updated', type: 'date' }], new Set())).toBeNull();
  });

  test('without such a column the landing dates the row', () => {
    const publication = publicationOf(null, { date: 4 });
    expect(publication).toEqual({ publishedNs: null, dateBasis: '_ingested_at' });
    expect(windowInstant(publication, 7n)).toBe(7n);
  });

  test.each<[JsonObject, string]>([
    [{ date: 20300501 }, 'uncastable'],
    [{ date: '' }, 'uncastable'],
    [{ date: '2030-02-30' }, 'uncastable'],
    [{}, 'null'],
  ])('%j has no instant', (cells, basis) => {
    expect(publicationOf('date', cells)).toEqual({ publishedNs: null, dateBasis: basis });
  });
});

function instant(text: string): bigint {
  const ns = parseInstant(text);
  if (ns === undefined) throw new RangeError(text);
  return ns;
}
