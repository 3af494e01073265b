/**
 * Ordinals by their values, ties by ordinal; NaN last in both directions. Figures of cases have few distinct values, so
 * they are counted rather than compared.
 */
export function orderOf(values: Float64Array | Uint32Array, descending: boolean): Uint32Array {
  const count = values.length;
  const sizes = new Map<number, number>();
  for (let i = 0; i < count; i += 1) {
    const value = values[i] ?? Number.NaN;
    sizes.set(value, (sizes.get(value) ?? 0) + 1);
  }
  const places = new Map<number, number>();
  let at = 0;
  for (const value of [...sizes.keys()].sort((a, b) => compare(a, b, descending))) {
    places.set(value, at);
    at += sizes.get(value) ?? 0;
  }
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    const value = values[i] ?? Number.NaN;
    const place = places.get(value) ?? 0;
    order[place] = i;
    places.set(value, place + 1);
  }
  return order;
}

function compare(a: number, b: number, descending: boolean): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return descending ? b - a : a - b;
}
