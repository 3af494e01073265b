import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePointView } from '../../../tui/text/code-view.ts';

describe('tui-cli.md 14 code points of a value', () => {
  test('bytes beside code points; what can not be seen has its number', () => {
    expect(codePointView('ab\u202ecd é\n', 80)).toEqual([
      '000000  61 62 e2 80 ae 63 64 20  a b U+202E c d U+0020',
      '000008  c3 a9 0a                 U+00E9 U+000A',
    ]);
  });

  test('a wide pane has sixteen bytes a row', () => {
    expect(codePointView('abcdefghijklmnopq', 100)).toEqual([
      '000000  61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f 70  a b c d e f g h i j k l m n o p',
      '000010  71                                               q',
    ]);
  });

  test('a code point stays in one row, and a narrow pane breaks earlier', () => {
    expect(codePointView('a\u{1f469}bc', 32)).toEqual([
      '000000  61           a',
      '000001  f0 9f 91 a9  U+1F469',
      '000005  62 63        b c',
    ]);
  });

  test('lone surrogates and tag characters have their own numbers', () => {
    expect(codePointView('\ud800\u{e0041}', 60)).toEqual(['000000  ed a0 80 f3 a0 81 81     U+D800 U+E0041']);
  });

  test('nothing is no row', () => {
    expect(codePointView('', 60)).toEqual([]);
  });

  test('the rows hold every byte in order, in ASCII, and fit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 32, max: 200 }), (text, width) => {
        const rows = codePointView(text, width);
        const bytes = rows.flatMap(row => row.slice(8).split('  ')[0]?.split(' ') ?? []);
        expect(bytes.join('')).toBe(Buffer.from(text, 'utf8').toString('hex'));
        for (const row of rows) {
          expect(row).toMatch(/^[ -~]+$/);
          expect(row.length).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});
