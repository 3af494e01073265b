import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, documentJson } from '../../core/canonical-json.ts';
import { compareCodePoints, countCodePoints } from '../../core/code-points.ts';

describe('canonical JSON (RFC 8785)', () => {
  test('sorts members by UTF-16 code unit at every depth and prints no blanks', () => {
    expect(canonicalJson({ b: [1, { z: null, a: true }], a: 'x', '\u20ac': 1, '\r': 2, '1': 3 })).toBe(
      '{"\\r":2,"1":3,"a":"x","b":[1,{"a":true,"z":null}],"€":1}',
    );
  });

  test.each([
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
    [0.1 + 0.2, '0.30000000000000004'],
    [-0, '0'],
    [100, '100'],
  ])('prints %d as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('holds no %d', value => {
    expect(() => canonicalJson([value])).toThrow(TypeError);
  });

  test('a member named __proto__ is plain data', () => {
    const value = JSON.parse('{"__proto__": 1, "a": 2}');
    expect(canonicalJson(value)).toBe('{"__proto__":1,"a":2}');
    expect(documentJson(value)).toBe('{\n  "__proto__": 1,\n  "a": 2\n}\n');
  });

  test('reads back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), value => {
        const text = canonicalJson(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(documentJson(JSON.parse(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('document JSON', () => {
  test('keeps integer-like members in code-point order among the others', () => {
    expect(documentJson({ b: {}, '10': [], '9': [1], a: { x: 0.5 } })).toBe(
      '{\n  "10": [],\n  "9": [\n    1\n  ],\n  "a": {\n    "x": 0.5\n  },\n  "b": {}\n}\n',
    );
  });
});

describe('code points', () => {
  test('U+FF21 stands before U+1F600 although its UTF-16 unit is larger', () => {
    expect(['\u{1f600}', '\uff21', 'é', 'b', 'a'].sort(compareCodePoints)).toEqual([
      'a',
      'b',
      'é',
      '\uff21',
      '\u{1f600}',
    ]);
  });

  test('orders as the UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  test('counts a surrogate pair once and a lone surrogate once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(countCodePoints(text)).toBe([...text].length);
      }),
    );
    expect(countCodePoints('a\ud800\u{1f600}')).toBe(3);
  });
});
