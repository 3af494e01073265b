import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Context, frozenClock, type Timer } from '../../core/context.ts';
import { parseInstant } from '../../core/time.ts';
import { type Evaluation, evaluate } from '../../evals/run/evaluate.ts';
import type { RunEvent } from '../../evals/run/events.ts';
import type { EvaluationRequest } from '../../evals/run/request.ts';
import { nativeRequest } from './native-project.ts';

export const WRITTEN_CASES = 'evals/cases/a.jsonl';

export type WrittenCase = {
  readonly question: string;
  readonly artifacts?: readonly string[];
  readonly must_not_retrieve?: readonly string[];
  readonly since?: string;
  readonly time_anchor?: string;
  readonly tags?: readonly string[];
  readonly prefix?: string;
  readonly bounds?: { readonly available_as_of?: string; readonly valid_as_of?: string };
  readonly exclude?: readonly string[];
  readonly query_embedding?: readonly number[];
  readonly must_abstain?: boolean;
};

/** declaration: the TOML of the corpus; rows: by table. Cases are c1, c2, … of one file. */
export type WrittenProject = {
  readonly declaration: string;
  readonly rows: { readonly [table: string]: readonly object[] };
  readonly cases: readonly WrittenCase[];
};

/** A project of one corpus and one case file in a new folder. */
export function writeProject({ declaration, rows, cases }: WrittenProject): {
  readonly root: string;
  readonly remove: () => void;
} {
  const root = mkdtempSync(join(tmpdir(), 'contextful-written-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('contextful.toml', 'version = 1\n');
  write('evals/corpora/a/contextful.toml', declaration);
  for (const [table, its] of Object.entries(rows)) write(`evals/corpora/a/rows/${table}.jsonl`, lines(its));
  write(
    WRITTEN_CASES,
    lines(
      cases.map(({ question, tags, prefix, bounds, exclude, query_embedding, ...expected }, i) => ({
        id: `c${i + 1}`,
        corpus: '../corpora/a',
        question,
        ...(tags === undefined ? {} : { tags }),
        ...(prefix === undefined ? {} : { prefix }),
        ...(bounds === undefined ? {} : { bounds }),
        ...(exclude === undefined ? {} : { exclude }),
        ...(query_embedding === undefined ? {} : { query_embedding }),
        expected,
      })),
    ),
  );
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Its evaluation under a frozen clock, as agent://me on the device, k 2 unless changed. */
export async function runWritten(
  root: string,
  changes: Partial<EvaluationRequest> = {},
  onEvent: (event: RunEvent) => void = () => {},
  { signal = new AbortController().signal, after = soon }: Partial<Pick<Context, 'signal' | 'after'>> = {},
): Promise<Evaluation> {
  const context: Context = {
    cwd: root,
    env: {},
    clock: frozenClock(parseInstant('2030-06-01T12:00:00Z') ?? 0n),
    after,
    signal,
    threads: 1,
  };
  const running = evaluate(writtenRequest(root, changes), context);
  for (let next = await running.next(); ; next = await running.next()) {
    if (next.done === true) return next.value;
    onEvent(next.value);
  }
}

export function writtenRequest(root: string, changes: Partial<EvaluationRequest> = {}): EvaluationRequest {
  const project = { root, edit: () => {}, remove: () => {} };
  return nativeRequest(project, {
    goldens: [WRITTEN_CASES],
    k: 2,
    agent: 'agent://me',
    zone: 'local:device',
    strictGoldens: false,
    ...changes,
  });
}

function lines(rows: readonly object[]): string {
  return rows.map(row => `${JSON.stringify(row)}\n`).join('');
}

/** Every time is over in the next turn. */
const soon: Timer = (_ms, action) => {
  const turn = setImmediate(action);
  return () => clearImmediate(turn);
};
