import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MadeRun, makeTuiStore } from '../../scripts/tui-store/make.ts';

export type SeededStore = {
  readonly root: string;
  /** Oldest first. */
  readonly runs: readonly MadeRun[];
  readonly remove: () => void;
};

/** A project of our own making with few runs: the newest is red because the lexical leg lost rows of `cjk`. */
export async function seededStore(runs = 4): Promise<SeededStore> {
  const root = mkdtempSync(join(tmpdir(), 'contextful-tui-'));
  const made = await makeTuiStore({ root, runs, cases: 400, seed: 1, cause: 'cjk', pid: process.pid });
  return { root, runs: made, remove: () => rmSync(root, { recursive: true, force: true }) };
}
