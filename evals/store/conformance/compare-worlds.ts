import fc from 'fast-check';
import { parsePredicate } from '../../policy/parse-predicate.ts';
import type { Predicate } from '../../policy/predicate.ts';
import { memoryAdapter } from '../memory/index.ts';
import type { Ranking, Reader, StoreAdapter } from '../port.ts';
import type { ConformanceOptions } from './check.ts';
import { rankings, rowsOf } from './generate.ts';
import { rankedCalls, recallCalls } from './reads.ts';
import { TABLES } from './tables.ts';
import {
  firstDifference,
  type Line,
  plainLines,
  type Questions,
  type ReaderOf,
  rankedLines,
  transcript,
} from './transcript.ts';
import { openWorld, type WorldRow } from './world.ts';

/** How big the worlds of one comparison are, and who reads them. */
export type WorldSize = {
  readonly tables: readonly string[];
  readonly rows: Parameters<typeof rowsOf>[1];
  /** Ranked calls per reader. */
  readonly calls: number;
  readonly pageLimit: number;
  /** Pool of readers, and how many of them, drawn anew, read one world. */
  readonly readers: readonly ReaderOf[];
  readonly readersPerWorld: number;
};

type Read = {
  readonly name: string;
  readonly lines: (reader: Reader, questions: Questions) => Promise<readonly Line[]>;
};

const NAMES = TABLES.map(({ name }) => name);
const REFERENCES = NAMES.flatMap(name => ['a', 'k#4', '1'].map(key => [name, key] as const));

const DEFAULT_ROWS = fc.constantFrom(
  null,
  parsePredicate('rev IS NULL OR rev < 3', { table: 'default_rows', columns: ['rev'] }),
);

const THREADS = [1, 2, 4] as const;
const READS: readonly Read[] = [
  ...[1, 7, 64].map(batch => ({
    name: `batches of ${batch}`,
    lines: (reader: Reader, { ranked }: Questions) => rankedLines(reader, ranked, batch),
  })),
  { name: 'recall, scans and rows', lines: plainLines },
];

/** Rejects with the first read that the adapter answers by other bytes than the memory adapter. */
export async function compareWorlds(
  adapter: StoreAdapter,
  { scratch, shrink }: ConformanceOptions,
  size: WorldSize,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(
    rowsOf(size.tables, size.rows),
    rankings,
    DEFAULT_ROWS,
    questions(size),
    async (rows, ranking, defaultRows, asked) => {
      const world = { rows, ranking, defaultRows, asked, scratch };
      const expected = await transcripts(memoryAdapter, world, 1);
      for (const threads of THREADS) {
        const found = await transcripts(adapter, world, threads);
        for (const [index, { name }] of READS.entries()) {
          const difference = firstDifference(expected[index] ?? [], found[index] ?? []);
          if (difference === undefined) continue;
          throw new Error(`${adapter.name}, ${threads} threads, ${name}: ${difference}`);
        }
      }
    },
  );
  await fc.assert(property, {
    seed: 75,
    numRuns,
    plugins: [fc.unbiased()],
    endOnFailure: shrink !== true,
    includeErrorInReport: true,
  });
}

function questions({ calls, pageLimit, readers, readersPerWorld }: WorldSize): fc.Arbitrary<Questions> {
  return fc
    .record({
      readers: fc.subarray([...readers], { minLength: readersPerWorld, maxLength: readersPerWorld }),
      ranked: fc.array(rankedCalls, { minLength: calls, maxLength: calls }),
      recall: fc.array(recallCalls, { minLength: 4, maxLength: 4 }),
    })
    .map(asked => ({
      ...asked,
      tables: [...NAMES, 'no/such'],
      pageLimit,
      references: REFERENCES,
    }));
}

type AskedWorld = {
  readonly rows: readonly WorldRow[];
  readonly ranking: Ranking;
  readonly defaultRows: Predicate | null;
  readonly asked: Questions;
  readonly scratch: () => string;
};

/** Opens one store over the world and makes every read on it. */
async function transcripts(
  adapter: StoreAdapter,
  { rows, ranking, defaultRows, asked, scratch }: AskedWorld,
  threads: number,
): Promise<readonly (readonly Line[])[]> {
  const config = { ranking, defaultRows, threads, memory: '256MiB', scratch: scratch() };
  const store = await openWorld(adapter, config, rows);
  try {
    const read = [];
    for (const { lines } of READS) read.push(await transcript(store, asked, reader => lines(reader, asked)));
    return read;
  } finally {
    await store.close();
  }
}
