import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonPathText, parseStrictJson } from '../../../core/strict-json/index.ts';

describe('whole documents', () => {
  test('a document gives its value, a byte-order mark before it is skipped', () => {
    expect(parseStrictJson('{"a":[1,"b"]}')).toEqual({ value: { a: [1, 'b'] } });
    expect(parseStrictJson(Buffer.from('\ufeff[-0]\n'))).toEqual({ value: [0] });
  });

  test('a fault has line and column, counted in code points', () => {
    expect(parseStrictJson('{\n  "東😀": NaN\n}')).toMatchObject({
      fault: { reason: 'non-finite', byte: 15, path: '["東😀"]', found: 'NaN' },
      line: 2,
      column: 9,
    });
    expect(parseStrictJson('{"a":1,"a":2}')).toMatchObject({ line: 1, column: 8, fault: { path: 'a' } });
    expect(parseStrictJson('')).toMatchObject({ line: 1, column: 1, fault: { found: 'the end' } });
  });

  test('a lone surrogate of a JavaScript string is no U+FFFD', () => {
    expect(parseStrictJson('["a\ud800b"]')).toMatchObject({
      fault: { reason: 'surrogate', path: '[0]' },
      column: 4,
    });
    expect(parseStrictJson('["a\udc00"]')).toMatchObject({ fault: { reason: 'surrogate' } });
  });

  test('reads back every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), value => {
        const text = JSON.stringify(value);
        if (/\\u0000|\\ud[89a-f]/i.test(text)) return;
        expect(parseStrictJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });
});

describe('paths', () => {
  test.each<[(string | number)[], string]>([
    [[], ''],
    [['expected', 'artifacts', 0], 'expected.artifacts[0]'],
    [[0, 'a', 1], '[0].a[1]'],
    [['a b', 'c'], '["a b"].c'],
    [['__proto__', ''], '__proto__[""]'],
  ])('%j', (path, text) => {
    expect(jsonPathText(path)).toBe(text);
  });
});
