import type { Context } from '../../core/context.ts';
import { refuse } from '../../spec/refusals.ts';
import type { LoadedCase } from '../case/types.ts';
import {
  type Corpus,
  type CorpusWarning,
  type InspectedTable,
  inspectTable,
  KEPT_BYTES,
  landRows,
} from '../corpus/index.ts';
import { shutColumns, type TableDeclaration } from '../policy/index.ts';
import { rowTextColumns } from '../retrieve/snippet.ts';
import { tokensOf } from '../retrieve/tokens.ts';
import type { LandingStamp, LandRow, Store, StoreAdapter, StoreConfig, TableSchema } from '../store/port.ts';
import type { RunEventBody } from './events.ts';
import { type GoldenFault, watchGoldens } from './golden-watch.ts';
import { factsOf, type LandedFacts } from './landed-facts.ts';
import { stoppedWithRun } from './stopped-with-run.ts';

export type LandedCorpus = {
  readonly store: Store;
  readonly facts: LandedFacts;
  readonly shapes: ReadonlyMap<string, TableShape>;
  readonly goldenFaults: readonly GoldenFault[];
};

/** What is needed of a table to read its returned rows. */
export type TableShape = {
  readonly schema: TableSchema;
  /** Columns whose text a reader gets, in order. */
  readonly text: readonly string[];
  /** The three end columns of an edge table. */
  readonly edge: TableDeclaration['edge'];
};

export type Landing = {
  readonly corpus: Corpus;
  readonly cases: readonly LoadedCase[];
  readonly adapter: StoreAdapter;
  readonly config: StoreConfig;
  readonly stamp: LandingStamp;
  readonly embed: (text: string) => Float32Array;
  readonly strictGoldens: boolean;
  readonly emit: (event: RunEventBody) => void;
  readonly context: Pick<Context, 'signal' | 'after'>;
};

/**
 * Reads, lands and folds one corpus into a store of its own. Every row is checked before the first one lands, so a
 * bad row leaves no visible store. Clause assurance.evaluate.run-command.
 */
export async function landCorpus(landing: Landing): Promise<LandedCorpus> {
  const { corpus, emit, context } = landing;
  const { signal } = context;
  const { inspected, store } = await inspectAndOpen(landing);
  try {
    const watch = watchGoldens(landing.cases);
    let tokens = 0;
    let rows = 0;
    for (const table of inspected) {
      signal.throwIfAborted();
      const embedded = landRows(table, {
        embed: landing.embed,
        signal,
        onText: text => (tokens += tokensOf(text)),
      });
      const landed = await store.land(
        table.schema,
        watched(embedded, row => watch.see(table.schema.name, row)),
        landing.stamp,
      );
      rows += landed.rows;
    }
    emit({ t: 'corpus.landed', corpus: corpus.name, rows });
    const { versions, postings } = await store.fold();
    emit({ t: 'corpus.folded', corpus: corpus.name, versions, postings });
    emit({ t: 'store.ready', adapter: store.adapter, version: store.version, cached: false });
    const goldenFaults = watch.faults();
    if (landing.strictGoldens) requireKnown(goldenFaults);
    const facts = factsOf(inspected, tokens);
    return { store, facts, shapes: shapesOf(facts.schemas), goldenFaults };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The engine opens while the rows are read: it works on threads of its own, for as long as a small corpus takes. */
async function inspectAndOpen(
  landing: Landing,
): Promise<{ readonly inspected: readonly InspectedTable[]; readonly store: Store }> {
  const opening = landing.adapter.open(landing.config);
  // It is waited for below; until then a failure is nobody's.
  opening.catch(() => undefined);
  try {
    const inspected = await inspectTables(landing);
    return { inspected, store: stoppedWithRun(await opening, landing.context) };
  } catch (error) {
    await opening.then(
      store => store.close(),
      () => undefined,
    );
    throw error;
  }
}

async function inspectTables({
  corpus,
  emit,
  context: { signal },
}: Landing): Promise<readonly InspectedTable[]> {
  const total = corpus.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const inspected: InspectedTable[] = [];
  let read = 0;
  let left = KEPT_BYTES;
  for (const table of corpus.tables) {
    signal.throwIfAborted();
    emit({ t: 'corpus.reading', corpus: corpus.name, table: table.name, bytes: read, of: total });
    const found = await inspectTable(table, { signal, keepBytes: left });
    if (found.kept !== null) left -= table.bytes;
    tellWarnings(found.warnings, emit);
    inspected.push(found);
    read += table.bytes;
  }
  return inspected;
}

async function* watched(rows: AsyncIterable<LandRow>, see: (row: LandRow) => void): AsyncGenerator<LandRow> {
  for await (const row of rows) {
    see(row);
    yield row;
  }
}

export function tellWarnings(warnings: readonly CorpusWarning[], emit: Landing['emit']): void {
  for (const { code, message, place } of warnings) {
    emit({ t: 'run.warning', code, message, place, facts: {} });
  }
}

export function shapesOf(schemas: readonly TableSchema[]): ReadonlyMap<string, TableShape> {
  return new Map(
    schemas.map(schema => {
      const { name, columns, declaration } = schema;
      const text = rowTextColumns(columns, declaration.primaryKey, shutColumns(declaration));
      return [name, { schema, text, edge: declaration.edge }];
    }),
  );
}

export function requireKnown(faults: readonly GoldenFault[]): void {
  const unknown = faults.filter(({ kind }) => kind === 'unknown_rows');
  const [first] = unknown;
  if (first === undefined) return;
  throw refuse('GoldenRowUnknown', {
    message: `case \`${first.case.case.id}\` expects ${first.reference}, which its corpus lacks`,
    place: { file: first.case.file, line: first.case.line, path: 'expected.artifacts' },
    found: `${unknown.length} truth rows that no corpus has`,
    want: 'truth rows that are there',
    facts: { reference: first.reference, more: unknown.slice(1, 51).map(({ reference }) => reference) },
  });
}
