import type { Keymap } from '../bindings.ts';
import { type Link, parseLink } from '../links.ts';
import type { State, Visit } from '../state/state.ts';
import { caseScreen } from './case.ts';
import { casesScreen } from './cases.ts';
import { compareScreen } from './compare.ts';
import { compareCaseScreen } from './compare-case.ts';
import { diffScreen } from './diff.ts';
import { explainScreen } from './explain.ts';
import { floorsScreen } from './floors.ts';
import { helpScreen } from './help.ts';
import { liveScreen } from './live.ts';
import type { Pen } from './pen.ts';
import { rowScreen } from './row.ts';
import { runScreen } from './run.ts';
import { runsScreen } from './runs.ts';
import type { Screen } from './screen.ts';
import { sliceScreen } from './slice.ts';
import { slicesScreen } from './slices.ts';
import type { Source } from './source.ts';
import { unbuilt } from './unbuilt.ts';

/** What a screen is made from. */
export type Place = {
  readonly link: Link;
  readonly visit: Visit;
  /** The list that the screen was opened from. */
  readonly above: Visit | undefined;
  readonly source: Source;
  readonly pen: Pen;
  /** Key `w`: values as code points. */
  readonly codePoints: boolean;
  readonly keymap: Keymap;
};

/** The screen at a visited place, whatever of its data is there. */
export function buildScreen(visit: Visit, { preferences, stack }: State, source: Source, pen: Pen): Screen {
  const link = parseLink(visit.link);
  const build = builders[link.route] ?? unbuilt;
  const { codePoints, keymap } = preferences;
  const above = stack[stack.indexOf(visit) - 1];
  return build({ link, visit, above, source, pen, codePoints, keymap });
}

/** Addresses that this version has a screen for. */
export const builtRoutes = (): readonly string[] => Object.keys(builders);

const builders: { readonly [route in Link['route']]?: (place: Place) => Screen } = {
  runs: runsScreen,
  'run/:run': runScreen,
  'run/:run/slices': slicesScreen,
  'run/:run/slice/:tag': sliceScreen,
  'run/:run/diff': diffScreen,
  'run/:run/floors': floorsScreen,
  'run/:run/explain': explainScreen,
  'run/:run/live': liveScreen,
  'run/:run/cases': casesScreen,
  'run/:run/case/:case': caseScreen,
  'run/:run/case/:case/row/:row': rowScreen,
  'compare/:a/:b': compareScreen,
  'compare/:a/:b/case/:case': compareCaseScreen,
  help: helpScreen,
};
