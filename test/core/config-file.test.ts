import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { configJsonSchema, readConfigText } from '../../core/config-file/index.ts';
import { tomlPlaces } from '../../core/config-file/toml-places.ts';

function faultsOf(text: string): readonly string[] {
  const reading = readConfigText(text);
  if (reading.ok) return [];
  return reading.faults.map(
    ({ kind, place, path, found, want, suggestions }) =>
      `${place.line}:${place.column} ${kind} ${path} | ${found} | ${want} | ${suggestions.join(',')}`,
  );
}

describe('tui-cli.md 7 contextful.toml', () => {
  test('every table of the product is accepted, those of later parts as they are', () => {
    const text = `version = 1
[cli]
color = "never"
[tui]
theme = "dark"
[tui.keys]
quit = ["q"]
[eval]
goldens = ["a.jsonl"]
unscored_max = 0.05
raise_except = ["latency_ms"]
[eval.store]
memory = "1GiB"
[eval.ranking]
k1 = 0.9
floor = "off"
[eval.policy]
default_rows = "owner = subject.agent"
[eval.held_out]
gate = ["evals/cases/*.jsonl"]
[eval.endpoint.price."m/1"]
input = 1
output = 2.5
[[eval.floors]]
path = "retrieval.hybrid.abstention_rate"
at_least = 1.0
[release]
[gate]
anything = { goes = 1 }
[packs]
[audit]
`;
    const reading = readConfigText(text);
    expect(reading.ok && reading.file.config.eval?.floors).toEqual([
      { path: 'retrieval.hybrid.abstention_rate', at_least: 1 },
    ]);
  });

  test('[tui] is strict, and its keys and columns are named by who uses them', () => {
    expect(
      faultsOf(
        'version = 1\n[tui]\nthem = "dark"\nesc_ms = -1\ndates = "utc"\n[tui.keys]\ndown = 3\n[tui.columns]\nruns = ["run"]\n[[tui.filters]]\nname = "red"\nscreen = "runs"\n',
      ),
    ).toEqual([
      expect.stringMatching(/^3:1 unknown-key tui\.them .*\| theme/),
      expect.stringMatching(/^4:1 bad-value tui\.esc_ms \| -1 \| a whole number from 0 to 1000/),
      expect.stringMatching(/^7:1 bad-value tui\.keys\.down /),
      expect.stringMatching(/^10:\d+ bad-value tui\.filters\[0\]\.filter \| nothing/),
    ]);
  });

  test('the adapter may stand as text or in its table', () => {
    expect(faultsOf('version = 1\n[eval]\nstore = "memory"\n')).toEqual([]);
    expect(faultsOf('version = 1\n[eval.store]\nadapter = "memory"\n')).toEqual([]);
  });

  test.each([
    ['syntax', 'version = 1\n[eval\nk = 1\n', ['2:6 syntax']],
    ['no version', '[eval]\nk = 1\n', ['1:1 version version | nothing | 1 |']],
    ['another version', 'version = 2\n', ['1:1 version version | 2 | 1 |']],
    [
      'an unknown table',
      'version = 1\n[evil]\nk = 1\n',
      [
        '2:2 unknown-key evil | a key that is not known here | one of version, cli, tui, eval, release, gate, packs, audit | eval',
      ],
    ],
    [
      'an unknown key in a nested table',
      'version = 1\n\n[eval.ranking]\n  k = 1\n',
      [
        '4:3 unknown-key eval.ranking.k | a key that is not known here | one of k1, b, floor, max_tokens, weights | b,k1',
      ],
    ],
    [
      'a bad value with its choices',
      'version = 1\n[cli]\ncolor = "alwyas"\n',
      ['3:1 bad-value cli.color | "alwyas" | one of "auto", "always", "never" | always'],
    ],
    [
      'a number out of range',
      'version = 1\n[eval]\nk = 0\n',
      ['3:1 bad-value eval.k | 0 | a whole number from 1 to 1000 |'],
    ],
    [
      'a floor of the second table',
      'version = 1\n[[eval.floors]]\npath = "a"\n[[eval.floors]]\npaht = "b"\n',
      [
        '4:8 bad-value eval.floors[1].path | nothing | a text |',
        '5:1 unknown-key eval.floors[1].paht | a key that is not known here | one of path, stat, at_least, at_most, zero_cases, sets, note | path',
      ],
    ],
    [
      'a table where text or a table may stand',
      'version = 1\n[eval.store]\nmemoyr = "1GiB"\n',
      [
        '3:1 unknown-key eval.store.memoyr | a key that is not known here | one of adapter, memory, distribute, cache_bytes | memory',
      ],
    ],
    [
      'a not-a-number',
      'version = 1\n[eval.ranking]\nk1 = nan\n',
      ['3:1 bad-value eval.ranking.k1 | NaN | a number from 0 up |'],
    ],
    [
      'a size that the engine could not read',
      'version = 1\n[eval.store]\nmemory = "lots"\n',
      ['3:1 bad-value eval.store.memory | "lots" | a text such as "1GiB" |'],
    ],
    [
      'a prototype name is a key like any other',
      'version = 1\n[eval]\n__proto__ = 1\n',
      ['3:1 unknown-key eval.__proto__'],
    ],
  ])('%s', (_name, text, expected) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(expected.length);
    for (const [index, start] of expected.entries())
      expect(faults[index]?.slice(0, start.length)).toBe(start);
  });

  test.each([
    ['1GiB', true],
    ['1 GiB', true],
    ['1.5GB', true],
    ['512MiB', true],
    ['0.5GiB', true],
    ['100', false],
    ['0GiB', false],
    ['0.0 GiB', false],
    ['-1GiB', false],
    ['1KiB', false],
    ['none', false],
    ['80%', false],
    ["1GiB'; SELECT 1; --", false],
    ['1000000PiB', false],
  ])('memory %j is a size: %j', (memory, isSize) => {
    expect(faultsOf(`version = 1\n[eval.store]\nmemory = ${JSON.stringify(memory)}\n`)).toHaveLength(
      isSize ? 0 : 1,
    );
  });

  test('all faults of a file come at once, in file order', () => {
    const faults = faultsOf('version = 1\n[eval]\nk = "ten"\nzoen = "x"\n[cli]\nheartbeat = 0\n');
    expect(faults.map(fault => fault.split(' | ')[0])).toEqual([
      '3:1 bad-value eval.k',
      '4:1 unknown-key eval.zoen',
      '6:1 bad-value cli.heartbeat',
    ]);
  });

  test('the published schema judges as the reader does', () => {
    const validate = new Ajv2020({ strict: false }).compile(configJsonSchema());
    for (const [text, ok] of [
      ['version = 1\n[eval]\nk = 5\nseed = "12"\n', true],
      ['version = 2\n', false],
      ['version = 1\n[eval]\nk = 0\n', false],
      ['version = 1\n[eval]\nkk = 1\n', false],
      ['version = 1\n[gate]\nx = 1\n', true],
    ] as const) {
      expect(validate(parse(text))).toBe(ok);
      expect(readConfigText(text).ok).toBe(ok);
    }
  });
});

describe('places of keys', () => {
  test('dotted, quoted and inline keys, arrays of tables, strings that look like TOML', () => {
    const text = [
      'a.b = 1 # [x] = 2',
      '"c d" = { e = "} , f = 1", g = [1, { h = 2 }] }',
      '[t."u.v"]',
      's = """',
      '[no]',
      'k = "" """',
      'd = 1979-05-27 07:32:00',
      '[[list]]',
      'x = 1',
      '[[list]]',
      'x = 2',
      '[list.sub]',
      "y = 'a\\'",
    ].join('\n');
    const places = Object.fromEntries(
      [...tomlPlaces(text)].map(([path, at]) => [path, `${at.line}:${at.column}`]),
    );
    expect(places).toEqual({
      a: '1:1',
      'a.b': '1:3',
      '"c d"': '2:1',
      '"c d".e': '2:11',
      '"c d".g': '2:28',
      '"c d".g[0]': '2:33',
      '"c d".g[1]': '2:36',
      '"c d".g[1].h': '2:38',
      't."u.v"': '3:4',
      't."u.v".s': '4:1',
      't."u.v".d': '7:1',
      list: '8:3',
      'list[0]': '8:3',
      'list[0].x': '9:1',
      'list[1]': '10:3',
      'list[1].x': '11:1',
      'list[1].sub': '12:7',
      'list[1].sub.y': '13:1',
    });
  });

  test('text of any shape comes to an end', () => {
    const sign = fc.constantFrom(...'[]{}=.,#"\'\\\n', `"""`, `'''`, '[[');
    const piece = fc.oneof(sign, fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        expect(tomlPlaces(pieces.join('')).size).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('escapes of a quoted name are undone', () => {
    expect([...tomlPlaces('"\\u0069d" = 1\n').keys()]).toEqual(['id']);
  });
});
