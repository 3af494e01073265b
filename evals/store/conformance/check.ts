/** One check of the suite; `run` rejects with the first read that differs, and both answers. */
export type ConformanceCheck = { readonly name: string; readonly run: () => Promise<void> };

export type ConformanceOptions = {
  /** Gives a fresh directory for each store that is opened. */
  readonly scratch: () => string;
  /** Generated small worlds, each read by every session under every bound. */
  readonly worlds: number;
  /** Generated scenarios of the leak property. */
  readonly leaks: number;
  /** Look for the smallest counterexample: minutes, for whoever mends an adapter. */
  readonly shrink?: boolean;
};
