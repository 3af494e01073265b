import { parseLink } from '../links.ts';
import { livePhase } from '../model/live.ts';
import type { Source } from '../model/source.ts';

const EVERY_MS = 30_000;

/**
 * What to say unasked while a live run is on the screen (tui-cli.md 20): one sentence when its phase changes, and
 * beside that at most one in 30 s. Undefined: nothing. Screens without a live run say nothing by themselves.
 */
export function createNews(elapsedMs: () => number): (link: string, source: Source) => string | undefined {
  let told: { readonly run: string; readonly phase: string; readonly atMs: number } | undefined;
  return (link, source) => {
    const { route, params } = parseLink(link);
    const { run } = params;
    if (route !== 'run/:run/live' || run === undefined) return undefined;
    const live = source.get({ kind: 'live', run });
    if (live === undefined) return undefined;
    const { name: phase, sentence } = livePhase(live);
    const atMs = elapsedMs();
    const before = told?.run === run && told.phase === phase ? told : undefined;
    const isDue = live.state === 'running' && atMs - (before?.atMs ?? 0) >= EVERY_MS;
    if (before !== undefined && !isDue) return undefined;
    told = { run, phase, atMs };
    return sentence;
  };
}
