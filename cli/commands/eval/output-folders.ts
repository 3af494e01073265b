import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Refusal } from '../../../core/refusal.ts';
import { shownPath } from '../../../core/shown-path.ts';
import type { NamedFile } from '../../../evals/run/outputs-apart.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext } from '../../command.ts';
import { withFurther } from '../../present/refusal.ts';
import type { Settings } from '../../settings.ts';

/** `--report FILE` and `--trec-out DIR` of a run must be writable before the run: UsageBadValue. */
export async function requireFolders(settings: Settings, { cwd }: CommandContext): Promise<void> {
  const [report, trecOut] = [settings.text('report'), settings.text('trec-out')];
  const faults: Refusal[] = [];
  if (report === '-') faults.push(onlyFile('--report'));
  else if (report !== undefined) faults.push(...(await fileFaults('--report', report, cwd)));
  if (trecOut !== undefined) faults.push(...(await folderFaults('--trec-out', trecOut, cwd)));
  const [first, ...others] = faults;
  if (first !== undefined) throw withFurther([first, ...others]);
}

/** The configuration that `--config` names, wherever it lies, as a file that no output may replace. */
export function configurationRead({ configPath }: CommandContext): readonly NamedFile[] {
  return configPath === undefined ? [] : [{ name: "the project's configuration", path: configPath }];
}

/** A file in a folder that is there. */
export async function fileFaults(flag: string, file: string, cwd: string): Promise<readonly Refusal[]> {
  const path = resolve(cwd, file);
  const folder = dirname(path);
  const [own, parent] = [await stat(path).catch(() => undefined), await stat(folder).catch(() => undefined)];
  if (parent?.isDirectory() === true && own?.isDirectory() !== true) return [];
  const shown = shownPath(path, cwd);
  const isFolder = own?.isDirectory() === true;
  return [
    refuse('UsageBadValue', {
      message: `\`${flag}\` can not write ${shown}`,
      found: isFolder ? `${shown} is a folder` : `there is no folder ${shownPath(folder, cwd) || '.'}`,
      want: 'a file in a folder that exists',
      hint: isFolder ? 'name a file in it' : 'make the folder first',
      facts: { flag, text: shown },
    }),
  ];
}

/** A folder that is there, or that can be made in one that is. */
async function folderFaults(flag: string, folder: string, cwd: string): Promise<readonly Refusal[]> {
  const path = resolve(cwd, folder);
  const own = await stat(path).catch(() => undefined);
  const parent = await stat(dirname(path)).catch(() => undefined);
  if (own === undefined ? parent?.isDirectory() === true : own.isDirectory()) return [];
  const shown = shownPath(path, cwd);
  return [
    refuse('UsageBadValue', {
      message: `\`${flag}\` can not write into ${shown}`,
      found: own === undefined ? `there is no folder ${shownPath(dirname(path), cwd)}` : `${shown} is a file`,
      want: 'a folder, or a name for one in a folder that exists',
      facts: { flag, text: shown },
    }),
  ];
}

function onlyFile(flag: string): Refusal {
  return refuse('UsageBadValue', {
    message: `\`${flag}\` writes a file, not stdout`,
    found: '-',
    want: 'a file',
    hint: '--json prints the report on stdout, inside the verdict',
    facts: { flag, text: '-' },
  });
}
