import { DIMENSIONS, METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import { parseMetricPath } from './metric-path.ts';

/** Other tools' words for our legs. */
const LEG_WORDS: Readonly<Record<string, string>> = {
  bm25: 'lexical',
  dense: 'vector',
  embedding: 'vector',
  fts: 'lexical',
  fused: 'hybrid',
  keyword: 'lexical',
  rrf: 'hybrid',
  semantic: 'vector',
  sparse: 'lexical',
  text: 'lexical',
};

const TOO_LONG = 300;

/** The path of the grammar that a text outside it most likely meant; undefined when none is near. */
export function nearestPath(text: string): string | undefined {
  const translated = text
    .split('.')
    .map(part => (Object.hasOwn(LEG_WORDS, part) ? (LEG_WORDS[part] ?? part) : part))
    .join('.');
  if (translated !== text && parseMetricPath(translated) !== undefined) return translated;
  if (text.length > TOO_LONG) return undefined;
  let best: string | undefined;
  let least = Math.max(3, Math.ceil(text.length / 2));
  for (const candidate of candidates(text)) {
    const distance = editDistance(text, candidate, least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function* candidates(text: string): Generator<string> {
  const [first, tag, ...rest] = text.split('.');
  const prefix =
    first === 'slices' && tag !== undefined && tag !== '' && rest.length > 0 ? `slices.${tag}.` : '';
  const end = text.endsWith('.n') ? '.n' : '';
  for (const surface of ['retrieval', 'edge_retrieval']) {
    for (const leg of LEGS) for (const metric of METRICS) yield `${prefix}${surface}.${leg}.${metric}${end}`;
  }
  if (prefix !== '') for (const metric of METRICS) yield `${prefix}${metric}${end}`;
  for (const dimension of DIMENSIONS) yield `${prefix}judge.${dimension}${end}`;
  if (prefix === '') yield `latency_ms${end}`;
  yield `${prefix}n_cases`;
}

/** Levenshtein distance; at least `limit` when it reaches that. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? limit;
}
