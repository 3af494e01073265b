import { safe } from '../../core/safe-text.ts';
import type { Contributor } from '../../evals/gate/contributors.ts';
import { redLine } from '../../evals/gate/verdict-lines.ts';
import type { Conclusion } from '../../evals/run/conclude-run.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { caseRows } from './case-rows.ts';
import { paint } from './paint.ts';

const SHOWN_CASES = 10;

/** Each red line with the cases behind it, heaviest first. */
export function redsText({ verdict, behind, files }: Conclusion, view: View): readonly string[] {
  const { colour, columns, symbols } = view;
  const told = new Map<string, string>();
  return verdict.reds.flatMap((red, i) => {
    const line = paint(safe(redLine(red, verdict.floors), symbols), 'bad', colour);
    const cases = behind[i] ?? red.cases;
    const key = cases.map(({ id }) => id).join('\n');
    const earlier = told.get(key);
    if (cases.length === 0) return [line];
    // One fault often breaks several figures; its cases are told once.
    if (earlier !== undefined) return [line, safe(`  ${theCases(cases)} of ${earlier}`, symbols)];
    told.set(key, red.path);
    const shown = cases.slice(0, SHOWN_CASES).map(one => ({ place: files.placeOf(one), id: one.id }));
    return [line, ...caseRows(shown, columns, symbols), ...more(cases.length - shown.length, view)];
  });
}

function theCases({ length }: readonly Contributor[]): string {
  return length === 1 ? 'the case' : `the ${humanInt(length)} cases`;
}

export function more(count: number, { symbols }: Pick<View, 'symbols'>): readonly string[] {
  return count > 0 ? [`  ${symbols === 'ascii' ? '...' : '…'} and ${humanInt(count)} more`] : [];
}
