/** Slack for the rounding of decimal bands: |gain| equal to the band is inside it. */
const SLACK = 1e-9;

/** How much better the current value is; negative: worse. */
export function gainOf(baseline: number, current: number, lowerIsBetter: boolean): number {
  return lowerIsBetter ? baseline - current : current - baseline;
}

export function isWithinBand(gain: number, band: number): boolean {
  return Math.abs(gain) <= band + SLACK;
}
