import * as z from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { jsonSchemaOf, keyedSchema } from '../score/keyed-schema.ts';
import { LEGS } from '../store/port.ts';
import { PROGRESS_PHASES, type RunEvent } from './events.ts';

const text = z.string();
const count = z.int().min(0);
const ms = z.number().min(0);
const leg = z.enum(LEGS);
const facts: z.ZodType<JsonObject> = keyedSchema(z.json());

/** A kind of event with its own members, behind the stamp that all have. */
function kind<const Name extends string, Shape extends z.ZodRawShape>(name: Name, members: Shape) {
  return z.strictObject({
    t: z.literal(name),
    seq: z.int().min(1),
    at: z.iso.datetime({ precision: 9 }),
    ...members,
  });
}

const eventSchema: z.ZodType<RunEvent> = z.discriminatedUnion('t', [
  kind('run.started', { goldens: z.array(text) }),
  kind('run.planned', { plan: text, cases: count, corpora: count }),
  kind('run.opened', { run: text, directory: text }),
  kind('run.resumed', { finished: count, of: count, journal: text }),
  kind('corpus.reading', { corpus: text, table: text, bytes: count, of: count }),
  kind('corpus.landed', { corpus: text, rows: count }),
  kind('corpus.folded', { corpus: text, versions: count, postings: count }),
  kind('store.ready', { adapter: text, version: text, cached: z.boolean() }),
  kind('leg.end', { case: text, leg, rows: count, wall_ms: ms }),
  kind('leg.failed', { case: text, leg, refusal: facts }),
  kind('case.read', { case: text }),
  kind('case.end', {
    case: text,
    ordinal: count,
    outcome: text,
    place: z.strictObject({ file: text, line: z.int().min(1) }),
  }),
  kind('case.held', { case: text, ordinal: count }),
  kind('run.progress', { phase: z.enum(PROGRESS_PHASES), done: count, of: count, elapsed_ms: ms }),
  kind('run.warning', {
    code: text,
    message: text,
    place: z
      .strictObject({
        file: text,
        line: z.int().exactOptional(),
        column: z.int().exactOptional(),
        path: text.exactOptional(),
      })
      .exactOptional(),
    facts,
  }),
  kind('run.floor-checked', { path: text, holds: z.boolean() }),
  kind('run.baseline-compared', { path: text, outcome: text }),
  kind('run.raised', { moved: z.array(text) }),
  kind('run.interrupted', { resume: text }),
  kind('run.report', { path: text, digest: text }),
  kind('run.output-written', { path: text }),
  kind('run.verdict', { ok: z.boolean(), outcome: text, lines: z.array(text) }),
  kind('run.finding', { check: text, case: text.nullable(), message: text }),
  kind('run.end', { exit: count }),
]);

/** One line of an events.jsonl; undefined when it is none of ours. */
export function readEventLine(line: string): RunEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const read = eventSchema.safeParse(value);
  return read.success ? read.data : undefined;
}

/** The published JSON Schema of one event: of a line of events.jsonl and of stderr under `--events`. */
export function eventJsonSchema(): JsonObject {
  return jsonSchemaOf(eventSchema);
}
