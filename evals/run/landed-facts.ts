import * as z from 'zod';
import type { JsonValue } from '../../core/json.ts';
import type { Corpus, CorpusWarning } from '../corpus/index.ts';
import { type InspectedTable, tableSchema } from '../corpus/index.ts';
import type { TableSchema } from '../store/port.ts';

/** What a run knows of a landed corpus besides the store, so that one from the cache needs no second reading. */
export type LandedFacts = {
  /** Reader tokens of all rows. */
  readonly tokens: number;
  /** In order of landing. */
  readonly schemas: readonly TableSchema[];
  readonly warnings: readonly CorpusWarning[];
};

export function factsOf(inspected: readonly InspectedTable[], tokens: number): LandedFacts {
  return {
    tokens,
    schemas: inspected.map(({ schema }) => schema),
    warnings: inspected.flatMap(({ warnings }) => warnings),
  };
}

/** Without what the declaration tells anyway, and with files by their path in the corpus. */
export function writtenFacts({ tokens, schemas, warnings }: LandedFacts, corpus: Corpus): JsonValue {
  return {
    tokens,
    tables: schemas.map(({ name, columns }) => ({
      name,
      columns: columns.map(column => [column.name, column.type]),
    })),
    warnings: warnings.map(({ code, message, place: { file, line } }) => ({
      code,
      message,
      file: file.startsWith(`${corpus.shown}/`) ? file.slice(corpus.shown.length + 1) : file,
      line: line ?? null,
    })),
  };
}

/** Throws where the facts are of other tables than those of the corpus. */
export function readFacts(value: JsonValue, corpus: Corpus): LandedFacts {
  const { tokens, tables, warnings } = written.parse(value);
  if (tables.length !== corpus.tables.length) throw new RangeError('other tables than the corpus has');
  return {
    tokens,
    schemas: corpus.tables.map(({ name, declaration }, at) => {
      if (tables[at]?.name !== name) throw new RangeError(`no columns of table ${name}`);
      return tableSchema(declaration, new Map(tables[at].columns));
    }),
    warnings: warnings.map(({ code, message, file, line }) => ({
      code,
      message,
      place: { file: `${corpus.shown}/${file}`, ...(line === null ? {} : { line }) },
    })),
  };
}

const columnType = z.union([
  z.enum(['string', 'integer', 'number', 'boolean', 'timestamp', 'date', 'json']),
  z.templateLiteral(['vector(', z.number(), ')']),
]);

const written = z.strictObject({
  tokens: z.number(),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.tuple([z.string(), columnType])) })),
  warnings: z.array(
    z.strictObject({
      code: z.string(),
      message: z.string(),
      file: z.string(),
      line: z.number().nullable(),
    }),
  ),
});
