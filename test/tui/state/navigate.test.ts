import { describe, expect, test } from 'vitest';
import {
  atRoot,
  goBack,
  goForward,
  goUp,
  openLink,
  parentLink,
  relist,
  replaceLink,
} from '../../../tui/state/navigate.ts';
import { relink, runOf, tabLink } from '../../../tui/state/relink.ts';
import { DEFAULT_PREFERENCES, here, initialState, type State, withHere } from '../../../tui/state/state.ts';

const SIZE = { columns: 80, rows: 24 };

function at(...links: readonly string[]): State {
  const [first = 'runs', ...rest] = links;
  return rest.reduce(openLink, initialState(first, SIZE, DEFAULT_PREFERENCES, null));
}

function way(from: State): readonly string[] {
  const links = [here(from).link];
  for (let state = from; !atRoot(state); ) {
    state = goUp(state);
    links.push(here(state).link);
  }
  return links;
}

describe('tui-cli.md 19 one level up', () => {
  test('from a case that was opened directly: its list, its run, all runs', () => {
    expect(way(at('run/r1/case/c1'))).toEqual(['run/r1/case/c1', 'run/r1/cases', 'run/r1', 'runs']);
  });

  test.each([
    ['run/r1/case/c1/row/t%23k', 'run/r1/case/c1'],
    ['run/r1/slice/cjk', 'run/r1/slices'],
    ['run/r1/diff', 'run/r1'],
    ['run/r1?tab=stamp', 'runs'],
    ['compare/a/b/case/c', 'compare/a/b'],
    ['compare/a/b', 'runs'],
    ['gate', 'runs'],
    ['help', 'runs'],
  ])('%s belongs to %s', (link, above) => {
    expect(parentLink(link)).toBe(above);
  });

  test('what is compared stays, filter and order belong to the list that was left', () => {
    expect(parentLink('run/r1/case/c1?vs=r0&leg=vector')).toBe('run/r1/cases?vs=r0');
    expect(parentLink('run/r1/cases?vs=r0&filter=is%3Ared&sort=recall')).toBe('run/r1?vs=r0');
  });

  test('to where it was opened from, as it was left there', () => {
    const left = withHere(at('runs', 'run/r1'), { cursor: 0, column: 2, total: 9, marks: ['m'] });
    const back = goUp(openLink(left, 'run/r1/explain'));
    expect(here(back)).toEqual(here(left));
  });

  test('the root stays', () => {
    const root = at('runs');
    expect(goUp(root)).toBe(root);
  });
});

describe('tui-cli.md 19 history', () => {
  test('back and forward go over every screen that was seen', () => {
    const state = goUp(at('runs', 'run/r1', 'run/r1/diff'));
    const back = goBack(state);
    expect(here(back).link).toBe('run/r1/diff');
    expect(here(goForward(back)).link).toBe('run/r1');
    expect(goForward(goForward(back))).toEqual(goForward(back));
  });

  test('a new way forgets the one that was left', () => {
    const back = goBack(at('runs', 'run/r1'));
    expect(openLink(back, 'run/r2').future).toEqual([]);
  });

  test('it keeps a hundred, and stacks stay below fifty', () => {
    let state = at('runs');
    for (let n = 0; n < 200; n += 1) state = openLink(state, `run/r${n}`);
    expect(state.past).toHaveLength(100);
    expect(state.stack).toHaveLength(50);
    expect(state.stack[0]?.link).toBe('runs');
  });
});

describe('tui-cli.md 20 addresses', () => {
  test('one that no link can be leaves the screen and says why', () => {
    const state = at('runs');
    for (const move of [openLink, replaceLink]) {
      const after = move(state, `run/r1/case/${'%E6%BC%A2'.repeat(400)}`);
      expect(here(after).link).toBe('runs');
      expect(after.notice?.text).toContain('no address can hold this text');
    }
  });

  test('a query changes alone, in canonical form', () => {
    expect(relink('run/r1/cases?filter=a', { sort: 'recall', vs: 'r0' }).link).toBe(
      'run/r1/cases?vs=r0&filter=a&sort=recall',
    );
    expect(relink('run/r1/cases?filter=a', { filter: null }).link).toBe('run/r1/cases');
    expect(relink('run/r1/cases?filter=a', { filter: '' }).link).toBe('run/r1/cases');
  });

  test('a tab is a screen of its own, or a part of the overview', () => {
    expect(tabLink('run/r1/diff?vs=r0', 'explain')).toBe('run/r1/explain?vs=r0');
    expect(tabLink('run/r1/diff', 'metrics')).toBe('run/r1');
    expect(tabLink('run/r1/diff', 'stamp')).toBe('run/r1?tab=stamp');
    expect(tabLink('run/r1?tab=stamp', 'cases')).toBe('run/r1/cases');
    expect(tabLink('run/r1/slice/cjk', 'diff')).toBe('run/r1/diff');
  });

  test('which run it is about', () => {
    expect(runOf('run/r1/cases?vs=r0')).toBe('r1');
    expect(runOf('runs')).toBeUndefined();
  });

  test('a list in another order keeps marks, column and where the cursor was', () => {
    const list = withHere(at('run/r1/cases'), { cursor: 3, total: 9, column: 1, marks: ['a'] });
    const after = here(relist(list, 'run/r1/cases?sort=recall'));
    expect(after).toMatchObject({
      cursor: 0,
      total: 0,
      column: 1,
      marks: ['a'],
      from: { link: 'run/r1/cases', cursor: 3 },
    });
  });

  test('a second change before the list came still follows the first row', () => {
    const list = withHere(at('run/r1/cases'), { cursor: 3, total: 9 });
    const twice = relist(relist(list, 'run/r1/cases?sort=recall'), 'run/r1/cases?sort=recall-');
    expect(here(twice).from).toEqual({ link: 'run/r1/cases', cursor: 3 });
  });
});
