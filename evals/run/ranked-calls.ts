import { type Nanoseconds, parseBound, parseInstant } from '../../core/time.ts';
import { rowIdentity } from '../case/reference.ts';
import type { EvalCase, LoadedCase } from '../case/types.ts';
import { type Bounds, type Leg, type RankedCall, type RankedRow, UNBOUNDED } from '../store/port.ts';
import { rowOf } from './truth.ts';

/** What all calls of a run share. */
export type CallSettings = {
  readonly k: number;
  readonly landedAt: Nanoseconds;
  readonly hasEdgeSurface: boolean;
  readonly embed: (text: string) => Float32Array;
};

/**
 * The ranked calls of one case (evaluate.md 9.1): lexical asks with the question alone, vector with the vector
 * and an empty query, hybrid with both. The limit grows by the rows that the case excludes.
 */
export function rankedCall(
  evalCase: EvalCase,
  leg: Leg,
  surface: 'retrieval' | 'edge_retrieval',
  settings: CallSettings,
): RankedCall {
  const { question, prefix, query_embedding, exclude = [], expected } = evalCase;
  return {
    query: leg === 'vector' ? '' : question,
    embedding: leg === 'lexical' ? null : vectorOf(question, query_embedding, settings),
    limit: settings.k + exclude.length,
    prefix,
    surface: settings.hasEdgeSurface ? surface : 'all',
    anchorNs: instantOf(expected.time_anchor) ?? settings.landedAt,
    sinceNs: instantOf(expected.since),
  };
}

/** What counts of an answer: the rows that the case does not exclude. */
export function withoutExcluded(
  { case: { exclude = [] } }: LoadedCase,
  rows: readonly RankedRow[],
): readonly RankedRow[] {
  if (exclude.length === 0) return rows;
  const excluded = new Set(exclude.map(rowOf).map(({ table, key }) => rowIdentity([table, key])));
  return rows.filter(({ _table, _key }) => !excluded.has(rowIdentity([_table, _key])));
}

export function boundsOf({ bounds }: EvalCase): Bounds {
  if (bounds === undefined) return UNBOUNDED;
  return {
    availableAsOf: boundOf(bounds.available_as_of),
    validAsOf: boundOf(bounds.valid_as_of),
    landedAsOf: boundOf(bounds.landed_as_of),
  };
}

function vectorOf(question: string, own: readonly number[] | null, { embed }: CallSettings): Float32Array {
  return own === null ? embed(question) : Float32Array.from(own);
}

/** The loader has checked the text. */
function instantOf(text: string | null): Nanoseconds | null {
  return text === null ? null : (parseInstant(text) ?? null);
}

function boundOf(text: string | undefined): Nanoseconds | null {
  return text === undefined ? null : (parseBound(text) ?? null);
}
