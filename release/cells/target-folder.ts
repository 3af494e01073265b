import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../core/atomic-file.ts';

/** Says that this tool made a folder, and may remove it. */
const MARKER = '.contextful-target';

/** The target directory of a cell, ours by its marker; a folder of someone else's content gets none. */
export async function claimTargetFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const isOurs = existsSync(join(folder, MARKER)) || (await readdir(folder)).length === 0;
  if (isOurs)
    await writeFile(join(folder, MARKER), 'Made by contextful release; removed once its cell is packed.\n');
}

/** Removes it whole (assurance.build.target-dir-per-stage); gives false, and leaves it, without our marker. */
export async function removeTargetFolder(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, MARKER))) return false;
  await rm(folder, { recursive: true, force: true });
  return true;
}
