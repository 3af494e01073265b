import { parse, TomlError } from 'smol-toml';
import type { z } from 'zod';
import { keyPath, type TomlPlace, tomlPlaces } from '../../core/config-file/toml-places.ts';
import type { Refusal } from '../../core/refusal.ts';
import { suggest } from '../../core/suggest.ts';
import type { TableDeclaration } from '../policy/index.ts';
import { invalid, type TomlPath } from './declaration-fault.ts';
import { knownKeys, type TableEntry, tableEntry } from './declaration-schema.ts';
import { declaredTable, type EntryPlace } from './declared-table.ts';
import { isTableName, tableNameInvalid } from './layout.ts';

/** A declared table and where its keys stand. */
export type DeclaredTable = { readonly declaration: TableDeclaration; readonly place: EntryPlace };

type Source = { readonly shown: string; readonly lineOf: (path: TomlPath) => number };

/**
 * The tables of a corpus' contextful.toml in file order (evaluate.md 4.3); other sections are left alone.
 * Refuses EvalDeclarationInvalid {file, line, key}, EvalTableNameInvalid, EnforceZonePatternUnparsed and
 * EnforcePredicateOutsideGrammar, each with its line.
 */
export function parseDeclarations(text: string, shown: string): readonly DeclaredTable[] {
  const entries = tableEntries(parseToml(text, shown), shown);
  const source: Source = { shown, lineOf: lineFinder(tomlPlaces(text)) };
  const seen = new Map<string, number>();
  return entries.map((raw, index) => {
    const path = ['pipeline', 'tables', index] as const;
    const place: EntryPlace = { file: shown, lineOf: keys => source.lineOf([...path, ...keys]) };
    const entry = checkEntry(raw, path, source);
    const nameLine = place.lineOf(['name']);
    if (!isTableName(entry.name)) throw tableNameInvalid(entry.name, { file: shown, line: nameLine });
    const earlier = seen.get(entry.name);
    if (earlier !== undefined) {
      throw invalid(shown, nameLine, 'name', `table \`${entry.name}\` is declared twice`, {
        found: `first declared in line ${earlier}`,
        want: 'one [[pipeline.tables]] per table',
      });
    }
    seen.set(entry.name, nameLine);
    return { declaration: declaredTable(entry, place), place };
  });
}

/** The line of a key, of the first header below it, or of the nearest table around it. */
function lineFinder(places: ReadonlyMap<string, TomlPlace>): (path: TomlPath) => number {
  return path => {
    for (let length = path.length; length > 0; length -= 1) {
      const key = keyPath(path.slice(0, length));
      const place = places.get(key) ?? [...places].find(([other]) => other.startsWith(`${key}.`))?.[1];
      if (place !== undefined) return place.line;
    }
    return 1;
  };
}

function parseToml(text: string, shown: string): unknown {
  try {
    return parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0] ?? '';
    throw invalid(shown, error.line, null, `\`${shown}\` is no TOML`, {
      found: reason.replace('Invalid TOML document: ', ''),
      want: 'a TOML 1.0 document',
      column: error.column,
    });
  }
}

function tableEntries(document: unknown, shown: string): readonly unknown[] {
  const pipeline = memberOf(document, 'pipeline');
  const tables = memberOf(pipeline, 'tables');
  if (tables === undefined) return [];
  if (Array.isArray(tables)) return tables;
  throw invalid(shown, 1, 'pipeline.tables', 'pipeline.tables is no array of tables', {
    want: 'one [[pipeline.tables]] with two brackets per table',
  });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

/** The first fault in file order is the refusal; a misspelt key comes before the one that it leaves missing. */
function checkEntry(raw: unknown, path: TomlPath, source: Source): TableEntry {
  const parsed = tableEntry.safeParse(raw);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(issue => faultOf(issue, path, source));
  faults.sort((a, b) => a.rank - b.rank || a.line - b.line);
  throw faults[0]?.refusal ?? parsed.error;
}

function faultOf(issue: z.core.$ZodIssue, entry: TomlPath, source: Source) {
  const inside = issue.path.filter(part => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const line = source.lineOf([...entry, ...inside, key]);
    return { rank: 0, line, refusal: unknownKey(source.shown, line, inside, key) };
  }
  const line = source.lineOf([...entry, ...inside]);
  const key = inside.join('.');
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  const refusal = invalid(
    source.shown,
    line,
    key,
    `key \`${key}\` of [[pipeline.tables]] has no such value`,
    {
      found: missing ? 'nothing' : 'a value of another kind',
      want: issue.message,
    },
  );
  return { rank: 1, line, refusal };
}

function unknownKey(shown: string, line: number, inside: readonly (string | number)[], key: string): Refusal {
  const known = knownKeys(inside);
  const [near] = suggest(key, known);
  return invalid(shown, line, [...inside, key].join('.'), `unknown key \`${key}\` in a table's declaration`, {
    found: key,
    want: `one of ${known.join(', ')}`,
    hint: near === undefined ? `remove \`${key}\`` : `did you mean \`${near}\`?`,
  });
}
