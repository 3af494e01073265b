import { describe, expect, test } from 'vitest';
import { parseKeyScript } from '../../../tui/input/script.ts';
import { refusalFrom } from '../../support/refusal-from.ts';
import { vectorCases } from '../../support/vectors.ts';

type Fault = { readonly error: string; readonly chord: string };
type Vector = {
  readonly name: string;
  readonly input: string;
  readonly output: readonly string[] | Fault;
};

describe('tui.keys scripts', () => {
  test.each(vectorCases<Vector>('tui-cli', 'keys.script'))('$name', ({ input, output }) => {
    if ('error' in output) {
      const refusal = refusalFrom(() => parseKeyScript(input));
      expect({ error: refusal.code, chord: refusal.facts['chord'] }).toEqual(output);
    } else expect(parseKeyScript(input)).toEqual(output);
  });

  test('an empty script plays nothing', () => {
    expect(parseKeyScript(' \n')).toEqual([]);
  });

  test('text is typed grapheme by grapheme, and a backslash that escapes nothing stays', () => {
    expect(parseKeyScript('"é👩‍💻\\d"')).toEqual(['é', '👩‍💻', '\\', 'd']);
  });

  test('the star is a key too, and a reserved chord may be played', () => {
    expect(parseKeyScript('* 2** ctrl+c')).toEqual(['*', '*', '*', 'ctrl+c']);
  });

  test.each([
    ['"open', '"open', 'a closing quote is missing'],
    ['j "a"b', '"a"b', 'a space is expected after the closing quote'],
    ['0*j', '0*j', 'a count is 1 to 100000'],
    ['999999999999*j', '999999999999*j', 'a count is 1 to 100000'],
    ['99999*j 99999*k', '99999*k', 'a script plays at most 100000 keys'],
    ['2*"ab"', '"ab"', 'unknown key "ab"'],
  ])('%s is refused', (script, chord, why) => {
    const { code, facts } = refusalFrom(() => parseKeyScript(script));
    expect({ code, facts }).toEqual({ code: 'UsageBadValue', facts: { chord, why } });
  });
});
