import { describe, expect, test } from 'vitest';
import { osc52 } from '../../../tui/effects/osc52.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector = {
  readonly name: string;
  readonly input: string;
  readonly output: { readonly plain: string; readonly tmux: string };
};

describe('tui.act the clipboard', () => {
  test.each(vectorCases<Vector>('tui-cli', 'clipboard.osc52'))('$name', ({ input, output }) => {
    const hex = (tmux: boolean): string => Buffer.from(osc52(input, { tmux }) ?? '').toString('hex');
    expect({ plain: hex(false), tmux: hex(true) }).toEqual(output);
  });

  test('bytes count, not characters', () => {
    expect(osc52('é'.repeat(37_000), { tmux: false })).not.toBe(null);
    expect(osc52('é'.repeat(37_001), { tmux: false })).toBe(null);
  });
});
