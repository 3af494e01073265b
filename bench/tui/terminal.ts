import { PtyTerminal } from '../../test/support/terminal.ts';
import type { Place } from '../harness.ts';
import { program } from '../projects.ts';

export const SIZE = { columns: 120, rows: 40 };

/** The interface on a screen of its own. */
export function openTui(place: Place, cwd: string, link: string): PtyTerminal {
  return new PtyTerminal([process.execPath, program(place), 'tui', link], { cwd, ...SIZE });
}

/** Rows of the first screen are there, whoever drew them. */
export function hasRows(terminal: PtyTerminal): boolean {
  return /^▸ /m.test(terminal.text());
}

/** The UI library has taken over: it goes home once more than whoever drew before it. */
export function isMounted({ output }: PtyTerminal): boolean {
  return output.split('\u001b[H').length > 2;
}

export async function untilReady(terminal: PtyTerminal): Promise<void> {
  await terminal.until('rows drawn by the library', one => isMounted(one) && hasRows(one));
}
