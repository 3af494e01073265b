import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../core/digest.ts';
import { resolveRun } from '../../evals/run/run-words.ts';
import { listRuns } from '../../evals/run/runs.ts';
import { openRun } from '../../evals/run-store/open-run.ts';
import { type MadeRun, makeTuiStore } from '../../scripts/tui-store/make.ts';

const roots: string[] = [];
let made: readonly MadeRun[];

async function make(seed: number, runs = 8): Promise<readonly MadeRun[]> {
  const root = mkdtempSync(join(tmpdir(), 'contextful-store-'));
  roots.push(root);
  return makeTuiStore({ root, runs, cases: 100, seed, cause: 'cjk', pid: process.pid });
}

/** Every file of a store by its digest; the journal's place in events is the only name of the folder. */
function filesOf(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(
    files.map(entry => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length), digestOf(readFileSync(path, 'utf8').replaceAll(root, ''))] as const;
    }),
  );
}

beforeAll(async () => {
  made = await make(1);
}, 60_000);

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

describe('tui-cli.md 23 the seeded store', () => {
  test('holds a run for each journey, the newest red by the lexical leg', () => {
    expect(made.map(({ cause, outcome }) => `${cause} ${outcome}`)).toEqual([
      'none green',
      'down unmeasured',
      'other-k green',
      'improved green',
      'fusion red',
      'window red',
      'leak red',
      'cjk red',
    ]);
  });

  test('its runs read like any others', async () => {
    const [root = ''] = roots;
    const runs = await listRuns(root);
    expect(runs.map(run => run.id)).toEqual(made.map(run => run.id).toReversed());
    expect(runs[0]?.reds.length).toBeGreaterThan(0);
    const reader = await openRun(await resolveRun(root, 'latest', root));
    const cjk = reader.ordinalOf('cjk-0001') ?? -1;
    expect((await reader.case(cjk)).golden?.tags).toEqual(['cjk']);
    reader.close();
  });

  test('equal arguments give equal bytes, another seed gives others', async () => {
    await make(2, 2);
    await make(2, 2);
    await make(3, 2);
    const [, second, third, fourth] = roots.map(filesOf);
    const stable = (files: ReadonlyMap<string, string> | undefined) =>
      [...(files ?? [])].filter(([path]) => !/\/\.contextful\/(?:cache|index)\//.test(path));
    expect(stable(second)).toEqual(stable(third));
    expect(stable(second)).not.toEqual(stable(fourth));
  }, 60_000);
});
