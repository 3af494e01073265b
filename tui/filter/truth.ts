/** Kleene's three values in their order: false, unknown, true. `and` is the least, `or` the greatest, `not` the sign. */
export type Truth = -1 | 0 | 1;

export type FieldValue = string | number | readonly string[] | null;

export function truthOf(value: boolean | null): Truth {
  if (value === null) return 0;
  return value ? 1 : -1;
}

export function negate(truth: Truth): Truth {
  if (truth === 0) return 0;
  return truth === 1 ? -1 : 1;
}
