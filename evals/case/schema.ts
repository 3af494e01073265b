import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { parseBound, parseInstant } from '../../core/time.ts';
import { rule } from './expectation.ts';
import {
  asksQuestion,
  fitsBytes,
  hasOneBound,
  hasOneName,
  MOST_DIMENSIONS,
  MOST_ID_BYTES,
  MOST_TAG_BYTES,
  NO_CONTROL,
  NO_OUTER_BLANK,
  ROW,
  ROW_OR_TABLE,
} from './rules.ts';

const INSTANT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/u;
const INSTANT_OR_DATE = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d))?$/u;

const instant = z
  .string(rule('instant'))
  .regex(INSTANT, rule('instant'))
  .refine(text => parseInstant(text) !== undefined, rule('instant'));
const bound = z
  .string(rule('bound'))
  .regex(INSTANT_OR_DATE, rule('bound'))
  .refine(text => parseBound(text) !== undefined, rule('bound'));

const part = z.string(rule('part')).min(1, rule('part'));
const pair = z.tuple([part, part], rule('row'));
const row = z.union([z.string(rule('row')).regex(ROW, rule('row')), pair], rule('row'));
const citation = z.union(
  [z.string(rule('citation')).regex(ROW_OR_TABLE, rule('citation')), pair],
  rule('citation'),
);
const edge = z.union(
  [z.string(rule('edge')).min(1, rule('edge')), z.tuple([part, part, part], rule('edge'))],
  rule('edge'),
);
const rows = z.array(row, rule('rows'));
const block = z.custom<JsonObject>(isJsonObject, rule('block')).meta({ type: 'object' });

const id = z
  .string(rule('id'))
  .min(1, rule('id-empty'))
  .max(MOST_ID_BYTES, rule('id-long'))
  .regex(NO_CONTROL, rule('id-control'))
  .regex(NO_OUTER_BLANK, rule('id-blank'))
  .refine(text => fitsBytes(text, MOST_ID_BYTES), rule('id-long'));
const tag = z
  .string(rule('tag'))
  .max(MOST_TAG_BYTES, rule('tag-long'))
  .regex(NO_CONTROL, rule('tag-control'))
  .refine(text => fitsBytes(text, MOST_TAG_BYTES), rule('tag-long'));
const embedding = z
  .array(z.number(rule('number')), rule('embedding'))
  .min(1, rule('embedding-size'))
  .max(MOST_DIMENSIONS, rule('embedding-size'));

const boundsSchema = z.strictObject(
  {
    available_as_of: bound.exactOptional(),
    valid_as_of: bound.exactOptional(),
    landed_as_of: bound.exactOptional(),
  },
  rule('bounds'),
);

const expectedSchema = z
  .strictObject(
    {
      answer: z.string(rule('answer')).nullable().exactOptional(),
      artifacts: rows.exactOptional(),
      edges: z.array(edge, rule('edges')).exactOptional(),
      entities: z.array(z.string(rule('entity')), rule('entities')).exactOptional(),
      must_cite: z.array(citation, rule('rows')).exactOptional(),
      must_abstain: z.boolean(rule('boolean')).exactOptional(),
      must_not_retrieve: rows.exactOptional(),
      time_anchor: instant.nullable().exactOptional(),
      since: instant.nullable().exactOptional(),
      recency_bound: instant.nullable().exactOptional(),
    },
    rule('expected'),
  )
  .refine(hasOneName, {
    ...rule('alias-clash'),
    path: ['recency_bound'],
  });

/** What a line of a case file may hold (evaluate.md 3.2). Messages of its issues are names of rules. */
export const caseSchema = z
  .strictObject(
    {
      id,
      corpus: z.string(rule('corpus')).min(1, rule('corpus')),
      question: z.string(rule('question')),
      tags: z.array(tag, rule('tags')).exactOptional(),
      prefix: z.string(rule('prefix')).nullable().exactOptional(),
      query_embedding: embedding.nullable().exactOptional(),
      bounds: boundsSchema.exactOptional(),
      exclude: rows.exactOptional(),
      expected: expectedSchema.exactOptional(),
      bounded: block.exactOptional(),
      forecast: block.exactOptional(),
    },
    rule('case'),
  )
  .refine(asksQuestion, {
    ...rule('no-question'),
    path: ['question'],
  })
  .refine(hasOneBound, {
    ...rule('bounds-clash'),
    path: ['bounds'],
  });

/** Members known at each level, by the path of the level. */
export const KNOWN_MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['', Object.keys(caseSchema.shape)],
  ['expected', Object.keys(expectedSchema.shape)],
  ['bounds', Object.keys(boundsSchema.shape)],
]);

/** JSON Schema of one line of a case file, published as `case.v1.json`. */
export function caseJsonSchema(): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(caseSchema, { io: 'input', unrepresentable: 'any' });
  const text = JSON.stringify({ $schema, title: 'contextful case, version 1', ...rest });
  const schema: JsonObject = JSON.parse(text);
  return schema;
}
