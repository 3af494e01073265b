import type { LoadedCase } from '../case/types.ts';
import { createStubEmbedder } from '../retrieve/stub-embedder.ts';
import { BATCH, caseBatches, caseReaders } from '../run/case-batches.ts';
import type { PreparedRun } from '../run/prepare.ts';
import { rankedCall } from '../run/ranked-calls.ts';
import type { Leg, RankedAnswer, RankedCall, Store } from '../store/port.ts';

/** One call of a case and its answer, terms explained. */
export type Asked = {
  readonly loaded: LoadedCase;
  readonly leg: Leg;
  readonly surface: 'retrieval' | 'edge_retrieval';
  readonly answer: RankedAnswer;
};

type Question = Omit<Asked, 'answer'> & { readonly call: RankedCall };

/** Every call that a run makes for these cases, batch by batch in case order, with `explain` (evaluate.md 9.7). */
export async function* askCases(
  store: Store,
  cases: readonly LoadedCase[],
  prepared: PreparedRun,
): AsyncGenerator<readonly Asked[]> {
  const readerOf = caseReaders(store, prepared.session);
  const settings = callSettings(prepared);
  for (const batch of caseBatches(cases, BATCH)) {
    const asked: Asked[] = [];
    for (const questions of questionsOf(batch, prepared, settings)) {
      let at = 0;
      for await (const answer of readerOf(batch).ranked(questions.map(({ call }) => call))) {
        const question = questions[at];
        if (question !== undefined) asked.push({ ...question, answer });
        at += 1;
      }
    }
    yield asked;
  }
}

export function callSettings({ request }: PreparedRun): Parameters<typeof rankedCall>[3] {
  return {
    k: request.k,
    landedAt: request.landedAt,
    hasEdgeSurface: request.edgeSurface !== null,
    embed: createStubEmbedder(request.seed),
  };
}

/** Per leg of both surfaces the calls of a batch. */
function questionsOf(
  batch: readonly LoadedCase[],
  { surface: { legs, edgeLegs } }: PreparedRun,
  settings: Parameters<typeof rankedCall>[3],
): readonly (readonly Question[])[] {
  const edgeCases = batch.filter(({ case: { expected } }) => expected.edges.length > 0);
  const ask = (cases: readonly LoadedCase[], leg: Leg, surface: Asked['surface']) =>
    cases.map(loaded => ({
      loaded,
      leg,
      surface,
      call: { ...rankedCall(loaded.case, leg, surface, settings), explain: true },
    }));
  return [
    ...legs.map(leg => ask(batch, leg, 'retrieval')),
    ...edgeLegs.map(leg => ask(edgeCases, leg, 'edge_retrieval')),
  ].filter(questions => questions.length > 0);
}
