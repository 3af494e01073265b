import { readFile, realpath } from 'node:fs/promises';
import { shownPath } from '../../core/shown-path.ts';
import { parseSidecar, type Sidecar } from './sidecar.ts';
import { sidecarPath } from './sidecar-path.ts';

/** The sidecar beside a baseline, which says whose cases a fall is; null: there is none, so this run alone is looked at. */
export async function readSidecar(baseline: string, cwd: string): Promise<Sidecar | null> {
  // A raise follows a link and writes beside its target, so that is where it is read.
  const path = sidecarPath(await realpath(baseline).catch(() => baseline));
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? null : parseSidecar(text, shownPath(path, cwd));
}
