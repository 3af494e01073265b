import { resolve } from 'node:path';
import { type Nanoseconds, parseInstant } from '../core/time.ts';
import type { ValueForm } from './record.ts';

export type Pair = { readonly name: string; readonly value: string };

/** A value as a handler gets it: span in ms, bytes in bytes, rate as a fraction, instant and u64 as bigint, path absolute. */
export type FlagValue = boolean | number | bigint | string | Pair;

export type Coerced =
  | { readonly ok: true; readonly value: FlagValue }
  | { readonly ok: false; readonly want: string; readonly example: string };

/** Reads the text of one value. `folder` is what relative paths start from. */
export function coerce(form: ValueForm, text: string, folder: string): Coerced {
  switch (form.form) {
    case 'switch':
      return text === 'true' || text === 'false' ? good(text === 'true') : bad('true or false', 'true');
    case 'count':
    case 'int':
      return int(text, form);
    case 'u64':
      return u64(text);
    case 'number':
      return isNumber(text) ? good(Number(text)) : bad('a finite number', '0.5');
    case 'rate':
      return rate(text);
    case 'bytes':
      return scaled(text, BYTES, 'a size in bytes with an optional unit', '64MiB');
    case 'span':
      return scaled(text, SPANS, 'a time with its unit: ms, s, m, h or d', '30s');
    case 'instant':
      return instant(text);
    case 'choice':
      return form.of.includes(text) ? good(text) : bad(`one of ${form.of.join(', ')}`, form.of[0] ?? '');
    case 'path':
      return path(text, folder);
    case 'pair':
      return pair(text);
    case 'text':
      return shaped(text, form);
  }
}

function int(text: string, form: ValueForm): Coerced {
  const { min, max } = form.form === 'int' ? form : { min: 0, max: 9 };
  const range = `a whole number from ${min} to ${max}`;
  // 1,000 is one thousand to some and one to others.
  if (/^[+-]?\d{1,3}([.,]\d{3})+$/.test(text))
    return bad(`${range}, without grouping`, text.replace(/[.,]/g, ''));
  if (!/^-?\d+(_\d+)*$/.test(text)) return bad(range, String(min));
  const value = Number(text.replaceAll('_', ''));
  return Number.isSafeInteger(value) && value >= min && value <= max ? good(value) : bad(range, String(min));
}

function u64(text: string): Coerced {
  const value = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;
  return value !== undefined && value < 2n ** 64n
    ? good(value)
    : bad('a whole number from 0 to 18446744073709551615', '1592590456');
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text));
}

function rate(text: string): Coerced {
  const isPercent = text.endsWith('%');
  const number = isPercent ? text.slice(0, -1) : text;
  const value = isNumber(number) ? Number(number) / (isPercent ? 100 : 1) : Number.NaN;
  return value >= 0 && value <= 1 ? good(value) : bad('a share from 0 to 1, or in percent', '0.05 or 5%');
}

function scaled(text: string, units: ReadonlyMap<string, number>, want: string, example: string): Coerced {
  const match = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(text);
  const unit = units.get(match?.[2] ?? '');
  const value = unit === undefined ? Number.NaN : Number(match?.[1]) * unit;
  return Number.isFinite(value) ? good(value) : bad(want, example);
}

function instant(text: string): Coerced {
  const value: Nanoseconds | undefined = parseInstant(text);
  return value === undefined ? bad('an RFC 3339 instant', '2030-06-01T00:00:00Z') : good(value);
}

function path(text: string, folder: string): Coerced {
  if (text.includes('\0')) return bad('a path', 'evals/cases/native.jsonl');
  return good(text === '-' ? text : resolve(folder, text));
}

function pair(text: string): Coerced {
  const at = text.indexOf('=');
  return at < 1
    ? bad('NAME=VALUE', 'region=eu')
    : good({ name: text.slice(0, at), value: text.slice(at + 1) });
}

function shaped(text: string, form: Extract<ValueForm, { form: 'text' }>): Coerced {
  if (form.shape === undefined || form.shape.test.test(text)) return good(text);
  return bad(form.shape.want, form.shape.example);
}

const BYTES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
  ['TiB', 1024 ** 4],
]);

const SPANS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

function good(value: FlagValue): Coerced {
  return { ok: true, value };
}

function bad(want: string, example: string): Coerced {
  return { ok: false, want, example };
}
