import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTuiStore } from '../../scripts/tui-store/make.ts';
import type { Place } from '../harness.ts';

/** A project with one run of so many cases, written by the real writer; kept from one bench to the next. */
export async function runOfCases({ work }: Place, cases: number): Promise<string> {
  const folder = join(work, `tui-${cases}`);
  if (existsSync(folder)) return folder;
  const half = `${folder}.half`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  await makeTuiStore({ root: half, runs: 1, cases, seed: 1, cause: 'cjk', pid: process.pid });
  renameSync(half, folder);
  return folder;
}
