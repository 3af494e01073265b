import { parse, TomlError } from 'smol-toml';
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type ConfigFault, describeIssues } from './faults.ts';
import { type Config, configSchema } from './sections.ts';
import { type TomlPlace, tomlPlaces } from './toml-places.ts';

export type { ConfigFault } from './faults.ts';
export type { Config } from './sections.ts';

/** A file that was read without fault: its typed content, its plain values and where each key stands. */
export type ConfigFile = {
  readonly config: Config;
  readonly values: JsonObject;
  readonly places: ReadonlyMap<string, TomlPlace>;
};

export type ConfigReading =
  | { readonly ok: true; readonly file: ConfigFile }
  | { readonly ok: false; readonly faults: readonly ConfigFault[] };

/** Reads the text of a `contextful.toml`. All its faults come back at once, in file order; nothing is thrown. */
export function readConfigText(text: string): ConfigReading {
  let values: unknown;
  try {
    values = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { ok: false, faults: [syntaxFault(error)] };
  }
  const checked = configSchema.safeParse(values);
  const places = tomlPlaces(text);
  if (checked.success) {
    return { ok: true, file: { config: checked.data, values: isJsonObject(values) ? values : {}, places } };
  }
  return { ok: false, faults: describeIssues(checked.error.issues, values, configJsonSchema(), places) };
}

/** JSON Schema (2020-12) of `contextful.toml`, from the same source that checks the file. */
export function configJsonSchema(): JsonObject {
  const schema: unknown = z.toJSONSchema(configSchema, { target: 'draft-2020-12' });
  if (!isJsonObject(schema)) throw new TypeError('a schema is an object');
  return { ...schema, title: 'contextful.toml' };
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
