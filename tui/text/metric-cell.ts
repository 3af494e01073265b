import type { SymbolSet } from '../../core/safe-text.ts';
import { cells, padEnd } from './cells.ts';
import { humanDelta } from './human.ts';
import { truncateEnd } from './truncate.ts';

export type MetricOutcome = 'improved' | 'regressed' | 'stable' | 'floor' | 'not_comparable' | 'unscored';

export type MetricCell = {
  /** null = not measured, printed as a dash. */
  readonly value: number | null;
  /** current − reference. */
  readonly delta?: number | null;
  /** Half the 95 % interval. */
  readonly half?: number | null;
  /** Absent: there is nothing to hold the figure against, so it bears no glyph. */
  readonly outcome?: MetricOutcome | undefined;
  readonly n?: number;
};

export const outcomeGlyphs: Readonly<Record<MetricOutcome, Readonly<Record<SymbolSet, string>>>> = {
  improved: { utf8: '▲', ascii: '^' },
  regressed: { utf8: '▼', ascii: 'v' },
  stable: { utf8: '=', ascii: '=' },
  floor: { utf8: '✗', ascii: '!' },
  not_comparable: { utf8: '≠', ascii: '#' },
  unscored: { utf8: '?', ascii: '?' },
};

/**
 * One figure in exactly `width` cells (tui-cli.md 15). Parts are taken in the order value, glyph, delta, interval,
 * n until one does not fit, and shown in the order value, delta, interval, glyph, n.
 */
export function metricCell(cell: MetricCell, width: number, set: SymbolSet = 'utf8'): string {
  const parts = metricParts(cell, set);
  const taken = new Set<Part>();
  let used = -1;
  for (const name of BY_WEIGHT) {
    const part = parts[name];
    if (part === undefined) continue;
    if (used + 1 + cells(part) > width) break;
    taken.add(name);
    used += 1 + cells(part);
  }
  const text = BY_PLACE.flatMap(name => (taken.has(name) ? [parts[name] ?? ''] : [])).join(' ');
  return taken.size === 0 ? padEnd(truncateEnd(parts.value, width, set), width) : padEnd(text, width);
}

type Part = 'value' | 'delta' | 'interval' | 'glyph' | 'n';

const BY_WEIGHT: readonly Part[] = ['value', 'glyph', 'delta', 'interval', 'n'];
const BY_PLACE: readonly Part[] = ['value', 'delta', 'interval', 'glyph', 'n'];

function metricParts(cell: MetricCell, set: SymbolSet): Partial<Record<Part, string>> & { value: string } {
  const { value, delta, half, outcome, n } = cell;
  const moved = outcome === 'improved' || outcome === 'regressed';
  const insideNoise =
    moved && typeof delta === 'number' && typeof half === 'number' && Math.abs(delta) <= half;
  return {
    value: value === null ? (set === 'ascii' ? '-' : '–') : value.toFixed(3),
    ...(outcome === undefined ? {} : { glyph: outcomeGlyphs[outcome][set] + (insideNoise ? '~' : '') }),
    ...(typeof delta === 'number' ? { delta: humanDelta(delta) } : {}),
    ...(typeof half === 'number' ? { interval: `${set === 'ascii' ? '+-' : '±'}${half.toFixed(3)}` } : {}),
    ...(n === undefined ? {} : { n: `n${n}` }),
  };
}
