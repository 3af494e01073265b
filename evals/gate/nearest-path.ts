import { alignmentDistance } from '../../core/suggest.ts';
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
  const typed = [...text];
  let best: string | undefined;
  let least = Math.max(3, Math.ceil(typed.length / 2));
  for (const candidate of candidates(text)) {
    if (Math.abs(typed.length - candidate.length) >= least) continue;
    const distance = alignmentDistance(typed, [...candidate]);
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
