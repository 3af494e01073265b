import * as z from 'zod';
import type { ColumnType } from '../store/port.ts';

/** Messages name what is wanted; the refusal adds what was found. */
const text = z.string({ error: 'a text' }).min(1, { error: 'a text that is not empty' });
const flag = z.boolean({ error: 'true or false' });
const names = z.array(text, { error: 'an array of texts' });
const oneOrMore = z.union([text.transform(name => [name]), names], { error: 'a text or an array of texts' });
const zone = z.strictObject({ allow: names }, { error: 'a table with allow' });

const MAX_DIMENSIONS = 8192;
const SIMPLE_TYPES: ReadonlySet<string> = new Set([
  'string',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date',
  'json',
]);

const columnType = z.custom<ColumnType>(isColumnType, {
  error: 'string, integer, number, boolean, timestamp, date, json or vector(N)',
});

const policyColumn = z.strictObject(
  { zone: zone.optional(), mask: flag.default(false), class: text.optional() },
  { error: 'a table with zone, mask or class' },
);

const rowException = z.strictObject(
  { when: text, predicate: text },
  { error: 'a table with when and predicate' },
);

const policyRows = z.strictObject(
  { predicate: text, exception: z.array(rowException, { error: 'an array of tables' }).default([]) },
  { error: 'a table with predicate' },
);

const policy = z.strictObject(
  {
    zone: zone.optional(),
    rows: policyRows.optional(),
    columns: tableOf(policyColumn).optional(),
  },
  { error: 'a table with zone, rows or columns' },
);

const index = z
  .strictObject(
    {
      kind: z.enum(['fulltext', 'vector'], { error: 'fulltext or vector' }),
      column: text.optional(),
      columns: names.optional(),
      id_column: text.optional(),
      analyzer: z.enum(['standard', 'english', 'cjk'], { error: 'standard, english or cjk' }).optional(),
      model: text.optional(),
      dim: z
        .bigint({ error: 'an integer' })
        .min(1n, { error: 'at least 1' })
        .max(BigInt(MAX_DIMENSIONS), { error: `at most ${MAX_DIMENSIONS}` })
        .optional(),
    },
    { error: 'a table with kind and column' },
  )
  .refine(({ column, columns }) => (column === undefined) !== (columns === undefined), {
    error: 'either column or columns',
  });

/** One `[[pipeline.tables]]` entry as TOML holds it (evaluate.md 4.3). `redaction` is read by its own room. */
export const tableEntry = z.strictObject(
  {
    name: text,
    primary_key: names.default([]),
    order_by: text.optional(),
    write_mode: z.enum(['append', 'replace'], { error: 'append or replace' }).default('append'),
    columns: tableOf(columnType).optional(),
    available_time: text.optional(),
    valid_time: z
      .strictObject({ from: text, to: text.optional() }, { error: 'a table with from' })
      .optional(),
    delete_column: text.optional(),
    tenant_column: text.optional(),
    content_hash_column: text.optional(),
    partition_by: oneOrMore.default([]),
    cluster_by: oneOrMore.default([]),
    role: z
      .enum(['entities', 'facts', 'claims', 'edges', 'evidence', 'cards'], {
        error: 'entities, facts, claims, edges, evidence or cards',
      })
      .optional(),
    edge: z
      .strictObject({ source: text, relation: text, target: text }, { error: 'source, relation and target' })
      .optional(),
    redaction: z.unknown().optional(),
    class: text.optional(),
    subject_id: text.optional(),
    policy: policy.optional(),
    indexes: z.array(index, { error: 'an array of tables' }).default([]),
  },
  { error: 'a table' },
);

export type TableEntry = z.output<typeof tableEntry>;

/** Keys that an entry knows at a path: what a misspelt one is compared with. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const place = path.filter(part => typeof part === 'string').join('.');
  const shape = place.startsWith('policy.columns.')
    ? SHAPES.get(`policy.columns.*${place.endsWith('.zone') ? '.zone' : ''}`)
    : SHAPES.get(place);
  return shape ?? [];
}

const SHAPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['', Object.keys(tableEntry.shape)],
  ['valid_time', ['from', 'to']],
  ['edge', ['source', 'relation', 'target']],
  ['indexes', Object.keys(index.shape)],
  ['policy', Object.keys(policy.shape)],
  ['policy.zone', Object.keys(zone.shape)],
  ['policy.rows', Object.keys(policyRows.shape)],
  ['policy.rows.exception', Object.keys(rowException.shape)],
  ['policy.columns.*', Object.keys(policyColumn.shape)],
  ['policy.columns.*.zone', Object.keys(zone.shape)],
]);

/** `vector(N)` has 1 to 8192 dimensions. */
function isColumnType(value: unknown): value is ColumnType {
  if (typeof value !== 'string') return false;
  const dimensions = /^vector\(([1-9]\d{0,3})\)$/.exec(value)?.[1];
  return dimensions === undefined ? SIMPLE_TYPES.has(value) : Number(dimensions) <= MAX_DIMENSIONS;
}

/** A TOML table with free keys. `z.record` passes `__proto__` over, and a mask must not get lost. */
function tableOf<T>(value: z.ZodType<T>) {
  return z.custom<object>(isTable, { error: 'a table' }).transform((table, context) => {
    const found = new Map<string, T>();
    for (const [name, member] of Object.entries(table)) {
      const parsed = value.safeParse(member);
      if (parsed.success) found.set(name, parsed.data);
      else
        for (const issue of parsed.error.issues) context.addIssue({ ...issue, path: [name, ...issue.path] });
    }
    return found;
  });
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
