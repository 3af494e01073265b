import { type Analyzer, loadAnalyzer } from '../../retrieve/analyzers.ts';
import { type LexicalQuery, lexicalQuery } from '../../retrieve/query.ts';
import { callReadsTable, rowLimitOf } from '../call-scope.ts';
import type { AnalyzerName, RankedCall } from '../port.ts';
import type { Sight } from './visible.ts';
import type { VisibleRows, VisibleTable } from './visible-rows.ts';

/** A call with what its batch knows it by. */
export type PlannedCall = {
  readonly call: RankedCall;
  readonly rowLimit: number;
  /** Number of the question as this batch counts them. */
  readonly question: number;
  /** Number of the embedding, −1 = none. */
  readonly embedding: number;
  readonly queries: ReadonlyMap<AnalyzerName, LexicalQuery>;
};

/** A token of a question as one analyzer reads it; `number` is unique in the batch and ascends within a question. */
export type PlannedToken = {
  readonly number: number;
  readonly question: number;
  readonly analyzer: AnalyzerName;
  readonly token: string;
  readonly lookup: LexicalQuery['tokens'][number]['lookup'];
};

/** Calls that read the same tables, answered together (evaluate.md 9.9). */
export type Batch = {
  readonly tables: readonly VisibleTable[];
  readonly calls: readonly PlannedCall[];
  readonly tokens: readonly PlannedToken[];
  readonly embeddings: readonly Float32Array[];
};

const MOST_CALLS = 192;
const MOST_QUESTIONS = 64;
const MOST_PAIRS = 4_000_000;

/** Splits calls into batches; grouping changes no byte of any answer. */
export async function planBatches(
  calls: readonly RankedCall[],
  { tables, size }: Pick<VisibleRows, 'tables' | 'size'>,
  sight: Sight,
): Promise<readonly Batch[]> {
  const groups = new Map<string, { arms: readonly VisibleTable[]; calls: RankedCall[] }>();
  for (const call of calls) {
    const arms = tables.filter(({ schema }) => callReadsTable(schema, call));
    const key = arms.map(({ number }) => number).join();
    const group = groups.get(key) ?? { arms, calls: [] };
    group.calls.push(call);
    groups.set(key, group);
  }
  const analyzers = new Map<AnalyzerName, Analyzer>();
  for (const { schema } of tables) {
    if (!analyzers.has(schema.analyzer)) analyzers.set(schema.analyzer, await loadAnalyzer(schema.analyzer));
  }
  const mostEmbeddings = Math.max(1, Math.min(MOST_QUESTIONS, Math.floor(MOST_PAIRS / Math.max(size, 1))));
  return [...groups.values()].flatMap(({ arms, calls: grouped }) =>
    splitGroup(grouped, mostEmbeddings, arms, analyzers, sight),
  );
}

function splitGroup(
  calls: readonly RankedCall[],
  mostEmbeddings: number,
  tables: readonly VisibleTable[],
  analyzers: ReadonlyMap<AnalyzerName, Analyzer>,
  sight: Sight,
): readonly Batch[] {
  const names = [...new Set(tables.map(({ schema }) => schema.analyzer))];
  const used = names.flatMap(name => analyzers.get(name) ?? []);
  const batches: Batch[] = [];
  let draft = new Draft(tables, used, sight);
  for (const call of calls) {
    if (!draft.takes(call, mostEmbeddings)) {
      batches.push(draft);
      draft = new Draft(tables, used, sight);
    }
    draft.add(call);
  }
  batches.push(draft);
  return batches;
}

/** A batch while it grows. Equal questions and equal embeddings of several legs are looked up once. */
class Draft implements Batch {
  readonly tables: readonly VisibleTable[];
  readonly calls: PlannedCall[] = [];
  readonly tokens: PlannedToken[] = [];
  readonly embeddings: Float32Array[] = [];
  readonly #used: readonly Analyzer[];
  readonly #sight: Sight;
  readonly #questions = new Map<string, number>();
  readonly #embeddingNumbers = new Map<string, number>();

  constructor(tables: readonly VisibleTable[], used: readonly Analyzer[], sight: Sight) {
    this.tables = tables;
    this.#used = used;
    this.#sight = sight;
  }

  takes(call: RankedCall, mostEmbeddings: number): boolean {
    if (this.calls.length === 0) return true;
    if (this.calls.length >= MOST_CALLS) return false;
    const newQuestion = call.query !== '' && !this.#questions.has(call.query);
    const newEmbedding = call.embedding !== null && !this.#embeddingNumbers.has(bytesOf(call.embedding));
    return (
      (!newQuestion || this.#questions.size < MOST_QUESTIONS) &&
      (!newEmbedding || this.embeddings.length < mostEmbeddings)
    );
  }

  add(call: RankedCall): void {
    const { ranking, session } = this.#sight;
    const queries = new Map(
      this.#used.map(analyzer => [
        analyzer.name,
        lexicalQuery(analyzer, call.query, ranking, call.minimumMatch),
      ]),
    );
    this.calls.push({
      call,
      rowLimit: rowLimitOf(call, session),
      question: this.#questionOf(call.query, queries),
      embedding: this.#embeddingOf(call.embedding),
      queries,
    });
  }

  #questionOf(query: string, queries: ReadonlyMap<AnalyzerName, LexicalQuery>): number {
    const known = this.#questions.get(query);
    if (known !== undefined) return known;
    const question = this.#questions.size;
    this.#questions.set(query, question);
    for (const [analyzer, { tokens }] of queries) {
      for (const { token, lookup } of tokens) {
        this.tokens.push({ number: this.tokens.length, question, analyzer, token, lookup });
      }
    }
    return question;
  }

  #embeddingOf(embedding: Float32Array | null): number {
    if (embedding === null) return -1;
    const bytes = bytesOf(embedding);
    const known = this.#embeddingNumbers.get(bytes);
    if (known !== undefined) return known;
    this.#embeddingNumbers.set(bytes, this.embeddings.length);
    return this.embeddings.push(embedding) - 1;
  }
}

function bytesOf(embedding: Float32Array): string {
  return Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength).toString('latin1');
}
