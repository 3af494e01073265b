import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../core/atomic-file.ts';
import { instantNow } from '../core/context.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import type { Host } from './host.ts';
import { redact, redactedArgv } from './redact.ts';

/**
 * An exception that is no refusal is our fault: `Internal` (3), and where there is a project a crash file with
 * stack, version and redacted command line (tui-cli.md 4).
 */
export async function crashed(
  error: unknown,
  host: Host,
  version: string,
  root: string | undefined,
): Promise<Refusal> {
  const message = error instanceof Error ? error.message : String(error);
  const file = root === undefined ? undefined : await writeCrashFile(error, host, version, root);
  return refuse('Internal', {
    message: redact(message.split('\n')[0] ?? '', host),
    ...(file === undefined ? {} : { place: { file } }),
    hint:
      file === undefined ? 'run again with -v -v for the stack and report it' : 'report it with this file',
    facts: file === undefined ? {} : { crash: file },
    cause: error,
  });
}

/** The stack of a crash without secrets, for `-v -v`. */
export function redactedStack(error: unknown, host: Host): string {
  return redact(error instanceof Error ? (error.stack ?? error.message) : String(error), host);
}

async function writeCrashFile(
  error: unknown,
  host: Host,
  version: string,
  root: string,
): Promise<string | undefined> {
  const at = instantNow(host.clock);
  const name = `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z-${host.pid}.txt`;
  const file = join(root, '.contextful', 'crash', name);
  const lines = [
    `contextful ${version} on Node ${host.nodeVersion}, ${host.platform}`,
    `at ${at}`,
    `command ${JSON.stringify(redactedArgv(host))}`,
    '',
    ...causes(error).map(cause => redactedStack(cause, host)),
  ];
  try {
    await makeFolder(join(root, '.contextful', 'crash'));
    await writeFileAtomic(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    return file;
  } catch {
    // A full or read-only disk must not hide the first fault behind a second one.
    return undefined;
  }
}

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (
    let next = error;
    next !== undefined && chain.length < 8;
    next = next instanceof Error ? next.cause : undefined
  ) {
    chain.push(next);
  }
  return chain;
}
