/** Values by name, made when first asked for; those that were asked for last stay. */
export type Newest<T> = (name: string | number, make: () => T) => T;

/** limit: how much may stay, in what `weigh` counts. The value that was made last always stays. */
export function newest<T>(limit: number, weigh: (value: T) => number = () => 1): Newest<T> {
  const kept = new Map<string | number, T>();
  let weight = 0;
  return (name, make) => {
    const known = kept.get(name);
    if (known !== undefined) {
      kept.delete(name);
      kept.set(name, known);
      return known;
    }
    const made = make();
    kept.set(name, made);
    weight += weigh(made);
    for (const [oldest, value] of kept) {
      if (weight <= limit || oldest === name) break;
      kept.delete(oldest);
      weight -= weigh(value);
    }
    return made;
  };
}
