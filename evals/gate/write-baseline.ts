import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, type StagedFile, stageFile } from '../../core/atomic-file.ts';
import { refuse } from '../../spec/refusals.ts';
import type { BaselineFile } from './baseline-file.ts';
import { sidecarPath } from './sidecar-path.ts';
import { writeFault } from './write-fault.ts';

/** What lands: the whole text of the baseline and the lines of its sidecar. */
export type BaselineContent = { readonly text: string; readonly sidecar: Iterable<string> };

/**
 * Lands a raise. A symbolic link is followed to its target and the mode is kept. Throws BaselineWriteConflict
 * when the file no longer holds the bytes that were read, looked at last thing before the rename; then nothing
 * is written. The sidecar lands after the baseline: a crash between leaves a stale sidecar, which is noticed.
 */
export async function writeRaisedBaseline(
  path: string,
  baseline: BaselineFile,
  content: BaselineContent,
): Promise<void> {
  const target = await followed(path, baseline.file);
  try {
    const mode = (await stat(target)).mode & 0o7777;
    const staged = await stageBoth(target, content, { mode });
    await orDiscard(requireUnchanged(target, baseline), staged);
    await landBoth(staged);
  } catch (error) {
    throw writeFault(error, baseline.file);
  }
}

/**
 * Writes a new baseline and its sidecar, and the folder for them. Throws BaselineExists for a file that is there,
 * DiskFull, and UsageBadValue where it can not be written.
 */
export async function writeNewBaseline(path: string, file: string, content: BaselineContent): Promise<void> {
  if (await isThere(path)) {
    throw refuse('BaselineExists', { message: `\`${file}\` exists`, place: { file }, facts: { file } });
  }
  try {
    await makeFolder(dirname(path));
    await landBoth(await stageBoth(path, content, {}));
  } catch (error) {
    throw writeFault(error, file);
  }
}

async function stageBoth(
  path: string,
  content: BaselineContent,
  options: { readonly mode?: number },
): Promise<StagedFile[]> {
  const baseline = await stageFile(path, content.text, options);
  const sidecar = await orDiscard(stageFile(sidecarPath(path), content.sidecar, options), [baseline]);
  return [baseline, sidecar];
}

async function landBoth(staged: readonly StagedFile[]): Promise<void> {
  for (const [i, file] of staged.entries()) await orDiscard(file.land(), staged.slice(i + 1));
}

async function orDiscard<T>(work: Promise<T>, staged: readonly StagedFile[]): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await Promise.all(staged.map(file => file.discard()));
    throw error;
  }
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
