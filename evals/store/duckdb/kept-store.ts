import { join } from 'node:path';
import { INGESTED_BASIS } from '../../retrieve/window.ts';
import { STORE_FILE } from '../cache.ts';
import type { AnalyzerName, ReopenedStore, StoreKeeping } from '../port.ts';
import { createDictionary, type Dictionary, type TermEntry } from './dictionary.ts';
import { type Connection, DATABASE, KEPT, type StoreFile } from './engine.ts';
import { tableNumber } from './fold.ts';
import type { Landing } from './landing.ts';
import { LAYOUT_VERSION, TABLES } from './layout.ts';
import { bound, statement } from './statement.ts';

/** The engine's version and that of our layout. */
export async function keptFormat(): Promise<string> {
  const { duckdb } = await import('./engine-module.ts');
  return `duckdb ${duckdb.version()} layout ${LAYOUT_VERSION}`;
}

export function storeFile(folder: string, use: StoreFile['use']): StoreFile {
  return { path: join(folder, STORE_FILE), use };
}

/** Copies a folded store with its dictionary and landings into the attached file, and lets go of the file. */
export async function writeKept(
  connection: Connection,
  dictionary: Dictionary,
  landings: readonly Landing[],
): Promise<void> {
  await writeTerms(connection, dictionary);
  await connection.run(
    statement(
      bind => `CREATE OR REPLACE TABLE ${TABLES.landings} AS SELECT
        unnest(${bind(bound.integers(landings.map(({ number }) => number)))}) AS number,
        unnest(${bind(bound.texts(landings.map(({ schema }) => schema.name)))}) AS name,
        unnest(${bind(bound.integers(landings.map(({ firstRid }) => firstRid)))}) AS first_rid,
        unnest(${bind(bound.integers(landings.map(({ rows }) => rows)))}) AS rows,
        unnest(${bind(bound.texts(landings.map(({ dimensions }) => dimensions.join())))}) AS dimensions`,
    ),
  );
  await connection.execute(`COPY FROM DATABASE ${DATABASE} TO ${KEPT}`);
  for (const table of [TABLES.terms, TABLES.landings]) await connection.execute(`DROP TABLE ${table}`);
  await connection.execute(`CHECKPOINT ${KEPT}`);
  await connection.execute(`DETACH ${KEPT}`);
}

/** The landings of an attached file. Throws where it does not hold the tables that are asked for. */
export async function readLandings(
  connection: Connection,
  landed: Parameters<StoreKeeping['reopen']>[2],
): Promise<readonly Landing[]> {
  const rows = await connection.rows({
    text: `SELECT number, name, first_rid, rows, dimensions FROM ${TABLES.landings} ORDER BY number`,
    bindings: [],
  });
  if (rows.length !== landed.length) throw new RangeError(`${rows.length} landings, not ${landed.length}`);
  return landed.map(({ schema, stamp }, at) => {
    const [number, name, firstRid, count, dimensions] = rows[at] ?? [];
    if (name !== schema.name) throw new RangeError(`landing ${at} is of another table`);
    return {
      number: Number(number),
      schema,
      stamp,
      firstRid: Number(firstRid),
      rows: Number(count),
      dimensions: String(dimensions).split(',').filter(Boolean).map(Number),
    };
  });
}

/** The dictionary is one text per piece: rows of an engine take ten times as long to read as a split. */
export async function readTerms(connection: Connection): Promise<Dictionary> {
  const pieces = await connection.rows({
    text: `SELECT lines FROM ${TABLES.terms} ORDER BY piece`,
    bindings: [],
  });
  return createDictionary(termsOf(pieces.map(([lines]) => String(lines))));
}

/** Whether rows landed under references, read past every policy. */
export async function readTraces(
  connection: Connection,
  landings: readonly Landing[],
  references: Parameters<ReopenedStore['traces']>[0],
): ReturnType<ReopenedStore['traces']> {
  const numbers = new Map(landings.map(landing => [landing.schema.name, tableNumber(landings, landing)]));
  const found = await connection.rows(
    statement(bind => {
      const tables = landings.map(landing => tableNumber(landings, landing));
      return `SELECT place, bool_or(published IS NOT NULL OR basis = ${bind(bound.text(INGESTED_BASIS))})
        FROM ${TABLES.entries} e
          JOIN (SELECT unnest(${bind(bound.integers(landings.map(({ number }) => number)))}) AS landing,
            unnest(${bind(bound.integers(tables))}) AS tbl) l ON e.landing = l.landing
          JOIN (SELECT unnest(${bind(bound.integers(references.map((_, at) => at)))}) AS place,
            unnest(${bind(bound.integers(references.map(([table]) => numbers.get(table) ?? -1)))}) AS tbl,
            unnest(${bind(bound.texts(references.map(([, key]) => key)))}) AS key) r
          ON l.tbl = r.tbl AND e.key = r.key
        GROUP BY place`;
    }),
  );
  const traces = new Map(found.map(([place, dated]) => [Number(place), { dated: dated === true }]));
  return references.map((_, at) => traces.get(at) ?? null);
}

const TERMS_PER_PIECE = 1 << 16;

async function writeTerms(connection: Connection, dictionary: Dictionary): Promise<void> {
  const lines = new Array<string>(dictionary.size());
  for (const [analyzer, term, number] of dictionary.entries()) lines[number] = LETTERS[analyzer] + term;
  await connection.execute(`CREATE OR REPLACE TABLE ${TABLES.terms} (piece INTEGER, lines VARCHAR)`);
  for (let at = 0; at < lines.length; at += TERMS_PER_PIECE) {
    const piece = lines.slice(at, at + TERMS_PER_PIECE).join('\n');
    await connection.run(
      statement(
        bind => `INSERT INTO ${TABLES.terms} VALUES (${bind(bound.integer(at))}, ${bind(bound.text(piece))})`,
      ),
    );
  }
}

/** What a term's line begins with. Terms are letters and digits, so a line ends where its term does. */
const LETTERS = { standard: 's', english: 'e', cjk: 'c' } as const satisfies Record<AnalyzerName, string>;
const ANALYZERS = new Map<string, AnalyzerName>([
  ['s', 'standard'],
  ['e', 'english'],
  ['c', 'cjk'],
]);

function* termsOf(pieces: readonly string[]): Generator<TermEntry> {
  let number = 0;
  for (const piece of pieces) {
    for (const line of piece.split('\n')) {
      const analyzer = ANALYZERS.get(line.charAt(0));
      if (analyzer === undefined) throw new RangeError(`term ${number} names no analyzer`);
      yield [analyzer, line.slice(1), number];
      number += 1;
    }
  }
}
