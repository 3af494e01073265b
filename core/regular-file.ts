import { readFile, stat } from 'node:fs/promises';

/**
 * The bytes of a file that someone named. A device would be read without end and a pipe without a writer waited for,
 * so both reject; what a shell opens for `<(command)` is read. Rejects with the file system's error or a TypeError.
 */
export async function readRegular(path: string): Promise<Buffer> {
  if (!(await stat(path)).isFile() && !isOpen(path)) throw new TypeError('it is no regular file');
  return readFile(path);
}

function isOpen(path: string): boolean {
  return /^\/(dev|proc\/self)\/fd\/\d+$/.test(path);
}
