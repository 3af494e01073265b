import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../core/context.ts';
import { runProcess } from '../../core/process-runner.ts';

/**
 * Files below a folder that git tracks or would track, relative to it, `/` between segments. Outside a repository all
 * files but build output, so that an unpacked source archive can be released too.
 */
export async function listedFiles(folder: string, context: Context): Promise<readonly string[]> {
  const listed = await runProcess(
    {
      command: 'git',
      arguments: ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      cwd: folder,
      env: gitEnvironment(context),
    },
    context,
  );
  if (listed.exitCode === 0 && !listed.cut) return [...new Set(listed.stdout.split('\0').filter(Boolean))];
  return walk(folder, '');
}

/** Git without a user's own settings or prompts: the same answer on every machine. */
export function gitEnvironment(context: Context): Readonly<Record<string, string | undefined>> {
  const { PATH, HOME, TMPDIR } = context.env;
  return { PATH, HOME, TMPDIR, LC_ALL: 'C.UTF-8', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' };
}

const NO_SOURCE = new Set(['.git', '.contextful', 'target', 'dist']);

async function walk(root: string, below: string): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async entry => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!entry.isDirectory()) return [path];
      return NO_SOURCE.has(entry.name) ? [] : walk(root, path);
    }),
  );
  return found.flat();
}
