import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { parseInstant } from '../../core/time.ts';

/** A run as it stands now. */
export type LiveData = LiveFacts & {
  readonly run: string;
  /** `stopped`: no process writes it, and it has no verdict. */
  readonly state: 'running' | 'ended' | 'stopped';
  /** Of the process that writes it. */
  readonly pid: number | null;
  /** So large a share of the cases may stay errored or unscored. */
  readonly unscoredMax: number;
  /** The command that goes on with it, where it was stopped. */
  readonly resume: string;
  readonly nowNs: bigint;
};

/** What a run told so far (evaluate.md 11.3), folded from its events; its size does not grow with the run. */
export type LiveFacts = {
  /** Of the run that ended. */
  readonly outcome: string | null;
  readonly cases: { readonly done: number; readonly of: number | null };
  readonly outcomes: { readonly [outcome: string]: number };
  readonly phases: readonly LivePhase[];
  /** Newest first; at most MOST_FAILED. */
  readonly failed: readonly FailedCase[];
  readonly failedCount: number;
  /** Cases of each second, oldest first, the one that still goes on left out; at most RATE_SECONDS. */
  readonly rate: readonly number[];
  /** Newest first; at most MOST_NOTES. */
  readonly notes: readonly string[];
  /** Of the stretch that goes on: a run that was resumed begins anew. */
  readonly startedNs: bigint | null;
  /** Of the newest event. */
  readonly lastNs: bigint | null;
  /** The command that goes on with it, as the run itself told it. */
  readonly toldResume: string | null;
};

export type LivePhase = { readonly name: string; readonly done: number; readonly of: number };

export type FailedCase = {
  readonly id: string;
  readonly outcome: string;
  readonly file: string;
  readonly line: number;
};

const MOST_FAILED = 1000;
const MOST_NOTES = 20;
const RATE_SECONDS = 60;

/** The fold of a run's events, line by line. */
export type LiveFold = {
  /** Lines that are none of ours change nothing. */
  readonly take: (line: string) => void;
  readonly data: () => LiveFacts;
};

export function foldLive(): LiveFold {
  const run = new Folded();
  return {
    take: line => {
      const event = eventOf(line);
      const at = event === undefined ? undefined : instantOf(event['at']);
      if (event === undefined || at === undefined) return;
      run.startedNs ??= at;
      run.lastNs = at;
      HANDLERS.get(text(event['t']))?.(run, event, at);
    },
    data: () => ({
      outcome: run.outcome,
      cases: { done: run.done, of: run.of },
      outcomes: Object.fromEntries(run.outcomes),
      phases: [...run.phases.values()],
      failed: run.failed.slice(-MOST_FAILED).reverse(),
      failedCount: run.failedCount,
      rate: ratesOf(run.seconds),
      notes: [...run.notes],
      startedNs: run.startedNs,
      lastNs: run.lastNs,
      toldResume: run.resume,
    }),
  };
}

class Folded {
  outcome: string | null = null;
  resume: string | null = null;
  done = 0;
  of: number | null = null;
  startedNs: bigint | null = null;
  lastNs: bigint | null = null;
  failedCount = 0;
  readonly outcomes = new Map<string, number>();
  readonly phases = new Map<string, LivePhase>();
  /** Oldest first. */
  readonly failed: FailedCase[] = [];
  readonly notes: string[] = [];
  /** Cases that ended, by second since 1970. */
  readonly seconds = new Map<bigint, number>();
}

type Handler = (run: Folded, event: JsonObject, at: bigint) => void;

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    'run.planned',
    (run, event) => {
      run.of = number(event['cases']);
    },
  ],
  ['run.resumed', resume],
  ['case.end', endCase],
  [
    'run.progress',
    (run, event) => {
      const name = text(event['phase']);
      run.phases.set(name, { name, done: number(event['done']), of: number(event['of']) });
    },
  ],
  ['run.warning', (run, event) => note(run, text(event['message']))],
  ['run.finding', (run, event) => note(run, `${text(event['check'])}: ${text(event['message'])}`)],
  ['leg.failed', (run, event) => note(run, `leg ${text(event['leg'])} of ${text(event['case'])} failed`)],
  [
    'run.interrupted',
    (run, event) => {
      run.resume = text(event['resume']);
    },
  ],
  [
    'run.verdict',
    (run, event) => {
      run.outcome = text(event['outcome']);
    },
  ],
]);

/** The file of a resumed run goes on: its cases were counted when they ended. */
function resume(run: Folded, event: JsonObject, at: bigint): void {
  run.startedNs = at;
  run.done = number(event['finished']);
  run.of = number(event['of']);
  run.outcome = null;
  run.resume = null;
  run.seconds.clear();
}

function endCase(run: Folded, event: JsonObject, at: bigint): void {
  run.done += 1;
  const outcome = text(event['outcome']);
  run.outcomes.set(outcome, (run.outcomes.get(outcome) ?? 0) + 1);
  countSecond(run.seconds, at / NS_PER_SECOND);
  if (outcome === 'pass' || outcome === 'skipped') return;
  const place = isJsonObject(event['place']) ? event['place'] : {};
  run.failedCount += 1;
  run.failed.push({
    id: text(event['case']),
    outcome,
    file: text(place['file']),
    line: number(place['line']),
  });
  if (run.failed.length > 2 * MOST_FAILED) run.failed.splice(0, MOST_FAILED);
}

function countSecond(seconds: Map<bigint, number>, second: bigint): void {
  seconds.set(second, (seconds.get(second) ?? 0) + 1);
  for (const old of seconds.keys()) {
    if (seconds.size <= RATE_SECONDS + 1) break;
    seconds.delete(old);
  }
}

function note({ notes }: Folded, message: string): void {
  notes.unshift(message);
  notes.length = Math.min(notes.length, MOST_NOTES);
}

const NS_PER_SECOND = 1_000_000_000n;

/** Seconds without a case count as 0. The last one is not over yet. */
function ratesOf(seconds: ReadonlyMap<bigint, number>): readonly number[] {
  const keys = [...seconds.keys()];
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.min(Number(last - first), RATE_SECONDS);
  const from = last - BigInt(length);
  return Array.from({ length }, (_, index) => seconds.get(from + BigInt(index)) ?? 0);
}

function eventOf(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function instantOf(value: unknown): bigint | undefined {
  try {
    return typeof value === 'string' ? parseInstant(value) : undefined;
  } catch {
    return undefined;
  }
}

function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
