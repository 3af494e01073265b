import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { type Context, frozenClock, neverTimer } from '../../core/context.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/workspace', import.meta.url));

export type WorkspaceCopy = {
  readonly root: string;
  readonly context: Context;
  readonly git: (...args: readonly string[]) => string;
  readonly remove: () => void;
};

/** The fixture workspace in a repository of its own, committed at 2026-01-01T00:00:00Z. */
export function workspaceCopy(env: Readonly<Record<string, string>> = {}): WorkspaceCopy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'contextful-workspace-')));
  cpSync(FIXTURE, root, {
    recursive: true,
    filter: from => !/\/(target|dist|\.contextful)$/.test(from.slice(FIXTURE.length)),
  });
  const stamp = '2026-01-01T00:00:00Z';
  const git = (...args: readonly string[]) =>
    execaSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], {
      cwd: root,
      env: { GIT_AUTHOR_DATE: stamp, GIT_COMMITTER_DATE: stamp, GIT_CONFIG_GLOBAL: '/dev/null' },
    }).stdout;
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'fixture');
  const context: Context = {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    clock: frozenClock(0n),
    after: neverTimer,
    signal: new AbortController().signal,
    threads: 2,
  };
  return { root, context, git, remove: () => rmSync(root, { recursive: true, force: true }) };
}
