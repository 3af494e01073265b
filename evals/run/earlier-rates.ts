import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { parseInstant } from '../../core/time.ts';
import { type RunDirectory, runDirectory } from './run-directory.ts';
import { readDocument } from './run-summary.ts';
import { runIds } from './runs.ts';

/** What an earlier run took, as its events tell. */
export type EarlierRun = {
  readonly id: string;
  readonly landMsPerByte: number;
  readonly msPerCase: number;
  /** Rows by digest of their corpus. */
  readonly rows: ReadonlyMap<string, number>;
};

/** Runs that rates are taken from, the newest ones. */
const MOST_RUNS = 5;

/**
 * The newest finished runs on the same store and with the same legs, of those that tell a time: a run under
 * `--clock frozen`, a resumed one and one that landed nothing tell none (evaluate.md 21.8).
 */
export async function earlierRuns(root: string, plan: JsonObject): Promise<readonly EarlierRun[]> {
  const found: EarlierRun[] = [];
  for (const id of runIds(root)) {
    if (found.length === MOST_RUNS) break;
    const run = await earlierRun(runDirectory(root, id), plan).catch(() => undefined);
    if (run !== undefined) found.push(run);
  }
  return found;
}

async function earlierRun(run: RunDirectory, wanted: JsonObject): Promise<EarlierRun | undefined> {
  const plan = readDocument(run, 'plan.json');
  if (plan === undefined || readDocument(run, 'verdict.json') === undefined) return undefined;
  const isLike = ['store', 'retriever', 'legs', 'edge_legs'].every(
    name => JSON.stringify(plan[name]) === JSON.stringify(wanted[name]),
  );
  if (!isLike) return undefined;
  const corpora = corporaOf(plan);
  const bytes = corpora.reduce((sum, corpus) => sum + corpus.bytes, 0);
  const { landMs, readMs, cases, rows, isResumed } = await timesOf(run.file('events.jsonl'));
  if (isResumed || landMs <= 0 || readMs <= 0 || cases === 0 || bytes === 0) return undefined;
  const byDigest = corpora.flatMap(({ path, digest }) => {
    const landed = rows.get(path);
    return landed === undefined ? [] : [[digest, landed] as const];
  });
  return {
    id: run.id,
    landMsPerByte: landMs / bytes,
    msPerCase: readMs / cases,
    rows: new Map(byDigest),
  };
}

export function corporaOf(plan: JsonObject) {
  const corpora = Array.isArray(plan['corpora']) ? plan['corpora'].filter(isJsonObject) : [];
  return corpora.map(({ path, digest, bytes }) => ({
    path: String(path),
    digest: String(digest),
    bytes: typeof bytes === 'number' ? bytes : 0,
  }));
}

/** Events between which a run lands or reads. */
const TIMED = /^\{"t":"(?:corpus\.reading|corpus\.landed|store\.ready|case\.end|run\.resumed)"/;

/** A corpus lands from its first table to its store's readiness, and is read until the last of its cases has ended. */
async function timesOf(path: string) {
  const rows = new Map<string, number>();
  let [landMs, readMs, cases, isResumed] = [0, 0, 0, false];
  let landingSince: number | undefined;
  let lastMs = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (!TIMED.test(line)) continue;
    const { t, at, corpus, rows: landed }: { [name: string]: unknown } = JSON.parse(line);
    const atMs = Number((typeof at === 'string' ? parseInstant(at) : undefined) ?? 0n) / 1e6;
    if (t === 'run.resumed') isResumed = true;
    else if (t === 'corpus.reading') landingSince ??= atMs;
    else if (t === 'corpus.landed') rows.set(String(corpus), Number(landed));
    else if (t === 'store.ready') {
      landMs += atMs - (landingSince ?? atMs);
      landingSince = undefined;
      lastMs = atMs;
    } else {
      readMs += atMs - lastMs;
      lastMs = atMs;
      cases += 1;
    }
  }
  return { landMs, readMs, cases, rows, isResumed };
}
