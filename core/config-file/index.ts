import { parse, TomlError } from 'smol-toml';
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type ConfigFault, describeIssues } from './faults.ts';
import { type Config, configSchema, type Look, lookSchema } from './sections.ts';
import { type TomlPlace, tomlPlaces } from './toml-places.ts';

export type { ConfigFault } from './faults.ts';
export type { ReleaseSection } from './release-section.ts';
export type { Config, Look } from './sections.ts';

/** A file that was read without fault: its typed content, its plain values and where each key stands. */
export type ConfigFile = {
  readonly config: Config;
  readonly values: JsonObject;
  readonly places: ReadonlyMap<string, TomlPlace>;
};

/** The same of a user's own `tui.toml`. */
export type LookFile = Omit<ConfigFile, 'config'> & { readonly config: Look };

type Reading<File> =
  | { readonly ok: true; readonly file: File }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

export type ConfigReading = Reading<ConfigFile>;

/** Reads the text of a `contextful.toml`. All its faults come back at once, in file order; nothing is thrown. */
export function readConfigText(text: string): ConfigReading {
  return readText(text, configSchema, configJsonSchema);
}

/** Reads the text of a `tui.toml`: how the screens look, for all projects of a user. */
export function readLookText(text: string): Reading<LookFile> {
  return readText(text, lookSchema, () => jsonSchema(lookSchema));
}

function readText<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  described: () => JsonObject,
): Reading<Omit<ConfigFile, 'config'> & { readonly config: z.infer<Schema> }> {
  let values: unknown;
  try {
    values = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { ok: false, faults: [syntaxFault(error)] };
  }
  const checked = schema.safeParse(values);
  const places = tomlPlaces(text);
  if (checked.success) {
    return { ok: true, file: { config: checked.data, values: isJsonObject(values) ? values : {}, places } };
  }
  return { ok: false, faults: describeIssues(checked.error.issues, values, described(), places) };
}

/** JSON Schema (2020-12) of `contextful.toml`, from the same source that checks the file. */
export function configJsonSchema(): JsonObject {
  return { ...jsonSchema(configSchema), title: 'contextful.toml' };
}

function jsonSchema(schema: z.ZodType): JsonObject {
  const json: unknown = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  if (!isJsonObject(json)) throw new TypeError('a schema is an object');
  return json;
}

function syntaxFault(error: TomlError): ConfigFault {
  const [first = ''] = error.message.split('\n');
  return {
    kind: 'syntax',
    place: { line: error.line, column: error.column },
    path: '',
    found: first.replace(/^Invalid TOML document: /, ''),
    want: 'TOML 1.0',
    suggestions: [],
  };
}
