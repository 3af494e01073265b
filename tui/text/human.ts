import { formatInstant, type Nanoseconds, NS_PER_DAY } from '../../core/time.ts';

const MISSING = '–';

/** Whole number with comma groups. */
export function humanInt(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Three significant digits with k, M, G or T (1000). */
export function humanCompact(value: number): string {
  return scaled(value, 1000, ['', 'k', 'M', 'G', 'T']);
}

/** Three significant digits with IEC units (1024). */
export function humanBytes(bytes: number): string {
  return scaled(bytes, 1024, [' B', ' KiB', ' MiB', ' GiB', ' TiB']);
}

/** Milliseconds as text; rounded to the unit shown before the unit is chosen, so `60.0 s` never appears. */
export function humanDuration(ms: number): string {
  if (ms < 0) return `-${humanDuration(-ms)}`;
  if (ms > 0 && ms < 0.5) return '<1 ms';
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  const seconds = threeDigits(ms / 1000);
  if (Number(seconds) < 60) return `${seconds} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${twoDigits(whole % 60)}s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
  const hours = Math.round(ms / 3_600_000);
  return `${Math.floor(hours / 24)}d ${twoDigits(hours % 24)}h`;
}

/** Signed with three decimals; what prints as zero has a blank for its sign. */
export function humanDelta(value: number | null): string {
  if (value === null) return MISSING;
  const digits = Math.abs(value).toFixed(3);
  if (digits === '0.000') return ` ${digits}`;
  return `${value < 0 ? '-' : '+'}${digits}`;
}

/** Age of an instant, rounded down; from 30 days on its UTC date. */
export function humanAge(at: Nanoseconds, now: Nanoseconds): string {
  const distance = at > now ? at - now : now - at;
  if (distance >= 30n * NS_PER_DAY) return formatInstant(at).slice(0, 10);
  const seconds = Number(distance / 1_000_000_000n);
  const [size, unit] = AGES.find(([from]) => seconds >= from) ?? [1, 's'];
  const text = `${Math.floor(seconds / size)}${unit}`;
  return at > now ? `in ${text}` : `${text} ago`;
}

const AGES: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
  [1, 's'],
];

function scaled(value: number, base: number, units: readonly string[]): string {
  if (value < 0) return `-${scaled(-value, base, units)}`;
  if (value < base) return `${Math.round(value)}${units[0] ?? ''}`;
  let rest = value;
  let unit = 0;
  // Rounding may reach the next unit: 999,500 is 1.00M and not 1000k.
  while (unit < units.length - 1 && Number(threeDigits(rest)) >= base) {
    rest /= base;
    unit += 1;
  }
  return `${threeDigits(rest)}${units[unit] ?? ''}`;
}

function threeDigits(value: number): string {
  const two = value.toFixed(2);
  if (Number(two) < 10) return two;
  const one = value.toFixed(1);
  return Number(one) < 100 ? one : value.toFixed(0);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
