import { compareCodePoints } from '../../core/code-points.ts';
import { sha256Hex } from '../../core/digest.ts';

export const RANKED_METRICS = [
  'recall_at_k',
  'r_precision',
  'hit_rate_at_k',
  'reciprocal_rank',
  'ndcg_at_k',
] as const;
const RATE_METRICS = [
  'forbidden_row_rate',
  'duplicate_row_rate',
  'in_window_rate',
  'abstention_rate',
] as const;
export const METRICS = [...RANKED_METRICS, ...RATE_METRICS] as const;
/** In alphabetical order: the i-th figure's interval is drawn from seed + i (scoring.md 13.1). */
export const DIMENSIONS = [
  'accuracy',
  'citation_faithfulness',
  'correct_refusal',
  'hallucination_on_unknown',
  'temporal_correctness',
] as const;

export type RankedMetric = (typeof RANKED_METRICS)[number];
export type RateMetric = (typeof RATE_METRICS)[number];
export type Metric = (typeof METRICS)[number];
export type Dimension = (typeof DIMENSIONS)[number];
export type FigureName = Metric | Dimension | 'latency_ms' | 'n_cases';

export type FigureRecord = {
  /** Raised by any change of the formula; null: a count or a clock reading has none. */
  readonly version: number | null;
  readonly better: 'higher' | 'lower';
  readonly unit: 'share' | 'ms' | 'cases';
  readonly min: number;
  readonly max: number;
  /** Dead band of a baseline entry without its own, in the figure's unit; null: the entry must bring one. */
  readonly band: number | null;
  /** Decimals of a printed figure, the fewest. */
  readonly digits: number;
};

const SHARE = { version: 1, better: 'higher', unit: 'share', min: 0, max: 1, band: 0.02, digits: 4 } as const;

/** The one table of figures; floors, bands, directions and printing read it. */
export const figures: { readonly [name in FigureName]: FigureRecord } = {
  recall_at_k: SHARE,
  r_precision: SHARE,
  hit_rate_at_k: SHARE,
  reciprocal_rank: SHARE,
  ndcg_at_k: { ...SHARE, band: 0.03 },
  forbidden_row_rate: { ...SHARE, better: 'lower' },
  duplicate_row_rate: { ...SHARE, better: 'lower' },
  in_window_rate: SHARE,
  abstention_rate: SHARE,
  accuracy: SHARE,
  citation_faithfulness: SHARE,
  correct_refusal: SHARE,
  hallucination_on_unknown: { ...SHARE, better: 'lower' },
  temporal_correctness: SHARE,
  latency_ms: {
    version: null,
    better: 'lower',
    unit: 'ms',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    band: null,
    digits: 4,
  },
  n_cases: {
    version: null,
    better: 'higher',
    unit: 'cases',
    min: 0,
    max: Number.POSITIVE_INFINITY,
    band: 0,
    digits: 0,
  },
};

/** What turns figures into a verdict, versioned beside them. */
const procedures = { aggregate: 1, bootstrap: 1, floors: 1 } as const;

const REGISTRY_VERSION = 1;

/** `1:` and 12 hex digits over the sorted lines `<name>@<version> LF` (scoring.md 7). */
export function metricsVersion(lines: readonly string[] = registryLines()): string {
  const text = lines
    .toSorted(compareCodePoints)
    .map(line => `${line}\n`)
    .join('');
  return `${REGISTRY_VERSION}:${sha256Hex(text).slice(0, 12)}`;
}

export function registryLines(): readonly string[] {
  const versioned = Object.entries(figures).filter(([, { version }]) => version !== null);
  return [
    ...versioned.map(([name, { version }]) => `${name}@${version}`),
    ...Object.entries(procedures).map(([name, version]) => `${name}@${version}`),
  ];
}
