import { Worker } from 'node:worker_threads';
import { lanesOf, layOut, type Pass, type Resampling, runPass } from './resample.ts';
import { LANES, RESAMPLE, ROW_TABLE } from './resample-program.ts';
import { wasmModule } from './wasm.ts';

/** So many draws take a sixth of a second, five times what a thread takes to start. */
const WORTH_A_THREAD = 1 << 26;

/** How long the other thread may take for one pass: 2^26 cases take three minutes. */
const PATIENCE_MS = 600_000;

/**
 * What resampledSums gives for each of many resamplings, on two threads when there is much to draw: both take the next
 * pass of one list. A pass is a pure function of its values and its seed, so who took it shows in no bit.
 */
export function resampledSumsOf(resamplings: readonly Resampling[], resamples: number): Float64Array[][] {
  const passes = resamplings.map(layOut);
  const all = passes.flat().sort((a, b) => b.n - a.n);
  const draws = all.reduce((sum, { n }) => sum + n * resamples, 0);
  const sums = new Map<Pass, readonly Float64Array[]>();
  const take = (pass: Pass, found: Float64Array) => sums.set(pass, lanesOf(found, pass.lanes));
  if (draws < WORTH_A_THREAD) for (const pass of all) take(pass, runPass(pass, resamples));
  else runOnTwoThreads(all, resamples, take);
  return passes.map(list => list.flatMap(pass => sums.get(pass) ?? []));
}

function runOnTwoThreads(
  passes: readonly Pass[],
  resamples: number,
  take: (pass: Pass, sums: Float64Array) => void,
): void {
  const shared = shareOf(passes, resamples);
  const worker = new Worker(WORKER, { eval: true, execArgv: [], env: {}, workerData: shared });
  worker.unref();
  // Whatever befalls it, its passes are done here then.
  worker.on('error', () => undefined);
  const { control, sums } = shared;
  const own = new Set<number>();
  for (let at = nextPass(control); at < passes.length; at = nextPass(control)) {
    const pass = passes[at];
    if (pass !== undefined) take(pass, runPass(pass, resamples));
    own.add(at);
  }
  const size = resamples * LANES;
  for (const [at, pass] of passes.entries()) {
    if (own.has(at)) continue;
    const isThere = Atomics.wait(control, at + 1, 0, PATIENCE_MS) !== 'timed-out';
    take(pass, isThere ? sums.slice(at * size, (at + 1) * size) : runPass(pass, resamples));
  }
}

/** The first number is that of the next pass, the others tell which passes the worker has done. */
function nextPass(control: Int32Array): number {
  return Atomics.add(control, 0, 1);
}

function shareOf(passes: readonly Pass[], resamples: number) {
  const images = new Uint8Array(
    new SharedArrayBuffer(passes.reduce((sum, { image }) => sum + image.length, 0)),
  );
  let end = 0;
  const places = passes.map(({ n, seed, multipliers, image }) => {
    const start = end;
    images.set(image, start);
    end += image.length;
    return { n, seed: BigInt.asIntN(64, seed), multipliers, start, end };
  });
  return {
    program: wasmModule(RESAMPLE),
    tableAt: ROW_TABLE,
    control: new Int32Array(new SharedArrayBuffer((passes.length + 1) * 4)),
    sums: new Float64Array(new SharedArrayBuffer(passes.length * resamples * LANES * 8)),
    images,
    places,
    resamples,
    size: resamples * LANES,
  };
}

/** Plain text, so that it needs no file beside the bundle. It ends by itself when no pass is left. */
const WORKER = `
const { workerData } = require('node:worker_threads');
const { program, tableAt, control, sums, images, places, resamples, size } = workerData;
const { memory, run } = new WebAssembly.Instance(new WebAssembly.Module(program)).exports;
for (let at = Atomics.add(control, 0, 1); at < places.length; at = Atomics.add(control, 0, 1)) {
  const { n, seed, multipliers, start, end } = places[at];
  const missing = tableAt + end - start - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  new Uint8Array(memory.buffer, tableAt).set(images.subarray(start, end));
  run(seed, ...multipliers, n, resamples);
  sums.set(new Float64Array(memory.buffer, 0, size), at * size);
  Atomics.store(control, at + 1, 1);
  Atomics.notify(control, at + 1);
}
`;
