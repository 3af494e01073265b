import type { Context } from '../../core/context.ts';
import { runProcess } from '../../core/process-runner.ts';
import { gitEnvironment } from '../inputs/listed-files.ts';

export type Repository = {
  /** 40 or 64 hex digits; undefined before the first commit and outside a repository. */
  readonly commit: string | undefined;
  /** Committer time of HEAD in Unix seconds, as git writes it. */
  readonly committed: string | undefined;
  /** Whether anything below the root is changed, staged or new. */
  readonly dirty: boolean;
};

/** What git knows of the tree; a folder outside a repository, or a machine without git, has no commit. */
export async function readRepository(root: string, context: Context): Promise<Repository> {
  const git = async (...args: readonly string[]) => {
    const result = await runProcess(
      { command: 'git', arguments: args, cwd: root, env: gitEnvironment(context) },
      context,
    );
    return result.exitCode === 0 ? result.stdout : undefined;
  };
  const [head, status] = await Promise.all([
    git('log', '-1', '--no-show-signature', '--format=%H %ct'),
    git('status', '--porcelain', '-z', '--', '.'),
  ]);
  const [commit, committed] = head?.trim().split(' ') ?? [];
  return { commit, committed, dirty: status !== undefined && status !== '' };
}
