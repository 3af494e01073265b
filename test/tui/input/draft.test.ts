import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Draft, type DraftInput, draftOf, editDraft } from '../../../tui/input/draft.ts';
import { graphemes } from '../../../tui/text/cells.ts';

/** A draft as text with `|` for its caret. */
function drawn({ text, caret }: Draft): string {
  const parts = graphemes(text);
  return `${parts.slice(0, caret).join('')}|${parts.slice(caret).join('')}`;
}

function play(start: Draft, chords: readonly string[]): Draft {
  return chords.reduce((draft, chord) => editDraft(draft, { chord }), start);
}

describe('tui-cli.md 19 text input', () => {
  test.each([
    ['typing', ['a', 'space', 'É', '日'], 'ab cda É日|'],
    ['a named key and a modified one type nothing', ['f1', 'alt+x', 'pagedown', 'tab'], 'ab cd|'],
    ['left and right', ['left', 'left', 'x', 'right'], 'ab xc|d'],
    ['left at the start', ['home', 'left', 'x'], 'x|ab cd'],
    ['ctrl+a and ctrl+e', ['ctrl+a', 'x', 'ctrl+e', 'y'], 'xab cdy|'],
    ['backspace and delete', ['left', 'backspace', 'delete'], 'ab |'],
    ['delete at the end', ['delete'], 'ab cd|'],
    ['ctrl+w takes a word', ['ctrl+w'], 'ab |'],
    ['ctrl+w takes the blanks behind a word along', ['space', 'space', 'ctrl+w'], 'ab |'],
    ['ctrl+u', ['left', 'ctrl+u'], '|d'],
    ['ctrl+k', ['home', 'right', 'ctrl+k'], 'a|'],
    ['word by word', ['ctrl+left', 'x', 'ctrl+left', 'ctrl+left', 'ctrl+right'], 'ab| xcd'],
  ])('%s', (_, chords, expected) => {
    expect(drawn(play(draftOf('ab cd'), chords))).toBe(expected);
  });

  test('a grapheme is taken out whole', () => {
    expect(drawn(play(draftOf('a👩‍💻é'), ['left', 'backspace']))).toBe('a|é');
  });

  test('a key that joins the letter before it moves no caret into a grapheme', () => {
    expect(play(draftOf('e'), ['\u0301', 'x'])).toMatchObject({ text: 'e\u0301x', caret: 2 });
    const between = editDraft(draftOf('\u{1f469}\u{1f4bb}'), { chord: 'left' });
    expect(editDraft(between, { chord: '\u200d' })).toMatchObject({ text: '👩‍💻', caret: 1 });
  });

  test('newlines and tabs of a paste become spaces, other controls go', () => {
    const draft = editDraft(draftOf('ab'), { paste: '1\r\n2\r3\n4\t5\u001b[31m\u0085' });
    expect(draft.text).toBe('ab1 2 3 4 5[31m');
  });

  test('a paste stops at the longest draft', () => {
    expect(editDraft(draftOf('ab'), { paste: 'x'.repeat(10_000) }).text).toHaveLength(4_000);
  });

  test('up walks to older texts, down back to what was being typed', () => {
    const start = draftOf('new', ['second', 'first']);
    const texts = ['up', 'up', 'up', 'down', 'down', 'down'].map((_, index, all) => {
      return play(start, all.slice(0, index + 1)).text;
    });
    expect(texts).toEqual(['second', 'first', 'first', 'second', 'new', 'new']);
  });

  test('an edited text of the history is a new one', () => {
    const edited = play(draftOf('', ['old']), ['up', 'x']);
    expect(edited).toEqual({ text: 'oldx', caret: 4, history: ['old'] });
  });

  test('the history reaches 50 texts back', () => {
    const history = Array.from({ length: 60 }, (_, index) => `t${index}`);
    expect(play(draftOf('', history), Array(70).fill('up')).text).toBe('t49');
  });

  test('the caret stays inside and the text free of controls, whatever is played', () => {
    const chord = fc.oneof(
      fc.constantFrom('left', 'right', 'home', 'end', 'backspace', 'delete', 'ctrl+w', 'ctrl+u', 'ctrl+k'),
      fc.constantFrom('up', 'down', 'ctrl+left', 'ctrl+right', 'space'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter(text => !/\p{Cc}/u.test(text)),
    );
    const input: fc.Arbitrary<DraftInput> = fc.oneof(
      fc.record({ chord }),
      fc.record({ paste: fc.string({ unit: 'binary' }) }),
    );
    fc.assert(
      fc.property(fc.array(input), inputs => {
        const draft = inputs.reduce(editDraft, draftOf('', ['a b', 'ü']));
        expect(draft.caret).toBeGreaterThanOrEqual(0);
        expect(draft.caret).toBeLessThanOrEqual(graphemes(draft.text).length);
        expect(draft.text).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
