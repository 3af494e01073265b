import type { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { suggest } from '../suggest.ts';
import { keyPath, type TomlPlace } from './toml-places.ts';

/** One thing that is wrong with a configuration file. */
export type ConfigFault = {
  readonly kind: 'syntax' | 'version' | 'unknown-key' | 'bad-value';
  readonly place: TomlPlace;
  /** Key path, `eval.floors[1].path`; empty for a syntax fault. */
  readonly path: string;
  readonly found: string;
  readonly want: string;
  readonly suggestions: readonly string[];
};

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

/** Faults of a document in file order; places and suggestions are looked up by key path. */
export function describeIssues(
  issues: readonly Issue[],
  document: unknown,
  schema: JsonObject,
  places: ReadonlyMap<string, TomlPlace>,
): readonly ConfigFault[] {
  const faults = issues.flatMap(issue => faultsOf(issue, [], document, schema, places));
  return faults.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

function faultsOf(
  issue: Issue,
  above: Path,
  document: unknown,
  schema: JsonObject,
  places: ReadonlyMap<string, TomlPlace>,
): readonly ConfigFault[] {
  const path = [...above, ...issue.path.map(part => (typeof part === 'symbol' ? String(part) : part))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => unknownKey([...path, key], knownKeys(schema, path), places));
  }
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors, valueAt(document, path));
    if (branch !== undefined) return branch.flatMap(inner => faultsOf(inner, path, document, schema, places));
  }
  if (issue.code === 'invalid_key') return [badKey(path, schema, places)];
  return [badValue(path, document, schema, places)];
}

/** Of a text-or-table union, a value that is a table was meant as one. */
function closestBranch(
  branches: readonly (readonly Issue[])[],
  value: unknown,
): readonly Issue[] | undefined {
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  return branches.find(issues =>
    issues.every(issue => issue.code !== 'invalid_type' || issue.path.length > 0),
  );
}

function unknownKey(
  path: Path,
  known: readonly string[],
  places: ReadonlyMap<string, TomlPlace>,
): ConfigFault {
  const key = String(path.at(-1));
  return {
    kind: 'unknown-key',
    place: placeOf(path, places),
    path: keyPath(path),
    found: 'a key that is not known here',
    want: known.length === 0 ? 'no key' : `one of ${known.join(', ')}`,
    suggestions: suggest(key, known),
  };
}

/** A key of a table whose keys are free but must have a form. */
function badKey(path: Path, schema: JsonObject, places: ReadonlyMap<string, TomlPlace>): ConfigFault {
  const names = schemaAt(schema, path.slice(0, -1))?.['propertyNames'];
  return {
    kind: 'bad-value',
    place: placeOf(path, places),
    path: keyPath(path),
    found: `the key ${JSON.stringify(String(path.at(-1)))}`,
    want: isJsonObject(names) ? wanted(names) : 'another key',
    suggestions: [],
  };
}

function badValue(
  path: Path,
  document: unknown,
  schema: JsonObject,
  places: ReadonlyMap<string, TomlPlace>,
): ConfigFault {
  const value = valueAt(document, path);
  const expected = schemaAt(schema, path);
  const choices = expected === undefined ? [] : enumOf(expected);
  return {
    kind: path.length === 1 && path[0] === 'version' ? 'version' : 'bad-value',
    place: placeOf(path, places),
    path: keyPath(path),
    found: value === undefined ? 'nothing' : shown(value),
    want: expected === undefined ? 'another value' : wanted(expected),
    suggestions: typeof value === 'string' ? suggest(value, choices) : [],
  };
}

/** The key itself, else the nearest table around it, else the start of the file. */
function placeOf(path: Path, places: ReadonlyMap<string, TomlPlace>): TomlPlace {
  for (let length = path.length; length > 0; length -= 1) {
    const place = places.get(keyPath(path.slice(0, length)));
    if (place !== undefined) return place;
  }
  return { line: 1, column: 1 };
}

function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

function shown(value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)))
    return String(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value instanceof Date) return `the date ${value.toISOString()}`;
  return isJsonObject(value) ? 'a table' : JSON.stringify(value);
}

function knownKeys(schema: JsonObject, path: Path): readonly string[] {
  const found = schemaAt(schema, path);
  if (found === undefined) return [];
  return options(found).flatMap(option =>
    isJsonObject(option['properties']) ? Object.keys(option['properties']) : [],
  );
}

/** The part of a JSON Schema that judges the value at a path. */
function schemaAt(schema: JsonObject, path: Path): JsonObject | undefined {
  let here: JsonObject | undefined = schema;
  for (const part of path) {
    here = options(here)
      .map(option => step(option, part))
      .find(isJsonObject);
    if (here === undefined) return undefined;
  }
  return here;
}

function step(schema: JsonObject, part: string | number): JsonValue | undefined {
  if (typeof part === 'number') return schema['items'];
  const properties = schema['properties'];
  if (isJsonObject(properties) && Object.hasOwn(properties, part)) return properties[part];
  return schema['additionalProperties'];
}

function options(schema: JsonObject | undefined): readonly JsonObject[] {
  if (schema === undefined) return [];
  const any = schema['anyOf'];
  return Array.isArray(any) ? any.filter(isJsonObject) : [schema];
}

function enumOf(schema: JsonObject): readonly string[] {
  const values = schema['enum'];
  return Array.isArray(values) ? values.filter(value => typeof value === 'string') : [];
}

function wanted(schema: JsonObject): string {
  return options(schema).map(wantedOne).join(' or ');
}

function wantedOne(schema: JsonObject): string {
  const choices = enumOf(schema);
  if (choices.length > 0) return `one of ${choices.map(choice => JSON.stringify(choice)).join(', ')}`;
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const type = typeof schema['type'] === 'string' ? schema['type'] : '';
  const noun = NOUNS.get(type) ?? 'another value';
  const { minimum, maximum, examples } = schema;
  if (Array.isArray(examples))
    return `${noun} such as ${examples.map(one => JSON.stringify(one)).join(', ')}`;
  if (typeof minimum !== 'number') return noun;
  // zod writes the range of safe integers where no upper bound was set.
  if (typeof maximum !== 'number' || maximum === Number.MAX_SAFE_INTEGER) return `${noun} from ${minimum} up`;
  return `${noun} from ${minimum} to ${maximum}`;
}

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'a table'],
]);
