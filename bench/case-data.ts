import { join } from 'node:path';
import { sealLine } from '../evals/run/checkpoint-line.ts';
import { Splitmix64 } from '../evals/stats/splitmix64.ts';
import { articles, corpusFolder, lines, questions, TABLE, writeOnce } from './data.ts';

const SEED = 4n;
const ROWS = 10;
/** Rows of the corpus that generated cases ask; small, since journals name rows and do not hold them. */
const ASKED_ROWS = 1000;

/** A case file beside its corpus of `ASKED_ROWS` rows, made once; the file's path. */
export function caseFile(work: string, count: number): string {
  const file = join(work, goldensName(count));
  corpusFolder(work, ASKED_ROWS);
  writeOnce(file, () => lines(cases(count)));
  return file;
}

export function goldensName(count: number): string {
  return join('goldens', `cases-${count}.jsonl`);
}

/** The journal of a finished run over those cases: about 2 KiB a line, as three legs of ten rows give. */
export function journalFile(work: string, count: number): string {
  const file = join(work, `journal-${count}.jsonl`);
  writeOnce(file, () => journal(count));
  return file;
}

function* cases(count: number) {
  const asked = questions(ASKED_ROWS, Math.min(count, ASKED_ROWS), 'content');
  const random = new Splitmix64(SEED);
  for (let i = 0; i < count; i += 1) {
    const row = `${TABLE}#${keyOf(random)}`;
    yield {
      id: caseId(i),
      corpus: `../corpus-${ASKED_ROWS}`,
      question: asked[i % asked.length] ?? '',
      tags: [`group-${random.index(8)}`],
      expected: {
        artifacts: [row, `${TABLE}#${keyOf(random)}`],
        must_cite: [row],
        answer: 'words of the row',
      },
    };
  }
}

function* journal(count: number): Generator<string> {
  const random = new Splitmix64(SEED);
  const bodies = Array.from(articles(ASKED_ROWS), ({ body }) => body);
  yield `${sealLine({ schema: 'contextful.eval.checkpoint/1' })}\n`;
  for (let i = 0; i < count; i += 1) {
    const hybrid = rowsOf(random);
    const line = {
      id: caseId(i),
      ordinal: i,
      outcome: 'pass',
      legs: { lexical: rowsOf(random), vector: rowsOf(random), hybrid },
      systems: {
        tokens: 400 + random.index(200),
        cost: 0,
        bucket: 'fits',
        latency_ms: random.index(900) / 64,
      },
      judged: {
        answer: {
          text: bodies[i % bodies.length] ?? '',
          citations: [{ table: TABLE, key: hybrid[0]?.[1] ?? '' }],
          abstained: false,
        },
        verdicts: [
          { dimension: 'accuracy', judgment: { score: random.index(5) / 4 } },
          { dimension: 'citation_faithfulness', judgment: { score: random.index(2) } },
        ],
      },
    } as const;
    yield `${sealLine(line)}\n`;
  }
}

function rowsOf(random: Splitmix64): readonly (readonly [string, string, boolean, number])[] {
  return Array.from({ length: ROWS }, (_, rank) => [
    TABLE,
    keyOf(random),
    true,
    Math.round(1e9 / (61 + rank + random.index(8) / 8)) / 1e9,
  ]);
}

function keyOf(random: Splitmix64): string {
  return `a-${random.index(ASKED_ROWS)}`;
}

function caseId(i: number): string {
  return `case-${String(i).padStart(6, '0')}`;
}
