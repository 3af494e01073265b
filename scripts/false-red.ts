// Both sides of a gate (scoring.md 24): the native set, 61 whole runs over the same inputs on 1, 2 and 8 threads, is
// green each time with one figures digest; with the relevant rows of three cases gone it is red each time.
import type { StoreName } from '../evals/run/adapters.ts';
import type { EvaluationRequest } from '../evals/run/request.ts';
import { figuresDigest } from '../evals/score/report-text.ts';
import { copyNativeProject, onStore, runNative } from '../test/support/native-project.ts';
import { saboteurs } from '../test/support/saboteurs.ts';
import { buildPolicyModule } from './policy-module.mjs';

const RUNS = 61;
const THREADS = [1, 2, 8] as const;

// What the bundler writes into the command.
Object.assign(globalThis, { __POLICY_MODULE__: (await buildPolicyModule()).digest });

const project = copyNativeProject();
try {
  const whole = await measure('duckdb', {});
  console.log(`same inputs: ${whole.reds} red, ${whole.digests} figures digests, ${whole.seconds} s`);
  const forgotten = await measure('memory', onStore(saboteurs.forgetting));
  console.log(`rows of three cases gone: ${forgotten.reds} red, ${forgotten.seconds} s`);
  const holds = whole.reds === 0 && whole.digests === 1 && forgotten.reds === RUNS;
  console.log(holds ? `both sides held over ${RUNS} runs` : `a side did not hold over ${RUNS} runs`);
  process.exitCode = holds ? 0 : 1;
} finally {
  project.remove();
}

async function measure(adapter: StoreName, changes: Partial<EvaluationRequest>) {
  const start = performance.now();
  const digests = new Set<string>();
  let reds = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const threads = THREADS[run % THREADS.length] ?? 1;
    const store = { adapter, memory: '512MiB', threads };
    const { report, verdict } = await runNative(project, { store, ...changes });
    digests.add(figuresDigest(report));
    reds += verdict.outcome === 'red' ? 1 : 0;
  }
  return { reds, digests: digests.size, seconds: Math.round((performance.now() - start) / 1000) };
}
