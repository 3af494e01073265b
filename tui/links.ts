import { Refusal } from '../core/refusal.ts';
import { shellLine } from '../core/shell-quote.ts';
import { refuse } from '../spec/refusals.ts';

/** Screens by address; `:name` is a parameter (tui-cli.md 18). */
export const routes = [
  'runs',
  'run/:run',
  'run/:run/slices',
  'run/:run/slice/:tag',
  'run/:run/diff',
  'run/:run/floors',
  'run/:run/explain',
  'run/:run/cases',
  'run/:run/case/:case',
  'run/:run/case/:case/row/:row',
  'compare/:a/:b',
  'compare/:a/:b/case/:case',
  'run/:run/live',
  'run/:run/answers',
  'run/:run/answer/:case',
  'run/:run/backtest',
  'run/:run/backtest/case/:case',
  'run/:run/forecast',
  'gate',
  'gate/finding/:finding',
  'release',
  'release/cell/:profile/:target',
  'release/digests',
  'packs',
  'pack/:pack',
  'pack/:pack/review',
  'pack/:pack/observation/:observation',
  'pack/:pack/lens/:lens',
  'pack/:pack/timeline/:entity',
  'pack/:pack/trace/:trace',
  'pack/:pack/cases',
  'pack/:pack/case/:case',
  'pack/:pack/decisions',
  'pack/:pack/decision/:decision',
  'pack/:pack/gold',
  'audit',
  'doctor',
  'help',
  'demo',
] as const;

export type Route = (typeof routes)[number];

/** In the order in which a canonical link holds them. */
const PARAMETERS = ['vs', 'ws', 'leg', 'tab', 'filter', 'sort', 'at'] as const;

export type LinkQuery = { readonly [name in (typeof PARAMETERS)[number]]?: string };
export type LinkParams = { readonly [name: string]: string };

export type Link = {
  readonly route: Route;
  /** Decoded values by the names of the route. */
  readonly params: LinkParams;
  readonly query: LinkQuery;
  readonly canonical: string;
};

const LONGEST = 2048;

/**
 * Reads the address of a screen: segments and parameters percent-encoded byte by byte, each parameter at most once.
 * DeepLinkInvalid (2) with facts `column` (1-based, in code points) and `reason`. tui-cli.md 20 [link.parse].
 */
export function parseLink(text: string): Link {
  if (Buffer.byteLength(text) > LONGEST) throw invalid(text, 1, `longer than ${LONGEST} bytes`);
  const cut = text.indexOf('?');
  const path = cut === -1 ? text : text.slice(0, cut);
  const segments = readSegments(text, path);
  const query = cut === -1 ? {} : readQuery(text, cut + 1);
  const found = matchRoute(segments);
  if (found === undefined) throw invalid(text, 1, 'no such screen');
  const badRun = RUN_PARAMETERS.some(name => found.params[name] !== undefined && !isRun(found.params[name]));
  if (badRun) throw invalid(text, 1, 'bad run id');
  const canonical = formatLink(found.route, found.params, query);
  if (canonical.length > LONGEST) throw invalid(text, 1, `longer than ${LONGEST} bytes when encoded`);
  return { ...found, query, canonical };
}

/** Whether a text is an address; what is made from ids of others may be none. */
export function isLink(text: string): boolean {
  try {
    parseLink(text);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The canonical link of a screen. Values are taken as they are, so one that no link may hold does not parse again. */
export function formatLink(route: Route, params: LinkParams = {}, query: LinkQuery = {}): string {
  const path = route
    .split('/')
    .map(part => (part.startsWith(':') ? encode(params[part.slice(1)] ?? '') : part))
    .join('/');
  const pairs = PARAMETERS.flatMap(name => {
    const value = query[name];
    return value === undefined ? [] : [`${name}=${encode(value)}`];
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** The command that opens a link, quoted for a POSIX shell [link.command]. */
export function linkCommand(link: string): string {
  return shellLine(['contextful', 'tui', link]);
}

const RUN_PARAMETERS = ['run', 'a', 'b'];

/** An id, a prefix of one or a RUN word (tui-cli.md 9); it may be a path, and never looks like a flag. */
function isRun(value: string | undefined): boolean {
  return value !== undefined && !value.startsWith('-');
}

function readSegments(text: string, path: string): readonly string[] {
  let at = 0;
  return path.split('/').map(raw => {
    const start = at;
    at += raw.length + 1;
    if (raw === '') throw invalid(text, columnOf(text, start), 'empty segment');
    const segment = decode(text, raw, start);
    if (segment === '.' || segment === '..') throw invalid(text, columnOf(text, start), 'dot segment');
    return segment;
  });
}

function readQuery(text: string, from: number): LinkQuery {
  const query: { [name in (typeof PARAMETERS)[number]]?: string } = {};
  const starts = new Map<string, number>();
  let at = from;
  for (const pair of text.slice(from).split('&')) {
    const start = at;
    at += pair.length + 1;
    const equals = pair.indexOf('=');
    const written = equals === -1 ? pair : pair.slice(0, equals);
    const fault = (why: string): Refusal => invalid(text, columnOf(text, starts.get(written) ?? start), why);
    const name = PARAMETERS.find(known => known === written);
    if (name === undefined) throw fault(written === '' ? 'empty parameter' : `unknown parameter ${written}`);
    if (starts.has(name)) throw fault(`parameter ${name} twice`);
    starts.set(name, start);
    const value = equals === -1 ? '' : decode(text, pair.slice(equals + 1), start);
    if (value === '') throw fault(`parameter ${name} is empty`);
    query[name] = value;
  }
  return query;
}

function matchRoute(segments: readonly string[]): Pick<Link, 'route' | 'params'> | undefined {
  for (const route of routes) {
    const params = matchParts(route.split('/'), segments);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function matchParts(parts: readonly string[], segments: readonly string[]): LinkParams | undefined {
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment) return undefined;
  }
  return params;
}

function encode(value: string): string {
  return encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string, raw: string, start: number): string {
  const column = columnOf(text, start);
  let value: string;
  try {
    value = decodeURIComponent(raw);
  } catch {
    throw invalid(text, column, 'bad percent-encoding');
  }
  if (/\p{Cc}/u.test(value)) throw invalid(text, column, 'control character');
  if (/\p{Cs}/u.test(value)) throw invalid(text, column, 'half of a surrogate pair');
  return value;
}

/** 1-based column in code points of a UTF-16 offset. */
function columnOf(text: string, offset: number): number {
  return Array.from(text.slice(0, offset)).length + 1;
}

function invalid(text: string, column: number, reason: string): Refusal {
  return refuse('DeepLinkInvalid', {
    message: `the link is invalid at column ${column}: ${reason}`,
    found: text.length > 200 ? `${text.slice(0, 200)}…` : text,
    facts: { column, reason },
  });
}
