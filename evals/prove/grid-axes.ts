import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { AnalyzerName, Calibration, Ranking } from '../store/port.ts';

/** One way of ranking. analyzer: of every table; null: each table's own, as declared. */
export type Combination = {
  readonly calibration: Calibration;
  readonly weights: Ranking['weights'];
  readonly analyzer: AnalyzerName | null;
};

const AXES = ['calibration', 'weights', 'analyzer'] as const;
const CALIBRATIONS = ['reciprocal-rank', 'min-max', 'rrf'] as const satisfies readonly Calibration[];
const ANALYZERS = ['standard', 'english', 'cjk'] as const satisfies readonly AnalyzerName[];
const MOST_COMBINATIONS = 64;

/**
 * The combinations of `AXIS=VALUE/VALUE,AXIS=VALUE` (evaluate.md 21.7); an axis that is not named keeps the value of
 * the run. The last axis changes fastest, so the first combination has each axis's first value. Refuses UsageBadValue:
 * an unknown axis or value, one that is there twice, and more than 64 combinations.
 */
export function gridCombinations(
  text: string,
  { calibration, weights }: Pick<Ranking, 'calibration' | 'weights'>,
): readonly Combination[] {
  let combinations: readonly Combination[] = [{ calibration, weights, analyzer: null }];
  const named = new Set<string>();
  for (const { axis, values } of text.split(',').map(axisOf)) {
    if (named.has(axis)) throw badGrid(`names \`${axis}\` twice`, axis, `each axis once: ${AXES.join(', ')}`);
    named.add(axis);
    const changes = values.map(value => changeOf(axis, value));
    combinations = combinations.flatMap(one => changes.map(change => ({ ...one, ...change })));
  }
  if (combinations.length > MOST_COMBINATIONS) {
    const want = `${MOST_COMBINATIONS} combinations at most`;
    throw badGrid(`spans ${combinations.length} combinations`, String(combinations.length), want);
  }
  return combinations;
}

/** As the flag writes it: `60:40`. */
export function weightsText({ vector, lexical }: Ranking['weights']): string {
  return `${vector}:${lexical}`;
}

function axisOf(part: string): { readonly axis: string; readonly values: readonly string[] } {
  const at = part.indexOf('=');
  const [axis, text] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
  if (!AXES.some(known => known === axis)) {
    const [meant] = suggest(axis, AXES);
    const want = `one of ${AXES.join(', ')}`;
    throw badGrid(`does not know the axis \`${axis}\``, axis, want, meant && `did you mean ${meant}?`);
  }
  const values = text.split('/');
  const twice = values.find((value, i) => values.indexOf(value) < i);
  if (twice !== undefined) throw badGrid(`has \`${twice}\` twice on \`${axis}\``, twice, 'each value once');
  return { axis, values };
}

function changeOf(axis: string, value: string): Partial<Combination> {
  if (axis === 'weights') return { weights: weightsOf(value) };
  if (axis === 'analyzer') return { analyzer: known(axis, value, ANALYZERS) };
  return { calibration: known(axis, value, CALIBRATIONS) };
}

function known<const Name extends string>(axis: string, value: string, names: readonly Name[]): Name {
  const found = names.find(name => name === value);
  if (found !== undefined) return found;
  const [meant] = suggest(value, names);
  const want = `one of ${names.join(', ')}`;
  throw badGrid(`does not know \`${value}\` on \`${axis}\``, value, want, meant && `did you mean ${meant}?`);
}

function weightsOf(value: string): Ranking['weights'] {
  const [vector = Number.NaN, lexical = Number.NaN] = value.split(':').map(Number);
  if (/^\d{1,4}:\d{1,4}$/.test(value) && vector + lexical > 0) return { vector, lexical };
  throw badGrid(`has no weights in \`${value}\``, value, 'two whole numbers V:L, not both 0');
}

function badGrid(what: string, found: string, want: string, hint?: string) {
  return refuse('UsageBadValue', {
    message: `\`--grid\` ${what}`,
    found,
    want,
    hint: hint ?? 'for example --grid calibration=reciprocal-rank/min-max,weights=60:40/80:20',
    facts: { flag: '--grid', text: found },
  });
}
