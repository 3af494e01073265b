import { formatInstant, parseDateStart, parseInstant } from '../../core/time.ts';
import type { FieldType } from './field-table.ts';

/**
 * A written value of an ordered type in the unit of the tree: number; rate and delta as a fraction (`80%` is 0.8);
 * duration in ms; size in bytes; instant as `YYYY-MM-DDTHH:MM:SS.sssZ`. undefined: it is no such value.
 */
export function parseValue(type: FieldType, text: string): number | string | undefined {
  switch (type) {
    case 'number':
      return finite(text);
    case 'rate':
    case 'delta':
      return text.endsWith('%') ? percent(text.slice(0, -1)) : finite(text);
    case 'duration':
      return withUnit(text, DURATIONS, undefined);
    case 'bytes':
      return withUnit(text, SIZES, 1);
    case 'instant':
      return instant(text);
    default:
      return text;
  }
}

/** The shortest text that `parseValue` reads as the same value. */
export function formatValue(type: FieldType, value: number | string): string {
  if (typeof value === 'string') {
    return type === 'instant' ? value.replace(/\.000Z$/, 'Z').replace(/T00:00:00Z$/, '') : value;
  }
  if (type === 'duration') return inUnit(value, DURATIONS, 'ms');
  return type === 'bytes' ? inUnit(value, SIZES, '') : String(value);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Largest first, so that 7200000 prints as 2h. */
const DURATIONS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
];
const SIZES: readonly (readonly [string, number])[] = [
  ['TiB', 1024 ** 4],
  ['TB', 1e12],
  ['GiB', 1024 ** 3],
  ['GB', 1e9],
  ['MiB', 1024 ** 2],
  ['MB', 1e6],
  ['KiB', 1024],
  ['kB', 1000],
  ['B', 1],
];

function finite(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  // -0 and 0 are one value, and only 0 can be written.
  return Number.isFinite(value) ? value + 0 : undefined;
}

/** Through the decimal text, because 7 / 100 and 0.07 may differ in their last bit. */
function percent(text: string): number | undefined {
  if (finite(text) === undefined) return undefined;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  return finite(`${mantissa}e${Number(exponent) - 2}`);
}

function withUnit(
  text: string,
  units: readonly (readonly [string, number])[],
  bare: number | undefined,
): number | undefined {
  const written = /[a-z]*$/i.exec(text)?.[0] ?? '';
  const unit = units.find(([name]) => name.toLowerCase() === written.toLowerCase());
  const scale = written === '' ? bare : unit?.[1];
  const value = finite(written === '' ? text : text.slice(0, -written.length));
  return scale === undefined || value === undefined ? undefined : finite(String(value * scale));
}

function inUnit(value: number, units: readonly (readonly [string, number])[], least: string): string {
  const unit = units.find(([, scale]) => scale > 1 && value !== 0 && value % scale === 0);
  return unit === undefined ? `${value}${least}` : `${value / unit[1]}${unit[0]}`;
}

function instant(text: string): string | undefined {
  const ns = parseDateStart(text) ?? parseInstant(text);
  return ns === undefined ? undefined : `${formatInstant(ns).slice(0, 23)}Z`;
}
