import { blankScreen } from './model/blank.ts';
import { composeFrame, type Frame, type FrameSize } from './model/frame.ts';
import type { Pen } from './model/pen.ts';
import type { Screen } from './model/screen.ts';
import { buildScreen } from './model/screens.ts';
import type { Source } from './model/source.ts';
import { choicesOf } from './state/choices.ts';
import { type FilterFault, filterFault } from './state/filter-line.ts';
import { relink } from './state/relink.ts';
import { scopesOf } from './state/scopes.ts';
import { here, type State, type Visit } from './state/state.ts';

export type Views = {
  readonly screen: (state: State, visit?: Visit) => Screen;
  readonly frame: (state: State, size: FrameSize) => Frame;
  readonly choices: (state: State) => readonly string[];
  /** Data came: what was made from the older is made again when it is asked for. */
  readonly forget: () => void;
};

/** Screens that stay made: the one that is shown and the list it was opened from. */
const KEPT = 3;

function faultText({ column, message, suggest }: FilterFault): string {
  return `${column}: ${message}${suggest.length === 0 ? '' : `; ${suggest.join(' or ')}?`}`;
}

/**
 * Screens and frames of a session, made once for what they depend on: a key costs one frame. What a screen's own code
 * throws is handed to `broken`, and the screen says where that is kept; without it the fault goes to the caller.
 */
export function createViews(source: Source, pen: Pen, broken?: (error: unknown) => string): Views {
  const screens = new Map<string, { readonly marks: readonly string[]; readonly screen: Screen }>();
  const faults = new Map<string, Screen>();
  let framed: { readonly state: State; readonly size: FrameSize; readonly frame: Frame } | undefined;

  function screen(state: State, visit: Visit = here(state)): Screen {
    const fault = faults.get(visit.link);
    if (fault !== undefined) return fault;
    const key = `${state.preferences.codePoints} ${visit.link}`;
    const known = screens.get(key);
    if (known !== undefined && known.marks === visit.marks) return known.screen;
    const made = guarded(visit, () => buildScreen(visit, state, source, pen));
    screens.delete(key);
    screens.set(key, { marks: visit.marks, screen: made });
    const [oldest] = screens.keys();
    if (screens.size > KEPT && oldest !== undefined) screens.delete(oldest);
    return made;
  }

  function guarded(visit: Visit, make: () => Screen): Screen {
    try {
      return make();
    } catch (error) {
      return keepFault(visit, error);
    }
  }

  function keepFault({ link }: Visit, error: unknown): Screen {
    if (broken === undefined) throw error;
    const fault: Screen = {
      ...blankScreen([link]),
      empty: [
        [pen.bold(`the screen ${link} failed`, 'bad'), pen.span(': a fault of contextful, not of the run')],
        [pen.span('kept in '), pen.span(broken(error)), pen.span('; esc goes back')],
      ],
    };
    faults.set(link, fault);
    return fault;
  }

  function frame(state: State, size: FrameSize): Frame {
    if (framed?.state === state && framed.size.columns === size.columns && framed.size.rows === size.rows)
      return framed.frame;
    const visit = here(state);
    let made: Frame;
    try {
      made = compose(state, visit, size);
    } catch (error) {
      keepFault(visit, error);
      made = compose(state, visit, size);
    }
    framed = { state, size, frame: made };
    return made;
  }

  function compose(state: State, visit: Visit, size: FrameSize): Frame {
    const fault = state.draft === null ? undefined : filterFault(visit.link, state.draft.text);
    return composeFrame({
      screen: screen(state, visit),
      state,
      visit,
      size,
      pen,
      scopes: scopesOf(visit.link),
      filter: relink(visit.link).filter,
      filterFault: fault === undefined ? undefined : faultText(fault),
      choices: choices(state),
    });
  }

  const choices = (state: State): readonly string[] => choicesOf(state, source);

  return {
    screen,
    frame,
    choices,
    forget: () => {
      screens.clear();
      framed = undefined;
    },
  };
}
