// A project with seeded runs for tests, journeys, benches and the demo of the screens: equal arguments, equal bytes.
// tsx scripts/make-tui-store.ts --runs N --cases N --seed S --out DIR [--cause cjk|leak|window|fusion|random]
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPolicyModule } from './policy-module.mjs';
import { makeTuiStore } from './tui-store/make.ts';
import { CAUSES, RED_CAUSES } from './tui-store/world.ts';

// What the bundler writes into the command.
Object.assign(globalThis, { __POLICY_MODULE__: (await buildPolicyModule()).digest });

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '12' },
    cases: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    cause: { type: 'string', default: 'cjk' },
    out: { type: 'string' },
  },
});
const [runs, cases, seed] = [values.runs, values.cases, values.seed].map(Number);
const cause = CAUSES.find(one => one === values.cause) ?? (values.cause === 'random' ? 'random' : undefined);
if (
  values.out === undefined ||
  cause === undefined ||
  !runs ||
  !cases ||
  seed === undefined ||
  Number.isNaN(seed)
) {
  console.error(
    `--out DIR is needed; --runs and --cases from 1 on; --cause of ${[...RED_CAUSES, 'random'].join(', ')}`,
  );
  process.exitCode = 2;
} else {
  const root = resolve(values.out);
  mkdirSync(root, { recursive: true });
  for (const run of await makeTuiStore({ root, runs, cases, seed, cause, pid: process.pid })) {
    console.log(`${run.id}  ${run.cause}  ${run.outcome}`);
  }
}
