import { formatLink, type LinkQuery, type Route } from '../links.ts';
import { humanInt } from '../text/human.ts';
import { blankScreen, pending } from './blank.ts';
import { verdictBadge } from './cells.ts';
import type { RunData } from './data.ts';
import type { Line, Pen, Span } from './pen.ts';
import type { Screen, Tab } from './screen.ts';
import type { Place } from './screens.ts';

/** Tabs of a run, in the order of their numbers. */
export const runTabs: readonly Tab[] = [
  { id: 'metrics', label: 'metrics' },
  { id: 'slices', label: 'slices' },
  { id: 'cases', label: 'cases' },
  { id: 'diff', label: 'diff' },
  { id: 'explain', label: 'explain' },
  { id: 'floors', label: 'floors' },
  { id: 'systems', label: 'systems' },
  { id: 'stamp', label: 'stamp' },
];

/** The run of a place and what every screen of it has in common; the screen to show while it loads. */
export type RunPlace =
  | { readonly screen: Screen }
  | {
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
  const crumbs = ['runs', id, ...further];
  const resource = { kind: 'run', run: id, vs } as const;
  const run = source.get(resource);
  if (run === undefined) return { screen: pending(crumbs, source.failure(resource), pen) };
  return {
    run,
    id,
    frame: {
      ...blankScreen(crumbs),
      badge: runBadge(run, pen),
      why: () => whyLines(run, pen),
      tabs: tab === undefined ? [] : runTabs,
      tab,
    },
    link: (route, params = {}, query = {}) =>
      formatLink(route, { run: id, ...params }, { ...(vs === undefined ? {} : { vs }), ...query }),
  };
}

function runBadge(run: RunData, pen: Pen): readonly Span[] {
  const floors = run.floors?.checks.filter(check => !check.holds).length ?? 0;
  const base = run.baseline?.comparisons.filter(one => one.outcome === 'regressed').length ?? 0;
  const facts = [
    ...(floors > 0 ? [`floors ${floors}`] : []),
    ...(base > 0 ? [`base ${base}`] : []),
    `${humanInt(run.report.n_cases)} cases`,
  ];
  const dot = pen.set === 'ascii' ? '|' : '·';
  return [
    ...verdictBadge(run.line.verdict, pen),
    pen.span(facts.map(fact => ` ${dot} ${fact}`).join(''), 'muted'),
  ];
}

/** The headline of the worst figure; of a green run nothing is to be explained. */
function whyLines(run: RunData, pen: Pen): readonly Line[] {
  const worst = run.figures.find(figure => figure.red);
  if (worst === undefined) return [];
  return [[pen.span('why  ', 'muted'), pen.span(worst.headline, 'bad')]];
}

/** Which run deltas are taken against. */
export function comparedText(run: RunData): string {
  const { compared } = run;
  if (compared === null) return 'compared with nothing: v chooses a run';
  const stale = compared.stale ? ', stale' : '';
  return `compared with ${compared.name} (${compared.how}${stale})`;
}
