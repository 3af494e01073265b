import type { Metric } from './registry.ts';

export type Statistic = 'mean' | 'min' | 'max';
export type Side = 'at_least' | 'at_most';

export type FloorRule = {
  readonly metric: Metric;
  readonly stat: Statistic;
  readonly side: Side;
  readonly bound: number;
  /** What a figure over no case means. */
  readonly zeroCases: 'breach' | 'hold';
};

/** The four floors of every leg (scoring.md 6). No flag or file switches them off, lowers or waives them. */
export const BUILT_IN_FLOORS = [
  { metric: 'r_precision', stat: 'mean', side: 'at_least', bound: 0.6, zeroCases: 'breach' },
  { metric: 'forbidden_row_rate', stat: 'max', side: 'at_most', bound: 0, zeroCases: 'hold' },
  { metric: 'duplicate_row_rate', stat: 'max', side: 'at_most', bound: 0, zeroCases: 'breach' },
  { metric: 'in_window_rate', stat: 'min', side: 'at_least', bound: 0.95, zeroCases: 'hold' },
] as const satisfies readonly FloorRule[];

/** Whether a measured value keeps a bound. No epsilon: a floor is absolute. */
export function keepsBound(value: number, side: Side, bound: number): boolean {
  return side === 'at_least' ? value >= bound : value <= bound;
}
