import fc from 'fast-check';
import type { Session } from '../../policy/index.ts';
import { type Bounds, type RankedCall, type Ranking, type StoreAdapter, UNBOUNDED } from '../port.ts';
import type { ConformanceOptions } from './check.ts';
import { rankings, rowsOf, text } from './generate.ts';
import { rankedCalls, recallCalls } from './reads.ts';
import { TABLES } from './tables.ts';
import { firstDifference, type Line, plainLines, rankedLines } from './transcript.ts';
import { instant, openWorld, type WorldRow } from './world.ts';

const AVAILABLE_BY = '2030-01-20T12:00:00Z';

/** The reader whose answers must not move. */
const SESSION: Session = {
  agent: 'agent://a',
  zone: 'on-prem:hq',
  subject: { agent: 'agent://a' },
  tenant: 't1',
  tables: ['kb/**', 'log/**', 'graph/**', 'memory/**'],
  rows: null,
  rowLimit: null,
};

type HidingPlace = { readonly table: string; readonly cells: WorldRow['cells'] };

/** Ways to be hidden from the session: another owner, none, another tenant, zone, table, deleted. */
const BY_POLICY: readonly HidingPlace[] = [
  { table: 'kb/notes', cells: { owner: 'agent://b' } },
  { table: 'kb/notes', cells: { owner: null } },
  { table: 'kb/articles', cells: { tenant: 't2' } },
  { table: 'kb/articles', cells: { tenant: null } },
  { table: 'kb/abroad', cells: {} },
  { table: 'secret/plans', cells: { tenant: 't1' } },
  { table: 'log/events', cells: { gone: true } },
];

/** And under a bound on availability: not yet known, never known. */
const BY_TIME: readonly HidingPlace[] = [
  { table: 'kb/wiki', cells: { available: '2030-03-01' } },
  { table: 'kb/wiki', cells: { available: null } },
  { table: 'log/events', cells: { available: '2031-01-01' } },
];

type Scenario = {
  readonly bounds: Bounds;
  readonly ranking: Ranking;
  readonly seen: readonly WorldRow[];
  readonly hidden: readonly WorldRow[];
  readonly calls: readonly RankedCall[];
};

/**
 * The leak property (evaluate.md 9.3): a corpus, and the corpus with hidden rows that hold the question's
 * words, give the same bytes of every answer. Rejects with the first scenario in which they do not.
 */
export async function assertNoLeak(
  adapter: StoreAdapter,
  { scratch, leaks, shrink }: Pick<ConformanceOptions, 'scratch' | 'leaks' | 'shrink'>,
): Promise<void> {
  const answers = async ({ ranking, bounds, calls }: Scenario, rows: readonly WorldRow[]) => {
    const config = { ranking, defaultRows: null, threads: 2, memory: '256MiB', scratch: scratch() };
    const store = await openWorld(adapter, config, rows);
    try {
      const reader =
        bounds.availableAsOf === null ? store.admit(SESSION) : store.admitBounded(SESSION, bounds);
      return [...(await rankedLines(reader, calls, 7)), ...(await plainLines(reader, QUESTIONS))];
    } finally {
      await store.close();
    }
  };
  await fc.assert(
    fc.asyncProperty(scenarios, async scenario => {
      const without: readonly Line[] = await answers(scenario, scenario.seen);
      const beside = await answers(scenario, [...scenario.seen, ...scenario.hidden]);
      const difference = firstDifference(without, beside);
      if (difference !== undefined) throw new Error(`hidden rows moved an answer: ${difference}`);
    }),
    {
      seed: 93,
      numRuns: leaks,
      plugins: [fc.unbiased()],
      endOnFailure: shrink !== true,
      includeErrorInReport: true,
    },
  );
}

const QUESTIONS = {
  pageLimit: 3,
  recall: fc.sample(recallCalls, { seed: 93, numRuns: 4 }),
  tables: TABLES.map(({ name }) => name),
  references: [
    ['kb/notes', 'hidden-0'],
    ['kb/wiki', 'a'],
    ['secret/plans', 'hidden-1'],
  ],
} as const;

const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    bounds: fc.constantFrom(UNBOUNDED, { ...UNBOUNDED, availableAsOf: instant(AVAILABLE_BY) }),
    ranking: rankings,
    question: text,
    seen: rowsOf(['kb/notes', 'kb/articles', 'kb/wiki', 'log/events', 'graph/facts', 'memory/claims'], {
      least: 8,
      most: 40,
    }),
    templates: rowsOf(['any'], { least: 1, most: 8 }),
    places: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    calls: fc.array(rankedCalls, { minLength: 3, maxLength: 6 }),
  })
  .map(({ bounds, ranking, question, seen, templates, places, calls }) => {
    const open = bounds.availableAsOf === null ? BY_POLICY : [...BY_POLICY, ...BY_TIME];
    const placed = templates.map((template, index) => {
      const place = open[(places[index] ?? 0) % open.length] ?? { table: 'secret/plans', cells: {} };
      return hide(template, place, `hidden-${index}`, question);
    });
    return {
      bounds,
      ranking,
      seen,
      hidden: [...placed, ...supersededVersions(seen, question)],
      calls: calls.map((call, index) =>
        index % 2 === 0 && call.query !== '' ? { ...call, query: question } : call,
      ),
    };
  });

function hide(template: WorldRow, place: HidingPlace, key: string, question: string): WorldRow {
  const cells = { available: '2029-12-31', gone: false, title: question, key };
  return { ...template, table: place.table, cells: { ...template.cells, ...cells, ...place.cells } };
}

/** Older versions of rows that are current for every reader of the scenario. */
function supersededVersions(seen: readonly WorldRow[], question: string): readonly WorldRow[] {
  return seen
    .filter(({ table, cells }) => table === 'kb/wiki' && cells['available'] === '2029-12-31')
    .map(row => ({ ...row, run: 0, cells: { ...row.cells, title: question, available: '2029-01-01' } }));
}
