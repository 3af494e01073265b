import type { BigIntStats } from 'node:fs';
import { refuse } from '../../spec/refusals.ts';

export function symlink(shown: string, link: string) {
  return refuse('EvalPathSymlink', {
    message: `\`${shown}\` is reached through a symbolic link`,
    place: { file: shown },
    found: `${link} is a symbolic link`,
    want: 'directories and regular files only',
    facts: { file: shown, link },
  });
}

export function notRegular(shown: string, stats?: BigIntStats) {
  const kind = stats === undefined ? 'a socket' : kindOf(stats);
  return refuse('EvalPathSymlink', {
    message: `\`${shown}\` is no regular file`,
    place: { file: shown },
    found: kind,
    want: 'a regular file',
    hint: 'replace it by a file; pipes, devices and sockets are never read',
    facts: { file: shown, kind },
  });
}

export function inputChanged(shown: string, how: string) {
  return refuse('EvalInputChanged', {
    message: `\`${shown}\` changed during the run`,
    place: { file: shown },
    found: how,
    facts: { file: shown },
  });
}

function kindOf(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device';
  if (stats.isDirectory()) return 'a directory';
  return 'a socket';
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** A denied permission as a refusal; any other error as it is. */
export function fileFault(error: unknown, shown: string): unknown {
  if (!isErrno(error, 'EACCES', 'EPERM')) return error;
  return refuse('EvalDeclarationInvalid', {
    message: `\`${shown}\` can not be read`,
    place: { file: shown },
    found: 'permission denied',
    want: 'a corpus that this user may read',
    hint: 'give this user the right to read it',
    facts: { file: shown, line: null, key: null },
    cause: error,
  });
}
