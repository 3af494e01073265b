import { bootstrapInterval } from '../../evals/stats/bootstrap.ts';
import type { Figures } from '../harness.ts';
import { medianMs } from '../timed.ts';
import type { Task } from '../worker.ts';

const RESAMPLES = 1000;
const SEED = 1_592_590_456n;
const PASSES = Array.from({ length: 7 }, (_, pass) => pass);
const MASK = (1n << 64n) - 1n;

/** Our interval of a mean over `rows` values. */
export async function limbsTimed({ rows }: Task): Promise<Figures> {
  const values = valuesOf(rows);
  return { ms: await medianMs(PASSES, () => bootstrapInterval(values, SEED)) };
}

/** The same draws with splitmix64 as its paper writes it, on BigInt. */
export async function bigintTimed({ rows }: Task): Promise<Figures> {
  const values = valuesOf(rows);
  const [own, plain] = [bootstrapInterval(values, SEED), plainInterval(values)];
  if (own.lo !== plain.lo || own.hi !== plain.hi) throw new Error('the two bootstraps differ');
  return { ms: await medianMs(PASSES, () => plainInterval(values)) };
}

function plainInterval(values: readonly number[]): { readonly lo: number; readonly hi: number } {
  const means = new Float64Array(RESAMPLES);
  const n = BigInt(values.length);
  let state = SEED;
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let sum = 0;
    for (let i = 0; i < values.length; i += 1) {
      state = (state + 0x9e3779b97f4a7c15n) & MASK;
      let z = state;
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
      sum += values[Number((z ^ (z >> 31n)) % n)] ?? 0;
    }
    means[resample] = sum / values.length;
  }
  means.sort();
  return { lo: means[25] ?? 0, hi: means[974] ?? 0 };
}

function valuesOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => ((i * 37) % 101) / 100);
}
