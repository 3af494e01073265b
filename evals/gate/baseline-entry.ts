import type { Node } from 'jsonc-parser';
import { type MetricPath, parseMetricPath, recordOf } from './metric-path.ts';
import { nearestPath } from './nearest-path.ts';

export type BaselineEntry = {
  readonly path: MetricPath;
  readonly value: number;
  /** Its own dead band, in the metric's unit; null: the default of its figure. */
  readonly ownBand: number | null;
  readonly band: number;
  readonly line: number;
  /** The number token of the value in the file's text, which a raise replaces. */
  readonly token: { readonly offset: number; readonly length: number };
};

export type EntryFault = { readonly reason: string; readonly nearest?: string };

type Numbers = { readonly value: Node; readonly band: Node | undefined };

/** Reads one entry; its first fault in the order of scoring.md 8. */
export function readEntry(name: string, node: Node, line: number): BaselineEntry | EntryFault {
  const numbers = numbersOf(name, node);
  if ('reason' in numbers) return numbers;
  const path = parseMetricPath(name);
  if (path === undefined) {
    const nearest = nearestPath(name);
    return { reason: `\`${name}\` is no metric path`, ...(nearest === undefined ? {} : { nearest }) };
  }
  const value = numberOf(numbers.value);
  if (!Number.isFinite(value)) return { reason: `the value of \`${name}\` is not finite` };
  const ownBand = numbers.band === undefined ? null : numberOf(numbers.band);
  const fault = bandFault(path, ownBand);
  if (fault !== undefined) return { reason: fault };
  const { offset, length } = numbers.value;
  return { path, value, ownBand, band: ownBand ?? recordOf(path).band ?? 0, line, token: { offset, length } };
}

function bandFault(path: MetricPath, band: number | null): string | undefined {
  const { text } = path;
  if (path.kind === 'count' && band !== null) return `\`${text}\` is a count, which takes no band`;
  if (band !== null && !(Number.isFinite(band) && band >= 0)) {
    return `the band of \`${text}\` is negative or not finite`;
  }
  if (band === null && recordOf(path).band === null) return `\`${text}\` needs its own band`;
  return undefined;
}

function numbersOf(name: string, node: Node): Numbers | EntryFault {
  if (node.type === 'number') return { value: node, band: undefined };
  if (node.type !== 'object') return { reason: `\`${name}\` is neither a number nor {value, band}` };
  const members = new Map<unknown, Node>();
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key !== undefined && value !== undefined) members.set(key.value, value);
  }
  for (const member of members.keys()) {
    if (member !== 'value' && member !== 'band')
      return { reason: `\`${name}\` has an unknown member \`${member}\`` };
  }
  const value = members.get('value');
  const band = members.get('band');
  if (value?.type !== 'number') return { reason: `the value of \`${name}\` is no number` };
  if (band !== undefined && band.type !== 'number') return { reason: `the band of \`${name}\` is no number` };
  return { value, band };
}

function numberOf(node: Node): number {
  return typeof node.value === 'number' ? node.value : Number.NaN;
}
