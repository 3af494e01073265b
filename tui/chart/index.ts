export { type BarOptions, bar } from './bar.ts';
export { braille, type CurveOptions, type CurvePoint } from './braille.ts';
export { type DivergeOptions, diverge } from './diverge.ts';
export { type Interval, type IntervalOptions, intervalBar } from './interval.ts';
export type { Figure } from './scale.ts';
export { type SparkOptions, spark } from './spark.ts';
