import { describe, expect, test } from 'vitest';
import { parseChord, parseSendable } from '../../../tui/input/chord.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector = { readonly name: string; readonly input: string; readonly output: unknown };

describe('tui.keys chords', () => {
  test.each(vectorCases<Vector>('tui-cli', 'keys.chord'))('$name', ({ input, output }) => {
    expect(parseChord(input)).toEqual(output);
  });

  test.each([
    ['ctrl+', 'KeymapBadChord', 'a key is expected at the end'],
    ['foo+x', 'KeymapBadChord', 'unknown modifier foo'],
    ['meta+alt+x', 'KeymapBadChord', 'alt twice'],
    ['a\u0007', 'KeymapBadChord', 'unknown key a\u0007'],
    ['ctrl+[', 'KeymapUnsendable', 'ctrl+[ is the byte of esc'],
    ['ctrl+j', 'KeymapUnsendable', 'ctrl+j is the byte of enter'],
    ['ctrl+tab', 'KeymapUnsendable', 'tab carries shift alone'],
    ['ctrl+f3', 'KeymapUnsendable', 'f3 carries no modifier'],
    ['shift+日', 'KeymapUnsendable', 'write the shifted character itself'],
    ['alt+shift+o', 'KeymapUnsendable', 'alt+O starts an escape sequence'],
    ['shift++', 'KeymapUnsendable', 'write the shifted character itself'],
    ['ctrl++', 'KeymapUnsendable', 'no control byte for this key'],
  ])('%j is refused', (input, error, why) => {
    expect(parseChord(input)).toEqual({ error, why });
  });

  test.each([
    ['Return', 'enter'],
    ['alt+shift+g', 'alt+G'],
    ['shift+é', 'É'],
    ['e\u0301', 'é'],
    ['ctrl+\\', 'ctrl+\\'],
    ['alt+backspace', 'alt+backspace'],
  ])('%j is written %j', (input, chord) => {
    expect(parseChord(input)).toEqual({ chord });
  });

  test('a reserved chord can be played, though not bound', () => {
    expect(parseSendable('ctrl+c')).toEqual({ chord: 'ctrl+c' });
  });

  test('what is canonical stays as it is', () => {
    const chords = vectorCases<Vector>('tui-cli', 'keys.chord').map(({ input }) => parseChord(input));
    for (const one of chords) if ('chord' in one) expect(parseChord(one.chord)).toEqual(one);
  });
});
