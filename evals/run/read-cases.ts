import type { Clock } from '../../core/context.ts';
import type { LoadedCase } from '../case/types.ts';
import { type GroundRow, stubJudged } from '../judge/stub.ts';
import type { Session } from '../policy/index.ts';
import { rowText } from '../retrieve/snippet.ts';
import { tokensOf } from '../retrieve/tokens.ts';
import { type Surface, scoreCase } from '../score/case-figures.ts';
import type { CaseSystems } from '../score/read.ts';
import type { Leg, RankedAnswer, RankedCall, RankedRow, Reader, Store } from '../store/port.ts';
import { caseBatches, caseReaders } from './case-batches.ts';
import { type CaseLine, type EdgeEntry, type LostRows, type RowEntry, readOfLine } from './case-line.ts';
import type { RunEventBody } from './events.ts';
import { type GoldenFault, tallyGoldens } from './golden-watch.ts';
import type { TableShape } from './land-corpus.ts';
import { explainLosses } from './lost-rows.ts';
import { type CallSettings, rankedCall, withoutExcluded } from './ranked-calls.ts';
import { sizeBucket } from './systems.ts';
import { truthOf } from './truth.ts';

export type Reading = {
  readonly store: Store;
  readonly session: Session;
  readonly surface: Surface;
  readonly calls: CallSettings;
  readonly contextWindow: number;
  readonly corpusTokens: number;
  readonly shapes: ReadonlyMap<string, TableShape>;
  readonly goldenFaults: readonly GoldenFault[];
  /** Cases asked together; changes no byte of a line. */
  readonly batch: number;
  readonly clock: Clock;
  readonly emit: (event: RunEventBody) => void;
  readonly signal: AbortSignal;
};

/**
 * Asks the store every case's ranked calls, in file order, and yields batches of finished lines. Neighbours with
 * equal bounds and prefix go together; grouping changes no byte of a line. Ends early, between batches, when the
 * signal is aborted. Clauses assurance.evaluate.legs, assurance.evaluate.through-the-store.
 */
export async function* readCases(
  cases: readonly LoadedCase[],
  reading: Reading,
): AsyncGenerator<readonly CaseLine[]> {
  const readerOf = caseReaders(reading.store, reading.session);
  for (const batch of caseBatches(cases, reading.batch)) {
    if (reading.signal.aborted) return;
    yield await readBatch(batch, readerOf(batch), reading);
  }
}

type Answers = { readonly leg: Leg; readonly answers: readonly RankedAnswer[]; readonly wallMs: number };

async function readBatch(
  cases: readonly LoadedCase[],
  reader: Reader,
  reading: Reading,
): Promise<readonly CaseLine[]> {
  const { surface, emit } = reading;
  const artifacts = await askLegs(surface.legs, cases, reader, 'retrieval', reading);
  const edgeCases = cases.filter(({ case: evalCase }) => evalCase.expected.edges.length > 0);
  const edges = await askLegs(surface.edgeLegs, edgeCases, reader, 'edge_retrieval', reading);
  const kept = cases.map((loaded, i) =>
    answersAt(artifacts, i).map(answer => ({ ...answer, rows: withoutExcluded(loaded, answer.rows) })),
  );
  const why = await lossesOf(cases, kept, reader, reading);
  return cases.map((loaded, i) => {
    emit({ t: 'case.read', case: loaded.case.id });
    const edgeIndex = edgeCases.indexOf(loaded);
    const edgeRows = edgeIndex < 0 ? [] : answersAt(edges, edgeIndex);
    return lineOf(loaded, kept[i] ?? [], edgeRows, why[i] ?? {}, reading);
  });
}

/** Per case why it lost the rows that it lost. Takes no part in the latency of the case. */
async function lossesOf(
  cases: readonly LoadedCase[],
  kept: readonly (readonly LegRows[])[],
  reader: Reader,
  { store, calls, shapes }: Reading,
): Promise<readonly Pick<CaseLine, 'why'>[]> {
  const answered = cases.flatMap((loaded, i) =>
    (kept[i] ?? []).map(({ leg, rows }) => ({
      loaded,
      leg,
      rows,
      call: rankedCall(loaded.case, leg, 'retrieval', calls),
    })),
  );
  const { k, landedAt } = calls;
  const losses = await explainLosses(answered, reader, { k, landedAt, ranking: store.ranking, shapes });
  return cases.map(loaded => {
    const own = answered.flatMap((one, i): [Leg, LostRows][] => {
      const lost = one.loaded === loaded ? losses[i] : undefined;
      return lost === undefined ? [] : [[one.leg, lost]];
    });
    return own.length === 0 ? {} : { why: Object.fromEntries(own) };
  });
}

/**
 * Every leg of every case of the batch, case by case and in the order of the legs. They go to the store together,
 * so that it looks up a question and scores an embedding once for all legs that ask it; their time is shared evenly.
 */
async function askLegs(
  legs: readonly Leg[],
  cases: readonly LoadedCase[],
  reader: Reader,
  surface: 'retrieval' | 'edge_retrieval',
  { calls, clock, emit }: Reading,
): Promise<readonly Answers[]> {
  if (cases.length === 0 || legs.length === 0) return [];
  const start = clock.elapsedMs();
  const answers = await collect(
    reader,
    cases.flatMap(({ case: evalCase }) => legs.map(leg => rankedCall(evalCase, leg, surface, calls))),
  );
  const wallMs = (clock.elapsedMs() - start) / answers.length;
  return legs.map((leg, at) => {
    const own = answers.filter((_, i) => i % legs.length === at);
    for (const [i, { case: evalCase }] of cases.entries()) {
      emit({ t: 'leg.end', case: evalCase.id, leg, rows: own[i]?.rows.length ?? 0, wall_ms: wallMs });
    }
    return { leg, answers: own, wallMs };
  });
}

async function collect(reader: Reader, calls: readonly RankedCall[]): Promise<readonly RankedAnswer[]> {
  const answers: RankedAnswer[] = [];
  for await (const answer of reader.ranked(calls)) answers.push(answer);
  return answers;
}

type LegRows = { readonly leg: Leg; readonly rows: readonly RankedRow[]; readonly wallMs: number };

function answersAt(asked: readonly Answers[], i: number): readonly LegRows[] {
  return asked.map(({ leg, answers, wallMs }) => ({ leg, rows: answers[i]?.rows ?? [], wallMs }));
}

function lineOf(
  loaded: LoadedCase,
  kept: readonly LegRows[],
  edges: readonly LegRows[],
  why: Pick<CaseLine, 'why'>,
  reading: Reading,
): CaseLine {
  const truth = truthOf(loaded.case);
  const hybrid = kept.find(({ leg }) => leg === 'hybrid')?.rows ?? [];
  const texts = hybrid.map(row => textOf(row, reading.shapes));
  const judged = stubJudged(
    truth,
    hybrid.map((row, i) => groundRow(row, texts[i] ?? '')),
  );
  const line = {
    id: loaded.case.id,
    ordinal: loaded.ordinal,
    legs: Object.fromEntries(kept.map(({ leg, rows }) => [leg, rows.map(rowEntry)])),
    ...(edges.length === 0
      ? {}
      : {
          edges: Object.fromEntries(
            edges.map(({ leg, rows }) => [leg, rows.map(row => edgeEntry(row, reading.shapes))]),
          ),
        }),
    systems: {
      ...systemsOf(loaded, texts, reading),
      latency_ms: [...kept, ...edges].reduce((sum, { wallMs }) => sum + wallMs, 0),
    },
    judged,
    ...goldensOf(loaded, reading),
    ...why,
  };
  const read = readOfLine({ ...line, outcome: 'pass' }, loaded);
  return { ...line, outcome: scoreCase(truth, read, reading.surface, judged).entry.outcome };
}

function rowEntry({ _table, _key, _in_window, _score }: RankedRow): RowEntry {
  return [_table, _key, _in_window, _score];
}

/** An edge row without three text ends is known by its key alone. */
function edgeEntry({ _table, _key, _row }: RankedRow, shapes: Reading['shapes']): EdgeEntry {
  const edge = shapes.get(_table)?.edge ?? null;
  if (edge === null) return [_key];
  const [source, relation, target] = [_row[edge.source], _row[edge.relation], _row[edge.target]];
  if (typeof source !== 'string' || typeof relation !== 'string' || typeof target !== 'string') return [_key];
  return [_key, source, relation, target];
}

function textOf({ _table, _row }: RankedRow, shapes: Reading['shapes']): string {
  return rowText(shapes.get(_table)?.text ?? [], _row);
}

function groundRow({ _table, _key, _in_window }: RankedRow, text: string): GroundRow {
  return { table: _table, key: _key, in_window: _in_window, text };
}

/** Reader tokens: the question and the text of each hybrid row. No model is asked, so the cost is 0. */
function systemsOf(
  { case: { question } }: LoadedCase,
  texts: readonly string[],
  reading: Reading,
): CaseSystems {
  const tokens = [question, ...texts].reduce((sum, text) => sum + tokensOf(text), 0);
  return { tokens, cost: 0, bucket: sizeBucket(reading.corpusTokens, reading.contextWindow) };
}

function goldensOf(loaded: LoadedCase, { goldenFaults }: Reading): Pick<CaseLine, 'goldens'> {
  const own = goldenFaults.filter(fault => fault.case.ordinal === loaded.ordinal);
  return own.length === 0 ? {} : { goldens: tallyGoldens(own) };
}
