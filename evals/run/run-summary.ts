import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../core/canonical-json.ts';
import { digestOf } from '../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isAlive, readLock } from '../../core/lock.ts';
import { formatInstant, parseInstant } from '../../core/time.ts';
import { refuse } from '../../spec/refusals.ts';
import { METRICS } from '../score/registry.ts';
import { LEGS } from '../store/port.ts';
import { type RunDirectory, type RunFile, runLockPath } from './run-directory.ts';
import { storedHead, tookMs } from './stored-head.ts';

type RunState = 'finished' | 'running' | 'interrupted' | 'unreadable';

/** One run in a list. null = the run's files do not say. */
export type RunSummary = {
  readonly id: string;
  readonly state: RunState;
  /** green, red, unmeasured, not_comparable; the state while there is no verdict. */
  readonly verdict: string;
  readonly exit: number | null;
  readonly tier: string | null;
  readonly model: string | null;
  readonly k: number | null;
  readonly cases: number | null;
  readonly unscored: number | null;
  /** Mean recall of the hybrid leg. */
  readonly recall: number | null;
  /** Path of the first red check. */
  readonly worst: string | null;
  /** Paths of the first five red checks. */
  readonly reds: readonly string[];
  /** Means of the three legs by `<leg>.<metric>`; null: over no case. */
  readonly means: { readonly [figure: string]: number | null };
  /** Digest of the run stamp: equal ones can be compared. */
  readonly stamp: string | null;
  readonly started: string | null;
  readonly took_ms: number | null;
  /** All files of its directory. */
  readonly bytes: number;
};

/** Reads what a list shows of a run. A run whose verdict can not be read is listed as such, never thrown. */
export async function summariseRun(root: string, run: RunDirectory): Promise<RunSummary> {
  try {
    const verdict = readDocument(run, 'verdict.json');
    const state = verdict === undefined ? await unfinishedState(root, run.id) : 'finished';
    return summaryOf(run, state, verdict);
  } catch {
    return { ...EMPTY, id: run.id, state: 'unreadable', verdict: 'unreadable', ...sizeAndStart(run) };
  }
}

/** A JSON document of a run; undefined when it is not there, RunUnreadable (3) when it is damaged. */
export function readDocument(run: RunDirectory, name: RunFile): JsonObject | undefined {
  const file = run.file(name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    const byte = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    throw unreadable(run, file, byte === undefined ? Buffer.byteLength(text) : Number(byte));
  }
  throw unreadable(run, file, 0);
}

/** Whether a live process is writing the run. */
export async function isLive(root: string, id: string): Promise<boolean> {
  const holder = await readLock(runLockPath(root, id));
  return holder !== undefined && (await isAlive(holder));
}

const EMPTY: Omit<RunSummary, 'id' | 'state' | 'verdict' | 'started' | 'bytes'> = {
  exit: null,
  tier: null,
  model: null,
  k: null,
  cases: null,
  unscored: null,
  recall: null,
  worst: null,
  reds: [],
  means: {},
  stamp: null,
  took_ms: null,
};

const REDS = 5;

async function unfinishedState(root: string, id: string): Promise<RunState> {
  return (await isLive(root, id)) ? 'running' : 'interrupted';
}

function summaryOf(run: RunDirectory, state: RunState, verdict: JsonObject | undefined): RunSummary {
  const report = verdict === undefined ? undefined : storedHead(run);
  const plan = report === undefined ? readDocument(run, 'plan.json') : undefined;
  const stamp = member(report, 'run') ?? plan;
  const reds = redPaths(verdict);
  return {
    id: run.id,
    state,
    verdict: text(verdict?.['outcome']) ?? state,
    exit: number(verdict?.['exit']),
    tier: text(stamp?.['tier']),
    model: text(stamp?.['model']),
    k: number(stamp?.['k']),
    cases: number(report?.['n_cases']) ?? number(member(plan, 'cases')?.['n']),
    unscored: number(member(report, 'tally')?.['unscored']),
    recall: number(member(report, 'retrieval', 'hybrid', 'recall_at_k')?.['mean']),
    worst: reds[0] ?? null,
    reds: reds.slice(0, REDS),
    means: meansOf(report),
    stamp: report === undefined || stamp === undefined ? null : digestOf(canonicalJson(stamp)),
    took_ms: state === 'finished' ? tookMs(run) : null,
    ...sizeAndStart(run),
  };
}

function redPaths(verdict: JsonObject | undefined): readonly string[] {
  const reds = verdict?.['reds'];
  return Array.isArray(reds) ? reds.filter(isJsonObject).flatMap(red => text(red['path']) ?? []) : [];
}

function meansOf(report: JsonObject | undefined): RunSummary['means'] {
  const means: Record<string, number | null> = {};
  for (const leg of LEGS) {
    for (const metric of METRICS) {
      const summary = member(report, 'retrieval', leg, metric);
      if (summary !== undefined) means[`${leg}.${metric}`] = number(summary['mean']);
    }
  }
  return means;
}

function sizeAndStart(run: RunDirectory): { readonly started: string | null; readonly bytes: number } {
  return { started: startOf(run.id), bytes: bytesBelow(run.path) };
}

/** The instant in a run id `<yyyymmddThhmmssZ>-<12 hex>`. */
export function startOf(id: string): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const at = parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return at === undefined ? null : formatInstant(at);
}

/** Bytes of all regular files below a directory; links are not followed. */
export function bytesBelow(path: string): number {
  let sum = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) sum += bytesBelow(child);
    else if (entry.isFile()) sum += statSync(child, { throwIfNoEntry: false })?.size ?? 0;
  }
  return sum;
}

function unreadable(run: RunDirectory, file: string, byte: number): Error {
  return refuse('RunUnreadable', {
    message: `a file of run \`${run.id}\` is damaged`,
    place: { file },
    found: `no JSON object from byte ${byte} on`,
    want: 'the document that the run wrote',
    facts: { run: run.id, byte },
  });
}

function member(value: JsonObject | undefined, ...names: readonly string[]): JsonObject | undefined {
  let here: JsonValue | undefined = value;
  for (const name of names) here = isJsonObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  return isJsonObject(here) ? here : undefined;
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function number(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
