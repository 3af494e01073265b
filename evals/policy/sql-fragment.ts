import { laneOfScalar } from './lane.ts';
import type { Scalar } from './session.ts';

export type Dialect = 'duckdb' | 'postgres';

/** SQL text with its values still in place. Text comes from this module alone, values from anywhere. */
export type Fragment = readonly (string | { readonly value: Scalar })[];

/**
 * A statement part whose values are bound as `$first`, `$first+1`, …, in the order of `parameters`. A number is
 * bound as its decimal text and cast: a driver would pick an integer type for 1e21 and fail.
 */
export type BoundSql = { readonly sql: string; readonly parameters: readonly (string | boolean)[] };

export const TYPE_NAMES = {
  duckdb: { text: 'VARCHAR', number: 'DOUBLE', boolean: 'BOOLEAN' },
  postgres: { text: 'text', number: 'double precision', boolean: 'boolean' },
} as const;

/** Joins fragments into one: `sql\`(${a} = ${b})\``. */
export function sql(texts: TemplateStringsArray, ...parts: readonly Fragment[]): Fragment {
  return texts.flatMap((text, i) => [text, ...(parts[i] ?? [])]);
}

export function joinSql(parts: readonly Fragment[], separator: ' AND ' | ' OR ' | ', '): Fragment {
  return parts.flatMap((part, i) => (i === 0 ? part : [separator, ...part]));
}

/** Numbers the values from `first` and gives each its type, so that no engine has to guess one. */
export function bindSql(fragment: Fragment, dialect: Dialect, first: number): BoundSql {
  const parameters: (string | boolean)[] = [];
  const texts = fragment.map(part => {
    if (typeof part === 'string') return part;
    const { value } = part;
    const place = first + parameters.push(typeof value === 'number' ? String(value) : value) - 1;
    return `CAST($${place} AS ${TYPE_NAMES[dialect][laneOfScalar(value)]})`;
  });
  return { sql: texts.join(''), parameters };
}
