import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { rowText, rowTextColumns, snippetColumns, snippetOf } from '../../../evals/retrieve/snippet.ts';
import type { ColumnType } from '../../../evals/store/port.ts';
import { vectorCases } from '../../support/vectors.ts';

type Declared = ColumnType | { type: ColumnType; masked: boolean };
type SnippetCase = { columns: Record<string, Declared>; row: JsonObject; snippet: string | null };

describe('evaluate.md 8.1 snippet', () => {
  test.each(vectorCases<SnippetCase>('evaluate', 'snippet'))('$snippet', ({ columns, row, snippet }) => {
    const entries = Object.entries(columns);
    const typed = entries.map(([name, type]) => ({
      name,
      type: typeof type === 'string' ? type : type.type,
    }));
    const shut = new Set(
      entries.filter(([, type]) => typeof type !== 'string' && type.masked).map(([name]) => name),
    );
    expect(snippetOf(snippetColumns(typed, shut), row)).toBe(snippet);
  });

  test('an eligible column whose cells are all null gives an empty snippet', () => {
    expect(snippetOf(['title', 'body'], { title: null })).toBe('');
  });

  test('technical names stay out, whatever their ending hides', () => {
    const names = [
      '_x',
      'id',
      'date',
      'time',
      'a_id',
      'a_key',
      'sha_hash',
      'hash',
      'url',
      'uri',
      'link',
      'a_at',
    ];
    const columns = [...names, 'a_date', 'a_time', 'email', 'ident', 'daily'].map(string);
    expect(snippetColumns(columns, new Set())).toEqual(['daily', 'ident']);
  });

  test('a column named like an inherited member is plain data', () => {
    expect(snippetOf(['constructor'], {})).toBe('');
    expect(snippetOf(['constructor'], { constructor: 'c' } as unknown as JsonObject)).toBe('c');
  });
});

describe('evaluate.md 8.1 row text', () => {
  test('string cells outside the key and open to all, in column order', () => {
    const columns = [
      string('z'),
      string('title'),
      string('key'),
      string('secret'),
      { name: 'n', type: 'integer' as const },
    ];
    const names = rowTextColumns(columns, ['key'], new Set(['secret']));
    expect(names).toEqual(['n', 'title', 'z']);
    expect(rowText(names, { z: 'last', title: 'first', key: 'k', secret: 's', n: 4 })).toBe('first last');
  });
});

function string(name: string): { name: string; type: ColumnType } {
  return { name, type: 'string' };
}
