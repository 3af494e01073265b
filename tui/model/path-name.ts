import { parseMetricPath } from '../../evals/gate/metric-path.ts';
import { METRICS } from '../../evals/score/registry.ts';
import { cells } from '../text/cells.ts';
import type { Token } from '../theme/tokens.ts';
import { metricName } from './metric-name.ts';
import type { Pen } from './pen.ts';
import type { Cell } from './screen.ts';

/** A metric path, or a floor's, in few words: `lexical R-precision`, `cjk: hybrid recall@10`. */
export function pathName(path: string, k: number | null): string {
  const [bare, bound] = splitBound(path);
  const parsed = parseMetricPath(bare);
  if (parsed === undefined) return path;
  const { name, source, leg, tag, kind } = parsed;
  const metric = METRICS.find(one => one === name);
  const words = [
    ...(source === 'edge_retrieval' ? ['edges'] : source === 'judge' ? ['judged'] : []),
    ...(leg === null ? [] : [leg]),
    metric === undefined ? (PLAIN[name] ?? name.replaceAll('_', ' ')) : metricName(metric, k ?? 'k'),
    ...(kind === 'count' && name !== 'n_cases' ? ['n'] : []),
    ...(bound === undefined || bound === 'mean' ? [] : [bound]),
  ];
  return `${tag === null ? '' : `${tag}: `}${words.join(' ')}`;
}

/** Room for every path that has no tag, so that the rows of a list are named alike. */
const WHOLE = 40;

/** A path as it is written where the column has room, else in few words. */
export function pathCell(path: string, k: number | null, pen: Pen, token?: Token): (width: number) => Cell {
  return width => ({
    spans: [pen.steady(width >= WHOLE && cells(path) <= width ? path : pathName(path, k), token)],
    raw: path,
  });
}

const PLAIN: Readonly<Record<string, string>> = { n_cases: 'cases', latency_ms: 'latency' };

/** Floors bound the mean, the least or the greatest value of a figure. */
function splitBound(path: string): readonly [bare: string, bound: string | undefined] {
  const found = /^(.*)\.(mean|min|max)$/.exec(path);
  return [found?.[1] ?? path, found?.[2]];
}
