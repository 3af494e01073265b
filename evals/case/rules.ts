import type { WrittenCase } from './types.ts';

const CONTROL = '\\u0000-\\u001f\\u007f-\\u009f';

// The rules that the schema and the quick check share (evaluate.md 3.2).

export const NO_CONTROL = new RegExp(`^[^${CONTROL}]*$`, 'u');
export const NO_OUTER_BLANK = /^\S(?:[\s\S]*\S)?$/u;
export const ROW = /^[\s\S]+#[^#]+$/u;
export const ROW_OR_TABLE = /^(?:[\s\S]+#)?[^#]+$/u;

export const MOST_ID_BYTES = 200;
export const MOST_TAG_BYTES = 64;
export const MOST_DIMENSIONS = 8192;

export function fitsBytes(text: string, most: number): boolean {
  return text.length * 3 <= most || Buffer.byteLength(text) <= most;
}

export function asksQuestion({ question, query_embedding }: WrittenCase): boolean {
  return (query_embedding !== undefined && query_embedding !== null) || question.trim() !== '';
}

/** A bounded case takes its bound from `bounded.horizon` alone. */
export function hasOneBound({ bounds, bounded }: WrittenCase): boolean {
  return bounds === undefined || bounded === undefined || !Object.hasOwn(bounded, 'horizon');
}

export function hasOneName({ since, recency_bound }: NonNullable<WrittenCase['expected']>): boolean {
  return since === undefined || recency_bound === undefined;
}
