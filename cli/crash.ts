import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { instantNow } from '../core/context.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import type { Host } from './host.ts';
import { redact, redactedArgv } from './redact.ts';

/**
 * An exception that is no refusal is our fault: `Internal` (3), and where there is a project a crash file with
 * stack, version and redacted command line (tui-cli.md 4).
 */
export function crashed(error: unknown, host: Host, version: string, root: string | undefined): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  const file = root === undefined ? undefined : keepCrash(error, host, version, root);
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

/**
 * Writes the crash file of an exception under a project and returns its path; undefined where the disk takes none.
 * `notes` are lines that tell what led to it. Written at once: whoever crashed may not get to wait.
 */
export function keepCrash(
  error: unknown,
  host: Host,
  version: string,
  root: string,
  notes: readonly string[] = [],
): string | undefined {
  const at = instantNow(host.clock);
  const name = `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z-${host.pid}.txt`;
  const file = join(root, '.contextful', 'crash', name);
  const lines = [
    `contextful ${version} on Node ${host.nodeVersion}, ${host.platform}`,
    `at ${at}`,
    `command ${JSON.stringify(redactedArgv(host))}`,
    ...notes,
    '',
    ...causes(error).map(cause => redactedStack(cause, host)),
  ];
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
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
