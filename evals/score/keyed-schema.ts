import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../core/json.ts';

const members = new WeakMap<z.ZodType, z.ZodType>();

/**
 * An object whose names come from outside, read onto a null prototype. zod's own record drops a member named
 * `__proto__`, which is a legal tag.
 */
export function keyedSchema<T>(member: z.ZodType<T>): z.ZodType<{ readonly [name: string]: T }> {
  const schema = z.unknown().transform((value, context) => {
    const read: { [name: string]: T } = Object.create(null);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      context.addIssue({ code: 'custom', message: 'expected an object', input: value });
      return z.NEVER;
    }
    for (const [name, found] of Object.entries(value)) {
      const parsed = member.safeParse(found);
      if (parsed.success) read[name] = parsed.data;
      else
        for (const issue of parsed.error.issues) context.addIssue({ ...issue, path: [name, ...issue.path] });
    }
    return read;
  });
  members.set(schema, member);
  return schema;
}

/** JSON Schema (2020-12) of what a schema reads, keyed objects included. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const found: unknown = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const source = zodSchema instanceof z.ZodType ? members.get(zodSchema) : undefined;
      if (source === undefined) return;
      const { $schema: _, ...member } = jsonSchemaOf(source);
      Object.assign(jsonSchema, { type: 'object', additionalProperties: member });
    },
  });
  if (!isJsonObject(found)) throw new TypeError('a schema is an object');
  return found;
}
