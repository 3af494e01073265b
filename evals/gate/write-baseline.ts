import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { stageFile } from '../../core/atomic-file.ts';
import { refuse } from '../../spec/refusals.ts';
import type { BaselineFile } from './baseline-file.ts';
import { sidecarPath } from './sidecar.ts';

/** What lands: the whole text of the baseline and the lines of its sidecar. */
export type BaselineContent = { readonly text: string; readonly sidecar: Iterable<string> };

/**
 * Lands a raise. A symbolic link is followed to its target and the mode is kept. Throws BaselineWriteConflict
 * when the file no longer holds the bytes that were read; then nothing is written. Both files are staged
 * before the baseline lands, the sidecar after it: a crash between leaves a stale sidecar, which is noticed.
 */
export async function writeRaisedBaseline(
  path: string,
  baseline: BaselineFile,
  content: BaselineContent,
): Promise<void> {
  const target = await followed(path, baseline.file);
  await requireUnchanged(target, baseline);
  const mode = (await stat(target)).mode & 0o7777;
  await land(target, content, { mode });
}

/** Writes a new baseline and its sidecar. Throws BaselineExists for a file that is there. */
export async function writeNewBaseline(path: string, file: string, content: BaselineContent): Promise<void> {
  if (await isThere(path)) {
    throw refuse('BaselineExists', { message: `\`${file}\` exists`, place: { file }, facts: { file } });
  }
  await land(path, content, {});
}

async function land(
  path: string,
  content: BaselineContent,
  options: { readonly mode?: number },
): Promise<void> {
  const baseline = await stageFile(path, content.text, options);
  const sidecar = await stageFile(sidecarPath(path), content.sidecar, options).catch(async error => {
    await baseline.discard();
    throw error;
  });
  await baseline.land().catch(async error => {
    await sidecar.discard();
    throw error;
  });
  await sidecar.land();
}

async function followed(path: string, file: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw conflict(file, 'is gone', cause);
  }
}

async function requireUnchanged(target: string, baseline: BaselineFile): Promise<void> {
  const now = await readFile(target);
  if (!now.equals(Buffer.from(baseline.text))) throw conflict(baseline.file, 'has changed since it was read');
}

function conflict(file: string, what: string, cause?: unknown) {
  return refuse('BaselineWriteConflict', {
    message: `\`${file}\` ${what}; nothing was written`,
    place: { file },
    facts: { file },
    cause,
  });
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
