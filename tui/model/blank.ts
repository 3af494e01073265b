import type { Refusal } from '../../core/refusal.ts';
import { humanInt } from '../text/human.ts';
import type { Line, Pen } from './pen.ts';
import type { ListSource, Screen } from './screen.ts';
import type { Resource, Source } from './source.ts';

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
export function pending(
  crumbs: readonly string[],
  source: Pick<Source, 'failure' | 'progress'>,
  resource: Resource,
  pen: Pen,
): Screen {
  const failure = source.failure(resource);
  if (failure === undefined) {
    const progress = source.progress(resource);
    const counts =
      progress === undefined
        ? ''
        : `: ${humanInt(progress.n)} of ${humanInt(progress.of)} ${progress.what ?? 'cases'}`;
    const waiting = `loading${counts}`;
    return { ...blankScreen(crumbs), waiting, empty: [[pen.span(waiting, 'muted')]] };
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
