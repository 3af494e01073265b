import { Refusal } from '../../../core/refusal.ts';
import type { RankedCall, Reader, RecallCall, Store } from '../port.ts';
import { answerText } from './answer-text.ts';
import { BOUNDS, SESSIONS } from './reads.ts';

/** What is asked, and of which readers. */
export type Questions = {
  readonly readers: readonly ReaderOf[];
  readonly ranked: readonly RankedCall[];
  readonly recall: readonly RecallCall[];
  readonly tables: readonly string[];
  /** Rows per page of a scan. */
  readonly pageLimit: number;
  readonly references: readonly (readonly [table: string, key: string])[];
};

/** A reader by its place among the sessions and the bounds. */
export type ReaderOf = { readonly session: number; readonly bounds: number };

/** One read and the bytes of its answer. */
export type Line = { readonly read: string; readonly answer: string };

/** What `read` finds, over all readers of the questions. */
export async function transcript(
  store: Store,
  { readers }: Pick<Questions, 'readers'>,
  read: (reader: Reader) => Promise<readonly Line[]>,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { session, bounds } of readers) {
    const found = await read(admitted(store, session, bounds));
    lines.push(
      ...found.map(line => ({ ...line, read: `session ${session}, bounds ${bounds}, ${line.read}` })),
    );
  }
  return lines;
}

function admitted(store: Store, sessionIndex: number, boundsIndex: number): Reader {
  const session = SESSIONS[sessionIndex];
  const bounds = BOUNDS[boundsIndex];
  if (session === undefined || bounds === undefined) throw new RangeError('no such reader');
  const bounded = Object.values(bounds).some(bound => bound !== null);
  return bounded ? store.admitBounded(session, bounds) : store.admit(session);
}

/** Ranked answers, asked in groups of `batch` calls. */
export async function rankedLines(
  reader: Reader,
  calls: readonly RankedCall[],
  batch: number,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (let start = 0; start < calls.length; start += batch) {
    let at = start;
    for await (const answer of reader.ranked(calls.slice(start, start + batch))) {
      const { embedding, ...call } = calls[at] ?? { embedding: null };
      const leg = embedding === null ? 'without embedding' : 'with embedding';
      lines.push({ read: `ranked ${leg} ${answerText(call)}`, answer: answerText(answer) });
      at += 1;
    }
  }
  return lines;
}

/** Answers of keyed recall, of whole scans, and of single rows. */
export async function plainLines(
  reader: Reader,
  { recall, tables, pageLimit, references }: Omit<Questions, 'readers' | 'ranked'>,
): Promise<readonly Line[]> {
  return [
    ...(await recallLines(reader, recall)),
    ...(await scanLines(reader, tables, pageLimit)),
    { read: 'rows', answer: answerText(await reader.rows(references)) },
  ];
}

async function recallLines(reader: Reader, calls: readonly RecallCall[]): Promise<Line[]> {
  const answers = await refusalOr(() => reader.recall(calls));
  if (answers instanceof Refusal) return [{ read: 'recall', answer: `${answers.code} ${answers.message}` }];
  return answers.map((answer, index) => ({
    read: `recall ${answerText(calls[index])}`,
    answer: answerText(answer),
  }));
}

async function refusalOr<Answer>(read: () => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof Refusal) return cause;
    throw cause;
  }
}

async function scanLines(reader: Reader, tables: readonly string[], limit: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const table of tables) {
    let after: number | null = null;
    do {
      const page = await reader.scan(table, { limit, after });
      lines.push({ read: `scan ${table} after ${after}`, answer: answerText(page) });
      after = page.after;
    } while (after !== null);
  }
  return lines;
}

/** The first read that two transcripts answer differently, with both answers; undefined when all bytes are equal. */
export function firstDifference(expected: readonly Line[], found: readonly Line[]): string | undefined {
  const length = Math.max(expected.length, found.length);
  for (let i = 0; i < length; i += 1) {
    const [a, b] = [expected[i], found[i]];
    if (a?.read === b?.read && a?.answer === b?.answer) continue;
    return `${a?.read ?? b?.read}\n  expected ${a?.answer}\n  found    ${b?.answer}`;
  }
  return undefined;
}
