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

/** Where a document stands inside a larger one. */
export type Inside = { readonly line: number; readonly member: string };

/** A JSON document of a schema. Throws ReportUnreadable naming line and member of the first fault. */
export function readDocument<T>(
  bytes: Uint8Array,
  file: string,
  schema: z.ZodType<T>,
  inside: Inside = { line: 1, member: '' },
): T {
  const refuseAt = (line: number, member: string, reason: string, cause?: unknown) =>
    unreadable(file, inside.line + line - 1, joined(inside.member, member), reason, cause);
  const text = decode(bytes, refuseAt);
  const parsed = check(schema, parse(text, refuseAt), text, refuseAt);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues);
  const path = (issue?.path ?? []).map(step => (typeof step === 'symbol' ? String(step) : step));
  throw refuseAt(lineOfMember(text, path), path.join('.'), issue?.message ?? 'not of the schema');
}

type RefuseAt = (line: number, member: string, reason: string, cause?: unknown) => Refusal;

function decode(bytes: Uint8Array, refuseAt: RefuseAt): string {
  if (bytes.length > LONGEST_TEXT) throw refuseAt(1, '', 'larger than 512 MiB');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refuseAt(1, '', 'not UTF-8 text', cause);
  }
}

/** A text of the engine holds no more. */
const LONGEST_TEXT = 0x1fffffe8;

function parse(text: string, refuseAt: RefuseAt): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuseAt(lineOfMember(text, []), '', 'not JSON', cause);
  }
}

function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  text: string,
  refuseAt: RefuseAt,
): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw refuseAt(lineOfMember(text, []), '', 'nested too deeply', cause);
  }
}

function joined(outer: string, inner: string): string {
  return outer === '' || inner === '' ? outer + inner : `${outer}.${inner}`;
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
