import { blankScreen } from './blank.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** An address of an area that this version has no screen for. */
export function unbuilt({ link, pen }: Place): Screen {
  return {
    ...blankScreen([link.canonical]),
    empty: [[pen.span('this version has no such screen yet; esc goes back', 'muted')]],
  };
}
