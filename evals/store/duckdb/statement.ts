import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';

/** The engine's module, loaded with the first store. */
export type EngineModule = typeof import('@duckdb/node-api');

/** A value on its way to the engine. Nothing that comes from outside takes another way. */
export type Binding =
  | { readonly type: 'text'; readonly value: string | null }
  | { readonly type: 'number'; readonly value: number | null }
  | { readonly type: 'integer'; readonly value: number | null }
  | { readonly type: 'instant'; readonly value: bigint | null }
  | { readonly type: 'boolean'; readonly value: boolean | null }
  | { readonly type: 'vector'; readonly value: Float32Array }
  | { readonly type: 'texts'; readonly value: readonly (string | null)[] }
  | { readonly type: 'numbers'; readonly value: readonly (number | null)[] }
  | { readonly type: 'integers'; readonly value: readonly (number | null)[] }
  | { readonly type: 'instants'; readonly value: readonly (bigint | null)[] }
  | { readonly type: 'booleans'; readonly value: readonly (boolean | null)[] };

/** SQL text with `$1`, `$2`, … and the values for them. */
export type Statement = { readonly text: string; readonly bindings: readonly Binding[] };

export type Bind = {
  /** Keeps a value and answers its `$n`. */
  (binding: Binding): string;
  /** The n of the next value. */
  readonly next: () => number;
};

export function statement(build: (bind: Bind) => string): Statement {
  const bindings: Binding[] = [];
  const keep = (binding: Binding) => `$${bindings.push(binding)}`;
  const text = build(Object.assign(keep, { next: () => bindings.length + 1 }));
  return { text, bindings };
}

export const bound = {
  text: (value: string | null): Binding => ({ type: 'text', value }),
  number: (value: number): Binding => ({ type: 'number', value }),
  integer: (value: number): Binding => ({ type: 'integer', value }),
  instant: (value: bigint | null): Binding => ({ type: 'instant', value }),
  vector: (value: Float32Array): Binding => ({ type: 'vector', value }),
  texts: (value: readonly (string | null)[]): Binding => ({ type: 'texts', value }),
  numbers: (value: readonly (number | null)[]): Binding => ({ type: 'numbers', value }),
  integers: (value: readonly (number | null)[]): Binding => ({ type: 'integers', value }),
  instants: (value: readonly (bigint | null)[]): Binding => ({ type: 'instants', value }),
  booleans: (value: readonly (boolean | null)[]): Binding => ({ type: 'booleans', value }),
};

/** A policy's literal or subject value. */
export function boundScalar(value: string | number | boolean): Binding {
  if (typeof value === 'string') return { type: 'text', value };
  return typeof value === 'number' ? { type: 'number', value } : { type: 'boolean', value };
}

/** The values with their types, so that the engine guesses none. */
export function engineValues(
  engine: EngineModule,
  bindings: readonly Binding[],
): { readonly values: DuckDBValue[]; readonly types: DuckDBType[] } {
  return {
    values: bindings.map(({ value }) => {
      if (value instanceof Float32Array) return engine.arrayValue([...value]);
      return typeof value === 'object' && value !== null ? engine.listValue([...value]) : value;
    }),
    types: bindings.map(binding =>
      binding.type === 'vector'
        ? engine.ARRAY(engine.DOUBLE, binding.value.length)
        : TYPES[binding.type](engine),
    ),
  };
}

const TYPES: { readonly [Type in Exclude<Binding['type'], 'vector'>]: (engine: EngineModule) => DuckDBType } =
  {
    text: engine => engine.VARCHAR,
    number: engine => engine.DOUBLE,
    integer: engine => engine.INTEGER,
    instant: engine => engine.BIGINT,
    boolean: engine => engine.BOOLEAN,
    texts: engine => engine.LIST(engine.VARCHAR),
    numbers: engine => engine.LIST(engine.DOUBLE),
    integers: engine => engine.LIST(engine.INTEGER),
    instants: engine => engine.LIST(engine.BIGINT),
    booleans: engine => engine.LIST(engine.BOOLEAN),
  };
