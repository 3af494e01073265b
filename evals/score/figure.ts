/**
 * The value of a figure that was not measured: null in memory at every seam and in JSON, NaN only inside the
 * aggregator's columns. A comparison on a raw Figure does not compile; isMeasured opens it.
 */
type Unmeasured = null;
export type Figure = number | Unmeasured;

export function isMeasured(figure: Figure): figure is number {
  return figure !== null && Number.isFinite(figure);
}
