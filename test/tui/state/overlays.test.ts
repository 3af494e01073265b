import { describe, expect, test } from 'vitest';
import { filterFault } from '../../../tui/state/filter-line.ts';
import {
  DEFAULT_PREFERENCES,
  type Event,
  here,
  initialState,
  type Preview,
  type Seen,
  type State,
  type Stepped,
  withHere,
} from '../../../tui/state/state.ts';
import { step } from '../../../tui/state/step.ts';

const SEEN: Seen = {
  focus: { link: 'run/r1' },
  height: 10,
  detailHeight: 4,
  detailLines: 9,
  gridColumns: 0,
  sortKeys: ['id', 'recall'],
  tabs: ['metrics', 'slices'],
  legs: [],
  choices: [],
};

function begin(link = 'run/r1/cases', readOnly: string | null = null): State {
  const state = initialState(link, { columns: 80, rows: 24 }, DEFAULT_PREFERENCES, readOnly, ['is:red']);
  return withHere(state, { total: 9, cursor: 3 });
}

function press(state: State, chords: readonly string[], seen: Partial<Seen> = {}): Stepped {
  let after: Stepped = { state, effects: [] };
  for (const chord of chords) {
    const event: Event = { t: 'key', chord, seen: { ...SEEN, ...seen } };
    after = step(after.state, event);
  }
  return after;
}

const typed = (text: string): readonly string[] => [...text].map(sign => (sign === ' ' ? 'space' : sign));

describe('tui.filter the filter line', () => {
  test('what is typed filters once it is entered, and is kept', () => {
    const { state } = press(begin(), ['/', ...typed('recall<1 gold'), 'enter']);
    expect(here(state).link).toBe('run/r1/cases?filter=recall%3C1%20gold');
    expect(here(state).match).toBe('gold');
    expect(state.draft).toBeNull();
    expect(state.filters).toEqual(['recall<1 gold', 'is:red']);
  });

  test('esc leaves the old filter', () => {
    const before = begin('run/r1/cases?filter=is%3Ared');
    const { state } = press(before, ['/', ...typed(' x'), 'esc']);
    expect(state).toEqual(before);
  });

  test('with a fault nothing is filtered and the line stays', () => {
    const { state } = press(begin(), ['/', ...typed('recal<1'), 'enter']);
    expect(here(state).link).toBe('run/r1/cases');
    expect(state.draft?.text).toBe('recal<1');
    expect(filterFault('run/r1/cases', 'recal<1')).toEqual({
      code: 'FilterUnknownField',
      message: 'unknown field recal',
      column: 1,
      suggest: ['recall'],
    });
  });

  test('an empty line takes the filter away', () => {
    const { state } = press(begin('run/r1/cases?filter=is%3Ared'), ['/', 'ctrl+u', 'enter']);
    expect(here(state).link).toBe('run/r1/cases');
  });

  test('a list without fields takes none', () => {
    expect(filterFault('run/r1/diff', 'x')?.message).toBe('this list takes no filter');
  });

  test('= adds the value under the cursor, * the marked rows and takes them away again', () => {
    const focus = { filter: 'outcome:fail', id: 'c1' };
    const { state } = press(begin('run/r1/cases?filter=is%3Ared'), ['='], { focus });
    expect(here(state).link).toBe('run/r1/cases?filter=is%3Ared%20outcome%3Afail');
    const marked = press(begin('run/r1/cases?filter=tag%3Aa%20or%20tag%3Ab'), ['space', '*'], {
      focus,
    }).state;
    expect(here(marked).link).toBe('run/r1/cases?filter=%28tag%3Aa%20or%20tag%3Ab%29%20is%3Amarked');
    expect(here(marked).marks).toEqual(['c1']);
    expect(here(press(marked, ['*']).state).link).toBe('run/r1/cases?filter=%28tag%3Aa%20or%20tag%3Ab%29');
    expect(press(begin(), ['*']).state.notice?.text).toBe('nothing is marked: space marks');
  });

  test('A marks what the list holds and says how many, and of how many', () => {
    const all = press(begin(), ['A'], { filtered: ['a', 'b'] }).state;
    expect(here(all).marks).toEqual(['a', 'b']);
    expect(all.notice?.text).toBe('the first 2 of 9 marked');
    expect(here(press(all, ['X']).state).marks).toEqual([]);
  });

  test('s goes through the orders, S turns the one there is', () => {
    const once = press(begin(), ['s']).state;
    expect(here(once).link).toBe('run/r1/cases?sort=id');
    expect(here(press(once, ['s']).state).link).toBe('run/r1/cases?sort=recall');
    expect(here(press(once, ['S']).state).link).toBe('run/r1/cases?sort=id-');
    expect(here(press(once, ['S', 'S']).state).link).toBe('run/r1/cases?sort=id');
    expect(press(begin(), ['S']).state.notice?.text).toBe('sort first: s');
    expect(press(begin(), ['s'], { sortKeys: [] }).state.notice?.text).toBe('this list keeps its order');
  });
});

const PREVIEW: Preview = {
  kind: 'baseline',
  title: 'Raise the baseline',
  lines: ['+ a'],
  word: 'raise',
  refused: null,
  token: 'sha256:1',
  command: null,
};

function shown(change: Partial<Preview> = {}, readOnly: string | null = null): State {
  return step(begin('run/r1', readOnly), { t: 'preview', preview: { ...PREVIEW, ...change } }).state;
}

describe('tui.act a preview', () => {
  test('is asked for first', () => {
    expect(press(begin('run/r1'), ['b']).effects).toEqual([
      { t: 'plan', what: 'baseline', link: 'run/r1', ids: [] },
    ]);
    expect(press(begin('run/r1'), ['r']).effects).toMatchObject([{ t: 'plan', what: 'rerun' }]);
  });

  test('is carried out once its word stands', () => {
    expect(press(shown(), ['enter']).effects).toEqual([]);
    expect(press(shown(), [...typed('rais'), 'enter']).state.overlay).not.toBeNull();
    const { state, effects } = press(shown(), [...typed('raise'), 'enter']);
    expect(effects).toEqual([{ t: 'apply', preview: PREVIEW }]);
    expect(state.overlay).toBeNull();
  });

  test('without a word enter is enough; a rerun is spawned', () => {
    const { effects } = press(shown({ kind: 'rerun', word: null }), ['enter']);
    expect(effects).toMatchObject([{ t: 'spawn' }]);
  });

  test('that is refused leads to nothing', () => {
    const { state, effects } = press(shown({ refused: 'the run is red' }), [...typed('raise'), 'enter']);
    expect(effects).toEqual([]);
    expect(state.overlay).toBeNull();
  });

  test('esc leaves it', () => {
    expect(press(shown(), ['esc'])).toMatchObject({ state: { overlay: null }, effects: [] });
  });

  test('in a read-only session every change says why it is off', () => {
    const { state, effects } = press(begin('run/r1', '--read-only'), ['b']);
    expect(effects).toEqual([]);
    expect(state.notice?.text).toBe('ReadOnly: Update baseline is off, --read-only');
    expect(press(shown({ word: null }, '--read-only'), ['enter']).effects).toEqual([]);
  });
});

describe('tui.keys what lies over a screen', () => {
  test('the palette carries out what is chosen', () => {
    const choices = ['action:explain', 'link:run/r2', 'filter:is:red', 'theme:mono', 'vs:r0'];
    const choose = (downs: number): State =>
      press(begin('run/r1/cases'), [':', ...Array<string>(downs).fill('down'), 'enter'], { choices }).state;
    expect(here(choose(0)).link).toBe('run/r1/explain');
    expect(here(choose(1)).link).toBe('run/r2');
    expect(here(choose(2)).link).toBe('run/r1/cases?filter=is%3Ared');
    expect(choose(3).preferences.theme).toBe('mono');
    expect(here(choose(4)).link).toBe('run/r1/cases?vs=r0');
    expect(here(choose(99)).link).toBe('run/r1/cases?vs=r0');
  });

  test('typing in it acts on nothing below', () => {
    const { state, effects } = press(begin(), [':', 'q', 'b', '1']);
    expect(state.overlay).toMatchObject({ kind: 'palette', draft: { text: 'qb1' }, cursor: 0 });
    expect(effects).toEqual([]);
  });

  test('in the list of runs, the chosen one is compared with the one under the cursor', () => {
    const { state } = press(begin('runs'), ['v', 'enter'], { choices: ['vs:r0'] });
    expect(here(state).link).toBe('compare/r0/r1');
  });

  test('help scrolls to its end and no further', () => {
    const scrolled = press(begin(), ['?', ...Array<string>(20).fill('j')]).state;
    expect(scrolled.overlay).toEqual({ kind: 'help', scroll: 5 });
    expect(press(scrolled, ['q']).state.overlay).toBeNull();
  });

  test('a note is kept with its row, an empty one is none', () => {
    const focus = { id: 'c1' };
    const { effects } = press(begin(), ['a', ...typed('look twice'), 'enter'], { focus });
    expect(effects).toEqual([{ t: 'note', link: 'run/r1/cases', text: 'look twice', on: focus }]);
    expect(press(begin(), ['a', 'enter'], { focus }).effects).toEqual([]);
  });

  test.each([
    ['d', [{ t: 'quit', code: 0, jobs: 'leave' }]],
    ['s', [{ t: 'quit', code: 0, jobs: 'stop' }]],
    ['esc', []],
  ])('quitting while a run goes on asks: %s', (key, effects) => {
    const job = { id: 'j1', what: 'eval run', pid: 4711, run: null, state: 'running' } as const;
    const { state } = step(begin('runs'), { t: 'job', job });
    const asked = press(state, ['q']);
    expect(asked).toMatchObject({ state: { overlay: { kind: 'leave' } }, effects: [] });
    expect(press(asked.state, [key]).effects).toEqual(effects);
  });

  test('. does the last action again', () => {
    const once = press(begin(), ['space', 'j'], { focus: { id: 'a' } }).state;
    expect(here(press(once, ['.'], { focus: { id: 'b' } }).state).marks).toEqual(['a', 'b']);
    expect(press(begin(), ['.']).state.notice?.text).toBe('nothing to repeat');
  });

  test('L goes on from the leg that is shown', () => {
    const next = (legs: readonly string[]): string =>
      here(press(begin('run/r1/case/c1'), ['L'], { legs }).state).link;
    expect(next(['lexical', 'hybrid'])).toBe('run/r1/case/c1?leg=vector');
    expect(next(['vector', 'hybrid'])).toBe('run/r1/case/c1?leg=hybrid');
    expect(next(['hybrid', 'lexical'])).toBe('run/r1/case/c1?leg=lexical');
  });

  test('V turns a comparison round', () => {
    expect(here(press(begin('compare/a/b/case/c1'), ['V']).state).link).toBe('compare/b/a/case/c1');
  });
});
