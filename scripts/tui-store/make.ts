import { resolve } from 'node:path';
import { type Context, neverTimer } from '../../core/context.ts';
import { digestOf } from '../../core/digest.ts';
import { parseInstant } from '../../core/time.ts';
import { initBaseline } from '../../evals/gate/init-baseline.ts';
import { sidecarLines } from '../../evals/gate/sidecar.ts';
import type { VerdictOutcome } from '../../evals/gate/verdict.ts';
import { writeNewBaseline } from '../../evals/gate/write-baseline.ts';
import { plainRequest } from '../../evals/run/plain-request.ts';
import type { EvaluationRequest } from '../../evals/run/request.ts';
import { wholeReport } from '../../evals/score/report.ts';
import { BASELINE_FILE, CASES_FILE, writeProject } from './project.ts';
import { type Cause, mix, RED_CAUSES, worldCase } from './world.ts';
import { type WrittenRun, writeRun } from './write-run.ts';

export type TuiStore = {
  /** An empty folder. */
  readonly root: string;
  readonly runs: number;
  readonly cases: number;
  readonly seed: number;
  /** Of the newest run. */
  readonly cause: Cause | 'random';
  readonly pid: number;
};

export type MadeRun = { readonly id: string; readonly cause: Cause; readonly outcome: VerdictOutcome };

/** Writes a project and its runs, oldest first; the first one is what the baseline is taken from. */
export async function makeTuiStore(store: TuiStore): Promise<readonly MadeRun[]> {
  const { root, runs, cases, seed } = store;
  writeProject(root, casesOf(seed, cases));
  const made: MadeRun[] = [];
  for (let at = 0; at < runs; at += 1) {
    const cause = causeOf(store, at);
    const run = await writeRun(requestOf(store, at === 0 ? 'none' : cause), contextOf(root, at), seed, cause);
    if (at === 0) await writeBaseline(run, root);
    made.push({ id: run.directory.id, cause, outcome: run.verdict.outcome });
  }
  return made;
}

/** From the newest run back; before them come quiet ones with a red one here and there. */
const NEWEST: readonly Cause[] = ['leak', 'window', 'fusion', 'improved', 'other-k', 'down'];
const SOMETIMES = 9;

function causeOf({ runs, seed, cause }: TuiStore, at: number): Cause {
  if (at === 0) return 'none';
  const back = runs - 1 - at;
  const red = RED_CAUSES[mix(seed, at, 51) % RED_CAUSES.length] ?? 'cjk';
  if (back === 0) return cause === 'random' ? red : cause;
  return NEWEST[back - 1] ?? (mix(seed, at, 52) % SOMETIMES === 0 ? red : 'noise');
}

function* casesOf(seed: number, count: number) {
  for (let ordinal = 0; ordinal < count; ordinal += 1) yield worldCase(seed, ordinal);
}

async function writeBaseline({ report }: WrittenRun, root: string): Promise<void> {
  const { text } = initBaseline({ report: wholeReport(report), projectFloors: [] });
  await writeNewBaseline(resolve(root, BASELINE_FILE), BASELINE_FILE, {
    text,
    sidecar: sidecarLines(report, digestOf(text), [CASES_FILE]),
  });
}

const FIRST_START = parseInstant('2030-05-01T00:00:00Z') ?? 0n;
const HOUR = 3_600_000_000_000n;

/** Runs start an hour apart; every look at the clock is a millisecond later than the one before. */
function contextOf(root: string, at: number): Context {
  let looks = 0;
  let elapsed = 0;
  const start = FIRST_START + BigInt(at) * HOUR;
  return {
    cwd: root,
    env: {},
    clock: {
      now: () => {
        looks += 1;
        return start + BigInt(looks) * 1_000_000n;
      },
      // Asked for by writers in the background, so it may not move the other.
      elapsedMs: () => {
        elapsed += 1;
        return elapsed;
      },
    },
    after: neverTimer,
    signal: new AbortController().signal,
    threads: 1,
  };
}

const OTHER_K = 5;

/** The first run has no baseline to be held against, and one with another k may not be. */
function requestOf({ root, pid }: TuiStore, cause: Cause): EvaluationRequest {
  return {
    ...plainRequest(root, [CASES_FILE], pid),
    k: cause === 'other-k' ? OTHER_K : 10,
    baseline: cause === 'none' || cause === 'other-k' ? null : BASELINE_FILE,
  };
}
