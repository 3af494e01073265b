import { describe, expect, test } from 'vitest';
import { lineText } from '../../../tui/model/fit.ts';
import { createPen } from '../../../tui/model/pen.ts';
import { rtlCell, rtlLines, rtlText } from '../../../tui/model/rtl.ts';

const pen = createPen('utf8');
const HEBREW = 'שלום';

describe('tui-cli.md 14 text that runs to the left', () => {
  test('it is marked, and what stood behind it goes on below', () => {
    const line = [pen.span('truth  '), pen.span(HEBREW), pen.span('    a.jsonl:3')];
    expect(rtlLines(line, pen).map(lineText)).toEqual([`truth  [rtl] ${HEBREW}`, '    a.jsonl:3']);
  });

  test('two of them stand on two lines', () => {
    expect(rtlLines([pen.span(HEBREW), pen.span(HEBREW)], pen)).toHaveLength(2);
  });

  test('other text stays as it is', () => {
    const line = [pen.span('漢字 e\u0301 👍')];
    expect(rtlLines(line, pen)).toEqual([line]);
    expect(rtlCell(line, false, pen)).toBe(line);
    expect(rtlText('漢字')).toBe('漢字');
  });

  test('in a list the last column shows it, the others the mark alone', () => {
    const cell = [pen.span('1 '), pen.span(HEBREW)];
    expect(lineText(rtlCell(cell, true, pen))).toBe(`[rtl] 1 ${HEBREW}`);
    expect(lineText(rtlCell(cell, false, pen))).toBe('1 [rtl]');
    expect(rtlText(`case ${HEBREW}`)).toBe('[rtl]');
  });

  test.each(['مرحبا', 'ܫܠܡܐ', 'ދިވެހި', '𞤀𞤣𞤤𞤢𞤥'])('%s is one', word => {
    expect(rtlText(word)).toBe('[rtl]');
  });
});
