import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { neverTimer, systemClock } from '../../core/context.ts';
import { writeRunReport } from '../../evals/run/build-run-report.ts';
import { openCaseJournal } from '../../evals/run/case-journal.ts';
import { inspectCheckpoint } from '../../evals/run/checkpoint.ts';
import { plainRequest } from '../../evals/run/plain-request.ts';
import { prepareRun } from '../../evals/run/prepare.ts';
import type { EvaluationRequest } from '../../evals/run/request.ts';
import { goldensName } from '../case-data.ts';
import { AGENT } from '../data.ts';
import type { Figures } from '../harness.ts';
import { timed } from '../timed.ts';
import type { Task } from '../worker.ts';

/** Opens a journal: seals, ids and places. */
export async function inspectTimed({ file }: Task): Promise<Figures> {
  const [ms, content] = await timed(() => inspectCheckpoint(file));
  return { ms, held: content.held.size };
}

/** The plain way through a journal. */
export async function walkTimed({ file }: Task): Promise<Figures> {
  const [ms, held] = await timed(async () => {
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(file) })) {
      if (JSON.parse(line) !== undefined) count += 1;
    }
    return count;
  });
  return { ms, held };
}

/** report.json and its digest from a finished journal of `rows` cases; loading the cases is not timed. */
export async function reportTimed({ file, rows, work }: Task): Promise<Figures> {
  const signal = new AbortController().signal;
  const request = requestOf(work, rows);
  const prepared = await prepareRun(request, {
    cwd: work,
    env: {},
    clock: systemClock,
    after: neverTimer,
    signal,
    threads: 2,
  });
  const settings = { fsync: 'batch', elapsedMs: systemClock.elapsedMs } as const;
  const journal = await openCaseJournal(file, await inspectCheckpoint(file), {}, settings);
  const store = { adapter: 'duckdb', engine: 'duckdb', version: 'none' };
  const path = join(work, `report-${rows}.json`);
  const [ms, { digest }] = await timed(() => writeRunReport(path, prepared, journal, store));
  await journal.close();
  if (!digest.startsWith('sha256:')) throw new Error('no report');
  return { ms };
}

function requestOf(root: string, cases: number): EvaluationRequest {
  return {
    ...plainRequest(root, [goldensName(cases)], process.pid),
    agent: AGENT,
    store: { adapter: 'duckdb', memory: '1GiB', threads: 2 },
    commandLine: [],
  };
}
