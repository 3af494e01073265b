import { availableParallelism } from 'node:os';
import { isatty } from 'node:tty';
import { systemClock } from '../core/context.ts';
import type { EndingSignal } from './exit.ts';
import type { Host } from './host.ts';
import { main } from './main.ts';

/** The only place of the command line that touches the process. */
const host: Host = {
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  pid: process.pid,
  platform: `${process.platform}-${process.arch}`,
  nodeVersion: process.versions.node,
  threads: availableParallelism(),
  clock: systemClock,
  stdout: process.stdout,
  stderr: process.stderr,
  stdinIsTty: isatty(0),
  readLine,
  onSignal,
  exitNow: code => process.exit(code),
  every: (ms, action) => {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
  after: (ms, action) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};

// The exit code is set and the loop drains: bytes that pend are never cut off.
process.exitCode = await main(host);

function onSignal(signal: EndingSignal, listener: () => void): () => void {
  process.on(signal, listener);
  return () => process.off(signal, listener);
}

async function readLine(): Promise<string | undefined> {
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}
