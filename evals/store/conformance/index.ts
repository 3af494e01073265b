import fc from 'fast-check';
import { parsePredicate } from '../../policy/parse-predicate.ts';
import type { Predicate } from '../../policy/predicate.ts';
import { memoryAdapter } from '../memory/index.ts';
import type { Ranking, Reader, StoreAdapter } from '../port.ts';
import { rankings, rowsOf } from './generate.ts';
import { assertNoLeak } from './leak.ts';
import { BOUNDS, rankedCalls, recallCalls, SESSIONS } from './reads.ts';
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

/** One check of the suite; `run` rejects with the first read that differs, and both answers. */
export type ConformanceCheck = { readonly name: string; readonly run: () => Promise<void> };

export type ConformanceOptions = {
  /** Gives a fresh directory for each store that is opened. */
  readonly scratch: () => string;
  /** Generated small worlds, each read by every session under every bound. */
  readonly worlds: number;
  /** Generated scenarios of the leak property. */
  readonly leaks: number;
  /** Look for the smallest counterexample: minutes, for whoever mends an adapter. */
  readonly shrink?: boolean;
};

type Read = {
  readonly name: string;
  readonly lines: (reader: Reader, questions: Questions) => Promise<readonly Line[]>;
};

type Size = {
  readonly tables: readonly string[];
  readonly rows: Parameters<typeof rowsOf>[1];
  readonly pageLimit: number;
  readonly readers: readonly ReaderOf[];
};

const EVERY_READER = SESSIONS.flatMap((_, session) => BOUNDS.map((_bound, bounds) => ({ session, bounds })));
const NAMES = TABLES.map(({ name }) => name);
const SMALL: Size = { tables: NAMES, rows: { least: 0, most: 120 }, pageLimit: 4, readers: EVERY_READER };
/** Every table holds more visible rows than a candidate window takes. */
const LARGE: Size = {
  tables: ['kb/wiki', 'kb/replaced', 'log/events'],
  rows: { least: 1000, most: 1200, keySpread: 200 },
  pageLimit: 500,
  readers: [
    { session: 0, bounds: 0 },
    { session: 4, bounds: 1 },
  ],
};
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

/**
 * The suite by which an adapter is admitted (evaluate.md 7.4): same corpus, sessions, bounds and calls give
 * the bytes of the memory adapter, scores included, for every number of threads and every batch size.
 */
export function conformance(adapter: StoreAdapter, options: ConformanceOptions): readonly ConformanceCheck[] {
  return [
    {
      name: 'small worlds: every leg, option, session, bound and ranking',
      run: () => compareWorlds(adapter, options, SMALL, options.worlds),
    },
    {
      name: 'a world of thousands of rows, where windows and ties bite',
      run: () => compareWorlds(adapter, options, LARGE, 3),
    },
    {
      name: 'hidden rows move no byte of any answer',
      run: () => assertNoLeak(adapter, options),
    },
  ];
}

async function compareWorlds(
  adapter: StoreAdapter,
  { scratch, shrink }: ConformanceOptions,
  size: Size,
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
    seed: 74,
    numRuns,
    plugins: [fc.unbiased()],
    endOnFailure: shrink !== true,
    includeErrorInReport: true,
  });
}

function questions({ pageLimit, readers }: Size): fc.Arbitrary<Questions> {
  return fc
    .record({
      ranked: fc.array(rankedCalls, { minLength: 10, maxLength: 10 }),
      recall: fc.array(recallCalls, { minLength: 4, maxLength: 4 }),
    })
    .map(calls => ({
      ...calls,
      readers,
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
