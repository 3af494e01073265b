import type { Refusal } from '../../core/refusal.ts';
import type { Line, Pen } from './pen.ts';
import type { ListSource, Screen } from './screen.ts';

export const noList: ListSource = {
  columns: [],
  total: 0,
  row: () => undefined,
  focus: () => ({}),
};

/** A screen without data: what it is, and the rest still to come. */
export function blankScreen(crumbs: readonly string[]): Screen {
  return {
    crumbs,
    badge: [],
    why: () => [],
    tabs: [],
    tab: undefined,
    head: () => [],
    list: noList,
    sortKeys: [],
    detail: undefined,
    empty: [],
    waiting: undefined,
  };
}

/** While data is on its way, or why it can't be had. */
export function pending(crumbs: readonly string[], failure: Refusal | undefined, pen: Pen): Screen {
  if (failure === undefined) {
    return { ...blankScreen(crumbs), waiting: 'loading', empty: [[pen.span('loading', 'muted')]] };
  }
  return { ...blankScreen(crumbs), empty: refusalLines(failure, pen) };
}

function refusalLines(refusal: Refusal, pen: Pen): readonly Line[] {
  const { place } = refusal;
  const at =
    place === undefined ? undefined : [place.file, place.line].filter(part => part !== undefined).join(':');
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['at', at],
    ['found', refusal.found],
    ['want', refusal.want],
    ['next', refusal.hint],
  ];
  return [
    [pen.bold(refusal.code, 'bad'), pen.span(`: ${refusal.message}`)],
    ...facts.flatMap(([name, text]): readonly Line[] =>
      text === undefined ? [] : [[pen.span(`${name.padEnd(7)}`, 'muted'), pen.span(text)]],
    ),
  ];
}
