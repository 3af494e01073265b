/** What a filter asks of a row. `cmp` holds numbers in the unit of the field: ms, bytes, a rate from 0 to 1. */
export type FilterTree =
  | { readonly and: readonly FilterTree[] }
  | { readonly or: readonly FilterTree[] }
  | { readonly not: FilterTree }
  | { readonly is: string }
  | { readonly has: string }
  | { readonly text: string }
  | Comparison;

export type Comparison = { readonly cmp: readonly [field: string, op: CompareOp, value: string | number] };
export type CompareOp = ':' | '=' | '<' | '<=' | '>' | '>=' | '~';

export type SortKey = readonly [field: string, direction: 'asc' | 'desc'];

export type FilterQuery = { readonly where: FilterTree | null; readonly sort: readonly SortKey[] | null };
