import { type RefusalCode, refuse } from '../../spec/refusals.ts';

const CODES: ReadonlyMap<unknown, RefusalCode> = new Map([
  ['ENOSPC', 'DiskFull'],
  ['EDQUOT', 'DiskFull'],
  ['EFBIG', 'DiskFull'],
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EISDIR', 'EEXIST', 'ENAMETOOLONG'].map(
    code => [code, 'UsageBadValue'] as const,
  ),
]);

/**
 * What the disk said of a file that a command was told to write: DiskFull (3), or UsageBadValue (2) where it can not
 * be written. Any other error as it is. file: as messages name it.
 */
export function writeFault(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? CODES.get(error.code) : undefined;
  if (code === undefined || !(error instanceof Error)) return error;
  return refuse(code, {
    ...(code === 'DiskFull'
      ? { message: `the disk is full: ${file}` }
      : {
          message: `${file} can not be written`,
          hint: 'give this user the right to write it, or name another file',
        }),
    place: { file },
    found: error.message,
    facts: code === 'DiskFull' ? { path: file } : { flag: null, text: file },
    cause: error,
  });
}
