/** An instant: signed 64-bit nanoseconds since 1970-01-01T00:00:00Z (evaluate.md 6.1). */
export type Nanoseconds = bigint;

const NS_PER_SECOND = 1_000_000_000n;
export const NS_PER_DAY = 86_400n * NS_PER_SECOND;
const MIN_NS = -(2n ** 63n);
const MAX_NS = 2n ** 63n - 1n;

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * RFC 3339 with offset, at most 9 fraction digits, no leap second, 1677-09-21 to 2262-04-11.
 * Returns undefined for any other text.
 */
export function parseInstant(text: string): Nanoseconds | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match;
  const midnightMs = utcMidnightMs(Number(year), Number(month), Number(day));
  if (midnightMs === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined;
  const offsetMinutes = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const seconds =
    midnightMs / 1000 + Number(hour) * 3600 + (Number(minute) - offsetMinutes) * 60 + Number(second);
  return inRange(BigInt(seconds) * NS_PER_SECOND + BigInt(fraction.padEnd(9, '0')));
}

/** `YYYY-MM-DD` to the first nanosecond of that UTC day; undefined for any other text. */
export function parseDateStart(text: string): Nanoseconds | undefined {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const midnightMs = utcMidnightMs(Number(match[1]), Number(match[2]), Number(match[3]));
  return midnightMs === undefined ? undefined : inRange(BigInt(midnightMs) * 1_000_000n);
}

/** A read bound or an `available_time` cell: an instant, or a date, which means its day's last nanosecond. */
export function parseBound(text: string): Nanoseconds | undefined {
  const start = parseDateStart(text);
  return start === undefined ? parseInstant(text) : inRange(start + NS_PER_DAY - 1n);
}

/** UTC with nine fraction digits and `Z`. */
export function formatInstant(ns: Nanoseconds): string {
  let seconds = ns / NS_PER_SECOND;
  let fraction = ns % NS_PER_SECOND;
  if (fraction < 0n) {
    fraction += NS_PER_SECOND;
    seconds -= 1n;
  }
  const toSecond = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${toSecond}.${fraction.toString().padStart(9, '0')}Z`;
}

function utcMidnightMs(year: number, month: number, day: number): number | undefined {
  // Below year 100 Date.UTC means 19xx; such years lie outside the range of an instant anyway.
  if (year < 1677 || month < 1 || month > 12 || day < 1) return undefined;
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day ? ms : undefined;
}

function inRange(ns: bigint): Nanoseconds | undefined {
  return ns >= MIN_NS && ns <= MAX_NS ? ns : undefined;
}
