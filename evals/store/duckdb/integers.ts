/** A column of numbers or truth values. By index, since `Int32Array.from` takes five times as long. */
export function integersOf(values: readonly unknown[]): Int32Array {
  const integers = new Int32Array(values.length);
  for (let i = 0; i < values.length; i += 1) integers[i] = Number(values[i]);
  return integers;
}
