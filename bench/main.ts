import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Line, Measurement, Place } from './harness.ts';
import { bootstrap } from './measure/bootstrap.ts';
import { cachedRun } from './measure/cached-run.ts';
import { checkpoint } from './measure/checkpoint.ts';
import { gate } from './measure/gate.ts';
import { hybrid } from './measure/hybrid.ts';
import { lexical } from './measure/lexical.ts';
import { load } from './measure/load.ts';
import { metrics } from './measure/metrics.ts';
import { nativeRun } from './measure/native-run.ts';
import { reader } from './measure/reader.ts';
import { startUp } from './measure/start-up.ts';
import { tableOf, verdictOf } from './table.ts';
import { tuiFrames } from './tui/frames.ts';
import { tuiIdle } from './tui/idle.ts';
import { tuiStart } from './tui/start.ts';

const MEASUREMENTS: readonly Measurement[] = [
  startUp,
  nativeRun,
  load,
  cachedRun,
  lexical,
  hybrid,
  reader,
  metrics,
  bootstrap,
  gate,
  checkpoint,
  tuiStart,
  tuiFrames,
  tuiIdle,
];

type Options = { readonly root: string; readonly bench: string; readonly words: readonly string[] };

/**
 * Measures, prints a table after each measurement and writes all of them to results/<date>.json. `--quick`: one
 * round over small data, to try it out. `--only NAME,NAME`. `--rounds N`. Exit code 1 when a budget is missed.
 */
export async function main({ root, bench, words }: Options): Promise<number> {
  const quick = words.includes('--quick');
  const only = wordBehind(words, '--only')?.split(',');
  const chosen = MEASUREMENTS.filter(({ name }) => only === undefined || only.includes(name));
  const place: Place = {
    root: root.replace(/\/$/, ''),
    work: join(bench, '.work', quick ? 'quick' : 'data'),
    rounds: Number(wordBehind(words, '--rounds') ?? (quick ? 1 : 5)),
    shrink: quick ? 50 : 1,
    worker: join(bench, '.work', 'build', 'worker.mjs'),
  };
  mkdirSync(join(place.work, 'goldens'), { recursive: true });
  const found: { readonly measurement: string; readonly lines: readonly Line[] }[] = [];
  for (const { name, run } of chosen) {
    const before = loadavg()[0] ?? 0;
    const lines = await run(place);
    console.log(`\n${name} (load ${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)})`);
    console.log(tableOf(lines));
    found.push({ measurement: name, lines });
  }
  if (!quick) writeResults(bench, found);
  return found.some(({ lines }) => lines.some(line => verdictOf(line) === 'over')) ? 1 : 0;
}

function wordBehind(words: readonly string[], flag: string): string | undefined {
  return words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
}

function writeResults(bench: string, measurements: readonly object[]): void {
  const at = new Date().toISOString();
  const machine = { cores: availableParallelism(), node: process.version, platform: process.platform };
  mkdirSync(join(bench, 'results'), { recursive: true });
  const file = join(bench, 'results', `${at.slice(0, 19).replaceAll(':', '')}.json`);
  writeFileSync(file, `${JSON.stringify({ at, machine, measurements }, null, 2)}\n`);
  console.log(`\nwritten: ${file}`);
}
