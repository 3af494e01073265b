import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfigText } from '../../core/config-file/index.ts';
import { type Context, frozenClock, neverTimer } from '../../core/context.ts';
import { parseInstant } from '../../core/time.ts';
import { type Evaluation, evaluate } from '../../evals/run/evaluate.ts';
import { plainRequest } from '../../evals/run/plain-request.ts';
import type { EvaluationRequest } from '../../evals/run/request.ts';
import type { StoreAdapter } from '../../evals/store/port.ts';

const source = fileURLToPath(new URL('../..', import.meta.url));

export const NATIVE_CASES = 'evals/cases/native.jsonl';
export const NATIVE_DECLARATION = 'evals/corpora/native/contextful.toml';
export const NATIVE_BASELINE = 'evals/baselines/native.json';

/** A copy of our configuration, cases, corpus and baseline, in which a test may break things. */
export type NativeProject = {
  readonly root: string;
  /** Rewrites a file; one that no change reaches is a fault of the test. */
  readonly edit: (file: string, change: (text: string) => string) => void;
  readonly remove: () => void;
};

export function copyNativeProject(): NativeProject {
  const root = mkdtempSync(join(tmpdir(), 'contextful-native-'));
  cpSync(join(source, 'contextful.toml'), join(root, 'contextful.toml'));
  for (const part of ['cases', 'corpora', 'baselines']) {
    cpSync(join(source, 'evals', part), join(root, 'evals', part), { recursive: true });
  }
  return {
    root,
    edit: (file, change) => {
      const before = readFileSync(join(root, file), 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`nothing changed in ${file}`);
      writeFileSync(join(root, file), after);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What a bare `eval run` asks for in that project, on the store given. */
export function nativeRequest(
  { root }: NativeProject,
  changes: Partial<EvaluationRequest> = {},
): EvaluationRequest {
  const reading = readConfigText(readFileSync(join(root, 'contextful.toml'), 'utf8'));
  if (!reading.ok) throw new Error('contextful.toml has faults');
  const own = reading.file.config.eval ?? {};
  return {
    ...plainRequest(root, [own.goldens ?? []].flat(), process.pid),
    k: own.k ?? 10,
    zone: own.zone ?? null,
    agent: own.agent ?? '',
    edgeSurface: own.edge_surface === 'engine' ? 'engine' : null,
    strictGoldens: true,
    floors: (own.floors ?? []).map((entry, i) => ({
      entry,
      place: { file: 'contextful.toml', path: `eval.floors[${i}]` },
    })),
    baseline: own.baseline ?? null,
    raiseExcept: own.raise_except ?? [],
    ...changes,
  };
}

/** Runs it to its end under a frozen clock. */
export async function runNative(
  project: NativeProject,
  changes: Partial<EvaluationRequest> = {},
): Promise<Evaluation> {
  const context: Context = {
    cwd: project.root,
    env: {},
    clock: frozenClock(parseInstant('2030-06-01T12:00:00Z') ?? 0n),
    after: neverTimer,
    signal: new AbortController().signal,
    threads: 1,
  };
  const running = evaluate(nativeRequest(project, changes), context);
  for (let next = await running.next(); ; next = await running.next()) {
    if (next.done === true) return next.value;
  }
}

/** Puts one store in the place of all. */
export function onStore(adapter: StoreAdapter): Pick<EvaluationRequest, 'adapters'> {
  return { adapters: { duckdb: async () => adapter, memory: async () => adapter } };
}
