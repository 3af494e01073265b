import { formatLink, type LinkQuery, type Route } from '../links.ts';
import { humanInt } from '../text/human.ts';
import { blankScreen, pending } from './blank.ts';
import { verdictBadge } from './cells.ts';
import type { RunData } from './data.ts';
import { hanging } from './fit.ts';
import type { Line, Pen, Span } from './pen.ts';
import type { Screen, Tab } from './screen.ts';
import type { Place } from './screens.ts';

/** Tabs that every run has, in the order of their numbers. */
const TABS = ['metrics', 'slices', 'cases', 'diff', 'explain', 'floors', 'systems', 'stamp'];

/** The edge surface and judged figures stand behind those that every run has. */
export function tabsOf({ report }: RunData): readonly Tab[] {
  const more = [
    ...(report.edge_retrieval === undefined ? [] : ['edges']),
    ...(report.judge === undefined ? [] : ['judged']),
  ];
  return [...TABS, ...more].map(id => ({ id, label: id }));
}

/** The run of a place and what every screen of it has in common; the screen to show while it loads. */
export type RunPlace = { readonly screen: Screen } | ShownRun;

export type ShownRun = {
  readonly run: RunData;
  readonly id: string;
  readonly frame: Screen;
  readonly link: (route: Route, params?: LinkParams, query?: LinkQuery) => string;
};

type LinkParams = { readonly [name: string]: string };

export function runPlace(place: Place, tab: string | undefined, further: readonly string[] = []): RunPlace {
  const { link, source, pen } = place;
  const id = link.params['run'] ?? '';
  const { vs } = link.query;
  const resource = { kind: 'run', run: id, vs } as const;
  const run = source.get(resource);
  if (run === undefined) {
    return { screen: pending(['runs', id, ...further], source, resource, pen) };
  }
  return {
    run,
    id,
    frame: {
      ...blankScreen(['runs', `${id}${comparedCrumb(run)}`, ...further]),
      badge: runBadge(run, pen),
      why: width => whyLines(run, width, pen),
      tabs: tab === undefined ? [] : tabsOf(run),
      tab,
    },
    link: (route, params = {}, query = {}) =>
      formatLink(route, { run: id, ...params }, { ...(vs === undefined ? {} : { vs }), ...query }),
  };
}

export function runBadge(
  run: RunData,
  pen: Pen,
  cases = `${humanInt(run.report.n_cases)} cases`,
): readonly Span[] {
  const floors = run.floors?.checks.filter(check => !check.holds).length ?? 0;
  const base = run.baseline?.comparisons.filter(one => one.outcome === 'regressed').length ?? 0;
  const facts = [...(floors > 0 ? [`floors ${floors}`] : []), ...(base > 0 ? [`base ${base}`] : []), cases];
  const dot = pen.set === 'ascii' ? '|' : '·';
  return [
    ...verdictBadge(run.line.verdict, pen),
    pen.span(facts.map(fact => ` ${dot} ${fact}`).join(''), 'muted'),
  ];
}

/** The headline of the worst figure; of a green run nothing is to be explained. */
function whyLines(run: RunData, width: number, pen: Pen): readonly Line[] {
  if (run.headline === null || run.figures[0]?.red !== true) return [];
  return hanging('why  ', [pen.span(run.headline, 'bad')], width, pen);
}

/** What deltas are taken against, as the breadcrumb says it. */
function comparedCrumb({ compared }: RunData): string {
  if (compared === null) return '';
  const name = compared.how === 'sidecar' ? 'baseline' : compared.name;
  return ` vs ${compared.stale ? 'stale ' : ''}${name}`;
}

/** Said only where the breadcrumb does not say enough. */
export function comparedLines(run: RunData, pen: Pen): readonly Line[] {
  const { compared, differs } = run;
  const members = differs.map(({ member }) => member).join(', ');
  return [
    ...(compared === null || compared.stale ? [[pen.span(comparedText(run), 'muted')]] : []),
    ...(differs.length === 0
      ? []
      : [
          [
            pen.bold('not comparable', 'warn'),
            pen.span(`: ${members} ${differs.length === 1 ? 'differs' : 'differ'}; 4 shows both values`),
          ],
        ]),
  ];
}

/** Which run deltas are taken against. */
export function comparedText(run: RunData): string {
  const { compared } = run;
  if (compared === null) return 'compared with nothing: v chooses a run';
  const stale = compared.stale ? ', stale: the baseline changed since' : '';
  return `compared with ${compared.name} (${compared.how}${stale})`;
}
