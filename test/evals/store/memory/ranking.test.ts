import { describe, expect, test } from 'vitest';
import { parsePredicate } from '../../../../evals/policy/parse-predicate.ts';
import { createStubEmbedder } from '../../../../evals/retrieve/stub-embedder.ts';
import type {
  Calibration,
  LandRow,
  RankedAnswer,
  RankedCall,
  Ranking,
  Store,
} from '../../../../evals/store/port.ts';
import { vectorCases } from '../../../support/vectors.ts';
import { AGENT, ask, landed, row, table } from '../memory-world.ts';

type Expected = { key: string; score: number; cosine_micro: number | null; lexical_units: number | null };
type Given = { key: string; text: string; embedding: number[] };
type Lab = {
  question: string;
  rows: Given[];
  query_embedding: number[];
  calibration: Calibration;
  legs: Record<'lexical' | 'vector' | 'hybrid', Expected[]>;
};

const embed = createStubEmbedder();

describe('assurance.evaluate.legs three calls over one corpus', () => {
  test.each(vectorCases<Lab>('evaluate', 'ranking-lab'))('fixed vectors, $calibration', async lab => {
    const store = await notes(lab.rows, { calibration: lab.calibration });
    const legs = await threeLegs(store, lab.question, Float32Array.from(lab.query_embedding));
    expect(legs).toEqual(lab.legs);
  });

  test.each(vectorCases<Omit<Lab, 'query_embedding'>>('evaluate', 'ranking-plain'))(
    'stub vectors, $question',
    async ({ question, rows, legs }) => {
      const store = await notes(rows.map(given => ({ ...given, embedding: [...embed(given.text)] })));
      expect(await threeLegs(store, question, embed(question))).toEqual(legs);
    },
  );

  test.each(vectorCases<Lab & { hybrid: Expected[] }>('evaluate', 'calibration-trap'))(
    'the trap of $calibration',
    async trap => {
      const store = await notes(trap.rows, { calibration: trap.calibration });
      const embedding = Float32Array.from(trap.query_embedding);
      const answer = await ask(store.admit(AGENT), { query: trap.question, embedding });
      expect(figures(answer)).toEqual(trap.hybrid);
    },
  );
});

describe('assurance.evaluate.through-the-store statistics over visible rows', () => {
  type Side = { key: string; text: string }[];
  type VisibleCase = {
    question: string;
    visible: Side;
    hidden: Side;
    results: {
      statistics: Ranking['statistics'];
      expected: { rows: Expected[] };
      wrong_if_hidden_rows_count: { key: string; lexical_units: number }[];
    }[];
  };
  const [example] = vectorCases<VisibleCase>('evaluate', 'visible-statistics');
  const { question, visible = [], hidden = [], results = [] } = example ?? {};
  const predicate = parsePredicate('owner = subject.agent', { table: 'notes', columns: ['owner'] });
  const policed = {
    policy: { zoneAllow: null, rows: { predicate, exceptions: [] }, columns: {} },
  };
  const owned = (owner: string, side: Side) => side.map(({ key, text }) => ({ key, text, owner }));
  const ownedRows = [...owned(AGENT.agent, visible), ...owned('agent://other', hidden)].map((cells, seq) =>
    row(seq, cells),
  );

  test.each(results)('$statistics: a hidden row moves no unit', async ({ statistics, expected }) => {
    const store = await landed([[table('notes', policed, { owner: 'string' }), ownedRows]], { statistics });
    const answer = await ask(store.admit(AGENT), { query: question ?? '' });
    expect(figures(answer)).toEqual(expected.rows);
  });

  test.each(results)('$statistics: shown to bite where all rows count', async ({ statistics, ...result }) => {
    const store = await landed([[table('notes', {}, { owner: 'string' }), ownedRows]], { statistics });
    const answer = await ask(store.admit(AGENT), { query: question ?? '', limit: 1000 });
    const seen = new Map(figures(answer).map(({ key, lexical_units }) => [key, lexical_units]));
    expect(
      result.wrong_if_hidden_rows_count.map(({ key }) => ({ key, lexical_units: seen.get(key) })),
    ).toEqual(result.wrong_if_hidden_rows_count);
  });
});

async function notes(given: readonly Given[], ranking: Partial<Ranking> = {}): Promise<Store> {
  const rows: LandRow[] = given.map(({ key, text, embedding }, seq) =>
    row(seq, { key, text }, { embedding: Float32Array.from(embedding) }),
  );
  return landed([[table('lab/plain'), rows]], ranking);
}

async function threeLegs(
  store: Store,
  query: string,
  embedding: Float32Array,
): Promise<Record<string, Expected[]>> {
  const leg = async (call: Partial<RankedCall>) => figures(await ask(store.admit(AGENT), call));
  return {
    lexical: await leg({ query }),
    vector: await leg({ embedding }),
    hybrid: await leg({ query, embedding }),
  };
}

function figures(answer: RankedAnswer): Expected[] {
  return answer.rows.map(({ _key, _score, explain }) => ({
    key: _key,
    score: _score,
    cosine_micro: explain?.cosineUnits ?? null,
    lexical_units:
      explain?.lexicalUnits === null || explain === undefined ? null : Number(explain.lexicalUnits),
  }));
}
