import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LogLine, logLines } from '../../../tui/text/log.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector = { readonly name: string; readonly input: string; readonly output: readonly LogLine[] };

const plain = (log: Uint8Array | string): string =>
  logLines(log)
    .map(line => line.map(({ text }) => text).join(''))
    .join('\n');

describe('tui-cli.md 14 logs', () => {
  test.each(vectorCases<Vector>('tui-cli', 'text.log'))('$name', ({ input, output }) => {
    expect(logLines(input)).toEqual(output);
    expect(logLines(new TextEncoder().encode(input))).toEqual(output);
  });

  test.each([
    ['bright colours', '\u001b[91;104mx', { fg: 'bright-red', bg: 'bright-blue' }],
    [
      'all that can be on',
      '\u001b[1;2;3;4;7;9mx',
      { bold: true, dim: true, italic: true, underline: true, inverse: true, strike: true },
    ],
    ['bold and dim end together', '\u001b[1;2;3;22mx', { italic: true }],
    ['an empty parameter is 0', '\u001b[1;31;mx', {}],
    ['colons with a colour space', '\u001b[38:2::255:0:10mx', { fg: '#ff000a' }],
    ['colons without one', '\u001b[48:2:1:2:3mx', { bg: '#010203' }],
    ['colons, palette', '\u001b[38:5:9;1mx', { fg: 'ansi256:9', bold: true }],
    ['no underline', '\u001b[4m\u001b[4:0mx', {}],
    ['a colour of underlines is not ours, its parameters neither', '\u001b[58;5;1;32mx', { fg: 'green' }],
    ['a colour outside the palette', '\u001b[38;5;256;1mx', { bold: true }],
    ['a torn colour', '\u001b[32;38;2;1mx', { fg: 'green' }],
    ['hidden text is shown', '\u001b[8mx', {}],
    ['private sequences are no SGR', '\u001b[>4;1mx\u001b[?1m', {}],
    ['the one-character introducer', '\u009b31mx', { fg: 'red' }],
  ])('%s', (_name, input, style) => {
    expect(logLines(input)).toEqual([[{ text: 'x', ...style }]]);
  });

  test.each([
    ['a progress bar that is not over', '10%\r20%\r', '20%'],
    ['CR CR LF', 'a\r\r\nb', 'a\nb'],
    ['a shorter line leaves nothing of the longer', 'downloading\rok', 'ok'],
    ['backspace at the start of a line', '\b\ba\n\bb', 'a\nb'],
    ['backspace takes a family as one', 'a\u{1f469}\u200d\u{1f467}\bb', 'ab'],
    ['a torn title does not hide the next line', '\u001b]0;evil\nnext', '\nnext'],
    ['a title that ends in BEL', '\u001b]0;title\u0007x', 'x'],
    ['character sets, keypad modes, reset', 'a\u001b(B\u001b=\u001bcb', 'ab'],
    ['escapes in a row', '\u001b\u001b[31m\u001bx', ''],
    ['tabs go to the next stop of the line, over spans', 'ab\u001b[1m\tc', 'ab  c'],
    ['bells and other controls are shown', 'a\u0007\u000b', 'a␇␋'],
    ['a link shows its text', '\u001b]8;id=1;http://x\u0007link\u001b]8;;\u0007', 'link'],
  ])('%s', (_name, input, output) => {
    expect(plain(input)).toBe(output);
  });

  test('bytes that are no UTF-8 and a byte order mark are shown', () => {
    expect(plain(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff))).toBe('<U+FEFF>a\ufffd');
  });

  const pieces = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '31',
    ';',
    ':',
    'm',
    '\u0007',
    '\\',
    '\n',
    '\r',
    '\b',
    'P',
    '\u009b',
    '\u009d',
    'a',
    'b',
    '\t',
    '\u202e',
    '\u{e0041}',
    '日',
    'e\u0301',
    '\ud800',
    ' ',
    '0',
    'K',
    '\u0018',
  );

  test('no control character is left, spans are not empty and neighbours differ', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), parts => {
        for (const line of logLines(parts.join(''))) {
          for (const [index, { text, ...style }] of line.entries()) {
            expect(text).toMatch(/^[^\p{Cc}\p{Cs}\u202e]+$/u);
            const { text: _text, ...before } = line[index - 1] ?? { text: '', fg: 'none' };
            expect(before).not.toEqual(style);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('text without any control is itself', () => {
    const word = fc.stringMatching(/^[ -~]*$/);
    fc.assert(
      fc.property(fc.array(word), words => {
        expect(plain(words.join('\n'))).toBe(words.join('\n'));
      }),
    );
  });
});
