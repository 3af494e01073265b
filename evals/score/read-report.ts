import type { z } from 'zod';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { lineOfMember } from './json-place.ts';
import type { ReportDocument } from './report.ts';
import { reportSchema } from './report-schema.ts';

/** A stored report. Throws ReportUnreadable naming line and member; file: as messages name it. */
export function readReport(bytes: Uint8Array, file: string): ReportDocument {
  return readDocument(bytes, file, reportSchema);
}

/** A JSON document of a schema. Throws ReportUnreadable naming line and member of the first fault. */
export function readDocument<T>(bytes: Uint8Array, file: string, schema: z.ZodType<T>): T {
  const text = decode(bytes, file);
  const parsed = check(schema, parse(text, file), text, file);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues);
  const path = (issue?.path ?? []).map(step => (typeof step === 'symbol' ? String(step) : step));
  const member = path.join('.');
  throw unreadable(file, lineOfMember(text, path), member, issue?.message ?? 'not of the schema');
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(file, 1, '', 'not UTF-8 text', cause);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, lineOfMember(text, []), '', 'not JSON', cause);
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, text: string, file: string): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw unreadable(file, lineOfMember(text, []), '', 'nested too deeply', cause);
  }
}

/** zod lists the faults of one member after another; an unknown member is reported at its parent. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [first] = issues;
  if (first?.code !== 'unrecognized_keys') return first;
  return { ...first, path: [...first.path, ...first.keys.slice(0, 1)], message: 'no member of the schema' };
}

function unreadable(file: string, line: number, member: string, reason: string, cause?: unknown): Refusal {
  const what = member === '' ? reason : `${member}: ${reason}`;
  return refuse('ReportUnreadable', {
    message: `\`${file}\` can not be read: ${what}`,
    place: { file, line, ...(member === '' ? {} : { path: member }) },
    facts: { member, reason },
    cause,
  });
}
