import { execaSync } from 'execa';

/**
 * Whether tests that need a program have to be passed over: it is not installed, and this is no CI. There a missing
 * peer is a failure. What to install is said once.
 */
export function isPeerMissing(
  command: string,
  install: string,
  args: readonly string[] = ['--version'],
): boolean {
  const result = execaSync(command, args, { reject: false });
  if (result.exitCode === 0 || (process.env['CI'] ?? '') !== '') return false;
  process.stderr.write(`tests passed over, ${command} is missing: ${install}\n`);
  return true;
}
