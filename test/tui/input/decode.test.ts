import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSendable } from '../../../tui/input/chord.ts';
import {
  DECODE_START,
  type DecodeState,
  decode,
  type InputEvent,
  isPending,
} from '../../../tui/input/decode.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector = {
  readonly name: string;
  readonly input: readonly string[];
  readonly output: readonly InputEvent[];
};

/** Everything that comes of the chunks, with a flush at the end. */
function decoded(chunks: readonly Uint8Array[]): readonly InputEvent[] {
  let state: DecodeState = DECODE_START;
  const all: InputEvent[] = [];
  for (const chunk of [...chunks, undefined]) {
    const step = decode(state, chunk ?? new Uint8Array(), chunk === undefined);
    all.push(...step.events);
    state = step.state;
  }
  return all;
}

function ofText(text: string): readonly InputEvent[] {
  return decoded([Buffer.from(text)]);
}

function keys(text: string): readonly string[] {
  return ofText(text).flatMap(event => ('key' in event ? [event.key] : []));
}

describe('tui.keys bytes', () => {
  test.each(vectorCases<Vector>('tui-cli', 'keys.decode'))('$name', ({ input, output }) => {
    expect(decoded(input.map(hex => Buffer.from(hex, 'hex')))).toEqual(output);
  });

  test.each([
    ['alt and a character of several bytes', '\x1bé', ['alt+é']],
    ['alt+backspace', '\x1b\x7f', ['alt+backspace']],
    ['alt+space', '\x1b ', ['alt+space']],
    ['ctrl+alt+a', '\x1b\x01', ['ctrl+alt+a']],
    ['enter carries no alt', '\x1b\r', ['esc', 'enter']],
    ['ctrl and signs', '\x1c\x1d\x1e\x1f', ['ctrl+\\', 'ctrl+]', 'ctrl+^', 'ctrl+_']],
    ['home and end in their three forms', '\x1b[H\x1bOF\x1b[1~\x1b[8~', ['home', 'end', 'home', 'end']],
    ['all modifiers', '\x1b[1;8A\x1b[5;3~', ['ctrl+alt+shift+up', 'alt+pageup']],
    ['the Linux console', '\x1b[[Aq', ['f1', 'q']],
    ['super is no key', '\x1b[1;9A', []],
    ['an unknown final', '\x1b[1;5yq', ['q']],
    ['an old mouse report', '\x1b[M !!q', ['q']],
    ['esc and a bracket that were typed', '\x1b[', ['esc', '[']],
    ['a control character inside a sequence', '\x1b[1;\rq', ['enter', 'q']],
    ['a control character inside a reply', '\x1b]11;\x03q', ['ctrl+c', 'q']],
    ['esc gets out of a reply', '\x1b]11;abc\x1b', ['esc']],
    ['an arrow behind a reply that broke off', '\x1b]11;abc\x1b[A', ['up']],
    ['a mark behind a letter is a key of its own', 'e\u0301x', ['e', '\u0301', 'x']],
    ['a flag and a flag', '🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
    ['C1 controls are none', 'a\u009bb\x1b\u0085c', ['a', 'b', 'c']],
    ['a sequence that does not end', `\x1b[${'1;'.repeat(5000)}Aq`, ['q']],
  ])('%s', (_, text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  test('a paste is text, whatever it holds, up to its whole end mark', () => {
    expect(ofText('\x1b[200~a\x1b[A\x03\x1b[20\x1b[201é\rb\x1b\x1b[201~q')).toEqual([
      { paste: 'a\x1b[A\x03\x1b[20\x1b[201é\nb\x1b' },
      { key: 'q' },
    ]);
  });

  test('a paste and a reply that are under way wait, over a flush too', () => {
    const first = decode(DECODE_START, Buffer.from('\x1b[200~ab'), true);
    expect(first.events).toEqual([]);
    expect(isPending(first.state)).toBe(false);
    expect(decode(first.state, Buffer.from('c\x1b[201~')).events).toEqual([{ paste: 'abc' }]);
    const reply = decode(DECODE_START, Buffer.from('\x1b]11;rgb'), true);
    expect(decode(reply.state, Buffer.from(':0\x1b\\q')).events).toEqual([
      { reply: 'osc', data: '11;rgb:0' },
      { key: 'q' },
    ]);
  });

  test.each([
    ['j', ['j'], false],
    ['é', ['é'], false],
    ['日', ['日'], false],
    ['\x1b[B', ['down'], false],
    ['\x1b', [], true],
    ['👩', [], true],
  ])('what %j gives at once, and whether a timer is needed', (text, expected, pending) => {
    const { events, state } = decode(DECODE_START, Buffer.from(text));
    expect(events).toEqual(expected.map(key => ({ key })));
    expect(isPending(state)).toBe(pending);
  });

  test.each([
    ['wheel up', '<64;1;2M', { mouse: 'wheel-up', button: null, x: 1, y: 2 }],
    ['drag with ctrl', '<48;3;4M', { mouse: 'drag', button: 0, x: 3, y: 4 }],
    ['move', '<35;3;4M', { mouse: 'move', button: null, x: 3, y: 4 }],
  ])('mouse: %s', (_, sequence, event) => {
    expect(ofText(`\x1b[${sequence}`)).toEqual([event]);
  });
});

const PIECES = [
  ...[
    '\x1b',
    '\x1b[',
    '\x1bO',
    '\x1b]',
    '\x1bP',
    '\x1b_',
    '\x1b\\',
    '\x07',
    '\x1b[200~',
    '\x1b[201~',
    '\x1b[M',
    '\x1b[[',
  ],
  ...[
    'A',
    '1;5',
    '~',
    '3',
    '<0;10;5',
    'M',
    'm',
    '24;80R',
    'I',
    'Z',
    'q',
    ' ',
    '\r',
    '\n',
    '\x03',
    '\x7f',
    '\x00',
  ],
  ...['é', '日', 'e\u0301', '👩‍💻', '🇩🇪', '\u200d', 'नि', '한', '\u0085'],
];
const bytes = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES).map(text => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 4 }).map(part => Buffer.from(part)) },
    ),
    { maxLength: 30 },
  )
  .map(parts => Buffer.concat(parts));

describe('tui.keys bytes, however they come', () => {
  test('every cut gives the same events', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(200)), (input, cuts) => {
        const places = [
          0,
          ...cuts.map(cut => cut % (input.length + 1)).toSorted((a, b) => a - b),
          input.length,
        ];
        const chunks = places.slice(1).map((to, index) => input.subarray(places[index], to));
        const whole = decoded([input]);
        expect(decoded(chunks)).toEqual(whole);
        expect(decoded([...input].map(byte => Uint8Array.of(byte)))).toEqual(whole);
      }),
      { numRuns: 2000 },
    );
  });

  test('keys are chords that a script can play, and the state is JSON', () => {
    fc.assert(
      fc.property(bytes, input => {
        const { events, state } = decode(DECODE_START, input);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        for (const event of events) {
          if (!('key' in event) || !/^[ -~]+$/.test(event.key)) continue;
          const result = parseSendable(event.key);
          if ('error' in result) expect(result.error).toBe('KeymapUnsendable');
          else expect(result.chord).toBe(event.key);
        }
      }),
    );
  });

  test('a flush leaves nothing that needs another', () => {
    fc.assert(
      fc.property(bytes, input => {
        expect(isPending(decode(DECODE_START, input, true).state)).toBe(false);
      }),
    );
  });

  test('what is text comes through whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), text => {
        fc.pre(!/[\p{Cc}\p{Cs}]/u.test(text));
        expect(
          keys(text)
            .map(key => (key === 'space' ? ' ' : key))
            .join(''),
        ).toBe(text);
      }),
    );
  });

  test('a long pile of marks, of end marks or of replies costs no more than its length', () => {
    const steps = (text: string): number => ofText(text).length;
    expect(steps('\u0301'.repeat(100_000))).toBe(Math.ceil(100_000 / 32));
    expect(steps(`\x1b[200~${'\x1b[201'.repeat(100_000)}`)).toBe(0);
    expect(steps(`\x1b]${'x'.repeat(500_000)}\x07`)).toBe(0);
  });
});
