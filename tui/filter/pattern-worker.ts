import type { Worker } from 'node:worker_threads';
import { refuse } from '../../spec/refusals.ts';
import type { FieldValue } from './truth.ts';

/** One regular expression asked of values elsewhere, so that a slow one never holds the keys up. */
export type PatternRunner = {
  /**
   * -1, 0 or 1 a value, in order; undefined once the signal is given. FilterTooSlow (2) when the expressions of this
   * runner have had their time.
   */
  readonly test: (pattern: string, values: readonly FieldValue[]) => Promise<Int8Array | undefined>;
  readonly close: () => Promise<void>;
};

export type PatternLimits = {
  readonly limitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

const LIMIT_MS = 2000;

/** Runs regular expressions in a thread that is ended when they took 2 s in all, or at the signal (tui-cli.md 17). */
export async function startPatternRunner({
  limitMs = LIMIT_MS,
  signal,
}: PatternLimits = {}): Promise<PatternRunner> {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(WORKER, { eval: true, execArgv: [], env: {} });
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end, { once: true });
  let left = limitMs;
  return {
    test: async (pattern, values) => {
      const answer = signal?.aborted ? undefined : await answerWithin(worker, { pattern, values }, left);
      if (signal?.aborted) return undefined;
      if (answer === undefined) throw tooSlow(pattern, limitMs);
      left -= answer.ms;
      return answer.truths;
    },
    close: async () => {
      signal?.removeEventListener('abort', end);
      await worker.terminate();
    },
  };
}

type Answer = { readonly truths: Int8Array; readonly ms: number };

/**
 * Plain text, so that it needs no file beside the bundle. It measures its own time: the reader of a scan may rest
 * between slices, and that is not the expression's fault.
 */
const WORKER = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ pattern, values }) => {
  const start = performance.now();
  const expression = new RegExp(pattern, 'iu');
  const holds = value => expression.test(String(value));
  const truths = Int8Array.from(values, value => {
    if (value === null) return 0;
    return (Array.isArray(value) ? value.some(holds) : holds(value)) ? 1 : -1;
  });
  parentPort.postMessage({ truths, ms: performance.now() - start });
});
`;

/** undefined: there was no answer in time, or the thread was ended. */
function answerWithin(
  worker: Worker,
  question: { readonly pattern: string; readonly values: readonly FieldValue[] },
  ms: number,
): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      worker.removeListener('message', onMessage).removeListener('error', onError);
      worker.removeListener('exit', onExit);
      act();
    };
    const onMessage = (answer: Answer): void => settle(() => resolve(answer));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => resolve(undefined));
    const timer = setTimeout(onExit, Math.max(0, ms));
    worker.once('message', onMessage).once('error', onError);
    worker.once('exit', onExit);
    worker.postMessage(question);
  });
}

function tooSlow(pattern: string, limitMs: number): Error {
  return refuse('FilterTooSlow', {
    message: `the regular expression ${pattern} took longer than ${limitMs / 1000} s`,
    found: pattern,
    facts: { pattern, limit_ms: limitMs },
  });
}
