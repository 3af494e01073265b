import { formatLink, type LinkQuery, parseLink } from '../links.ts';

export type Relinked = LinkQuery & { readonly link: string };

/** The query of a link with changes; `null` takes a parameter away. The link comes back in canonical form. */
export function relink(
  link: string,
  change: { readonly [name in keyof LinkQuery]?: string | null } = {},
): Relinked {
  const parsed = parseLink(link);
  const query: Record<string, string> = { ...parsed.query };
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') delete query[name];
    else if (value !== undefined) query[name] = value;
  }
  return { ...query, link: formatLink(parsed.route, parsed.params, query) };
}

/** The run (its id or word) that a link is about. */
export function runOf(link: string): string | undefined {
  return /^run\/([^/?]+)/.exec(link)?.[1];
}

/** Where a tab of a screen leads: a run's tabs are screens of their own. */
export function tabLink(link: string, tab: string): string {
  const run = runOf(link);
  if (run === undefined) return relink(link, { tab }).link;
  const { vs } = relink(link);
  const base =
    tab === 'metrics' ? `run/${run}` : OWN_SCREENS.has(tab) ? `run/${run}/${tab}` : `run/${run}?tab=${tab}`;
  return relink(base, vs === undefined ? {} : { vs }).link;
}

const OWN_SCREENS: ReadonlySet<string> = new Set(['slices', 'cases', 'diff', 'explain', 'floors', 'live']);
