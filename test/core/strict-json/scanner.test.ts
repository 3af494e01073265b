import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonScanner, type JsonFault, jsonFaultText } from '../../../core/strict-json/index.ts';

const scan = createJsonScanner();

function faultOf(text: string | Uint8Array): JsonFault | undefined {
  const bytes = Buffer.from(text);
  return scan(bytes, 0, bytes.length).fault;
}

describe('evaluate.md 6.2 strict reader: what it refuses', () => {
  test.each<[string, string, JsonFault['reason'], number, string, string]>([
    ['nothing at all', '', 'json', 0, '', 'the end'],
    ['an open object', '{"a":1', 'json', 6, 'a', 'the end'],
    ['an open string', '["a', 'json', 3, '[0]', 'the end'],
    ['a single quote', "{'a':1}", 'json', 1, '', "'"],
    ['a comma too many', '[1,]', 'json', 3, '[1]', ']'],
    ['a comma too many in an object', '{"a":1,}', 'json', 7, '', '}'],
    ['a bracket of the wrong kind', '{"a":[1}}', 'json', 7, 'a[0]', '}'],
    ['two values', '1 2', 'json', 2, '', '2'],
    ['a leading zero', '[01]', 'json', 2, '[0]', '1'],
    ['a bare point', '[1.]', 'json', 3, '[0]', '1.'],
    ['a sign alone', '[-]', 'json', 2, '[0]', '-'],
    ['a plus sign', '[+1]', 'json', 1, '[0]', '+1'],
    ['an empty exponent', '[1e+]', 'json', 4, '[0]', '1e+'],
    ['a word', '{"a":nul}', 'json', 5, 'a', 'nul'],
    ['an unknown escape', '["\\x"]', 'json', 2, '[0]', 'the escape "\\\\x"'],
    ['a broken \\u escape', '["\\u12g4"]', 'json', 2, '[0]', 'the escape "\\\\u"'],
    ['a raw tab in a string', '["a\tb"]', 'json', 3, '[0]', 'control character 0x09'],
    ['a no-break space between tokens', '[1,\u00a02]', 'json', 3, '[1]', '\u00a0'],
    ['a repeated member', '{"a":1,"b":{"c":1,"c":2}}', 'duplicate-member', 18, 'b.c', 'c'],
    ['a repeated member, escaped', '{"\\u0069d":1,"id":2}', 'duplicate-member', 13, 'id', 'id'],
    ['a repeated empty name', '{"":1,"":2}', 'duplicate-member', 6, '[""]', ''],
    [
      'a repeated __proto__',
      '{"__proto__":1,"__proto__":2}',
      'duplicate-member',
      15,
      '__proto__',
      '__proto__',
    ],
    ['NaN', '{"q":[1,NaN]}', 'non-finite', 8, 'q[1]', 'NaN'],
    ['Infinity', '[Infinity]', 'non-finite', 1, '[0]', 'Infinity'],
    ['-Infinity', '[-Infinity]', 'non-finite', 1, '[0]', '-Infinity'],
    ['an overflow', '{"q":[1e999]}', 'non-finite', 6, 'q[0]', '1e999'],
    ['an overflow below zero', '[-2E+0400]', 'non-finite', 1, '[0]', '-2E+0400'],
    ['NUL', '{"a":1}\0', 'encoding', 7, '', 'NUL'],
    ['NUL in a string', '["\0"]', 'encoding', 2, '[0]', 'NUL'],
    ['an escaped NUL', '["a\\u0000"]', 'encoding', 3, '[0]', 'NUL (\\u0000)'],
    ['a byte-order mark', '\ufeff1', 'encoding', 0, '', 'a byte-order mark'],
    ['a high surrogate alone', '["\\ud800"]', 'surrogate', 2, '[0]', '\\ud800'],
    ['a low surrogate alone', '["\\uDE00"]', 'surrogate', 2, '[0]', '\\ude00'],
    ['a pair the wrong way round', '["\\ude00\\ud83d"]', 'surrogate', 2, '[0]', '\\ude00'],
    ['two high surrogates', '["\\ud83d\\ud83d"]', 'surrogate', 2, '[0]', '\\ud83d'],
    ['a surrogate in a name', '{"\\ud800":1}', 'surrogate', 2, '', '\\ud800'],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'depth', 64, '[0]'.repeat(64), 'level 65'],
  ])('%s', (_, text, reason, byte, path, found) => {
    expect(faultOf(text)).toMatchObject({ reason, byte, path, found });
  });

  test.each<[string, number[], JsonFault['reason'], number]>([
    ['a byte that begins nothing', [0x22, 0x61, 0xff, 0x22], 'encoding', 2],
    ['a lone continuation', [0x22, 0x80, 0x22], 'encoding', 1],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22], 'encoding', 1],
    ['an overlong form of three bytes', [0x22, 0xe0, 0x80, 0x80, 0x22], 'encoding', 1],
    ['a character beyond U+10FFFF', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 'encoding', 1],
    ['a character that is cut off', [0x22, 0xe6, 0x9d], 'encoding', 1],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 'encoding', 0],
    ['UTF-16 without a mark', [0x7b, 0x00, 0x7d, 0x00], 'encoding', 1],
    ['a surrogate as raw bytes', [0x22, 0xed, 0xa0, 0x80, 0x22], 'surrogate', 1],
  ])('%s', (_, bytes, reason, byte) => {
    expect(faultOf(Uint8Array.from(bytes))).toMatchObject({ reason, byte });
  });

  test('a repeated member among very many', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `"k${i}":0`);
    expect(faultOf(`{${names.join()}}`)).toBeUndefined();
    expect(faultOf(`{${names.join()},"\\u006b4999":1}`)).toMatchObject({
      reason: 'duplicate-member',
      path: 'k4999',
    });
  });

  test('the same name in two objects, and in an object that is opened again', () => {
    expect(faultOf('[{"a":{"a":1}},{"a":{"a":1,"b":[{"a":2}]}}]')).toBeUndefined();
  });

  test('names whose hashes meet are no repetition', () => {
    expect(faultOf('{"Aa":1,"BB":2}')).toBeUndefined();
  });

  test('64 levels, ZWNBSP inside a string, a pair and CR between tokens are fine', () => {
    expect(faultOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeUndefined();
    expect(faultOf('{"a":"\ufeff",\r\n\t"b":"\\ud83d\\ude00😀"}')).toBeUndefined();
  });

  test('the sentence for a person', () => {
    const fault = faultOf('{"id":"b","id":"c"}');
    expect(fault && jsonFaultText(fault)).toBe('id: member `id` stands twice at byte 10');
  });
});

const MUTATIONS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '.',
  'e9',
  '1e999',
  '\\u0000',
  '\\ud800',
  'é',
  '東',
  '😀',
  '\0',
  ' ',
  'null',
  'NaN',
  '"a":1,',
  '\t',
];

const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1))
  .map(([v, n]) => JSON.stringify(v, null, n));

const mutated = fc
  .tuple(jsonText, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...MUTATIONS)), { maxLength: 3 }))
  .map(([text, edits]) =>
    edits.reduce((edited, [at, cut, piece]) => {
      const i = at % (edited.length + 1);
      return Buffer.from(edited.slice(0, i) + piece + edited.slice(i + cut)).toString();
    }, text),
  );

describe('evaluate.md 6.2 strict reader beside JSON.parse', () => {
  test('accepts exactly what JSON.parse accepts, less what is named', () => {
    const reasons = new Set<string>();
    fc.assert(
      fc.property(mutated, text => {
        const fault = faultOf(text);
        reasons.add(fault?.reason ?? 'accepted');
        expect(fault?.reason === undefined).toBe(isPlainJson(text));
      }),
      { numRuns: 20_000, seed: 1 },
    );
    expect([...reasons]).toEqual(
      expect.arrayContaining(['accepted', 'json', 'non-finite', 'encoding', 'surrogate', 'duplicate-member']),
    );
  });

  test('refuses exactly the bytes that the platform calls no UTF-8', () => {
    const bytes = fc.array(
      fc.oneof(fc.integer({ min: 0x80, max: 0xff }), fc.constantFrom(0xed, 0xa0, 0xe0, 0xf0, 0x41)),
    );
    fc.assert(
      fc.property(bytes, inside => {
        const text = Buffer.from([0x22, ...inside, 0x22]);
        expect(faultOf(text) === undefined).toBe(Buffer.from(text.toString()).equals(text));
      }),
      { numRuns: 5000 },
    );
  });

  test('long texts are read by words to the same end as byte by byte', () => {
    fc.assert(
      fc.property(
        fc.nat(80),
        fc.constantFrom('"', '\\n', '\n', 'é', '\x1f', '\x7f', '\\'),
        fc.nat(40),
        (before, odd, after) => {
          const text = `["${'x'.repeat(before)}${odd}${'y'.repeat(after)}"]`;
          expect(faultOf(text) === undefined).toBe(isPlainJson(text));
        },
      ),
      { numRuns: 3000 },
    );
  });
});

/** JSON.parse accepts it, and nothing in it is refused by name. */
function isPlainJson(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const strings = [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)];
  const members = strings.filter(([, colon]) => colon === ':').length;
  return members === countMembers(value) && isPlainValue(value, 0);
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + countMembers(inner), own);
}

function isPlainValue(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return !/[\0\p{Surrogate}]/u.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 64) return false;
  return Object.entries(value).every(
    ([name, inner]) => isPlainValue(name, 0) && isPlainValue(inner, depth + 1),
  );
}
