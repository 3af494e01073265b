import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format } from 'node:util';

const MOST_BYTES = 1024 * 1024;
const LEVELS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

/**
 * Sends what anybody writes to the console, and warnings of Node, to a file of at most 1 MiB whose older half goes
 * when it is full; the answer puts everything back. A disk that takes nothing loses the line, not the session.
 */
export function divertConsole(file: string): () => void {
  const original = Object.fromEntries(LEVELS.map(level => [level, console[level]]));
  const warned = process.rawListeners('warning');
  const write = (text: string): void => {
    try {
      appendToRing(file, `${text}\n`);
    } catch {}
  };
  for (const level of LEVELS)
    console[level] = (...words: unknown[]) => write(`${level}: ${format(...words)}`);
  process.removeAllListeners('warning');
  process.on('warning', warning => write(`warning: ${warning.stack ?? warning.message}`));
  return () => {
    Object.assign(console, original);
    process.removeAllListeners('warning');
    for (const listener of warned) process.on('warning', warning => listener(warning));
  };
}

export function appendToRing(file: string, text: string, most: number = MOST_BYTES): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const added = Buffer.byteLength(text);
  if (size + added <= most) {
    appendFileSync(file, text, { mode: 0o600 });
    return;
  }
  const kept = size === 0 ? Buffer.alloc(0) : readFileSync(file).subarray(Math.max(0, size - most / 2));
  const start = kept.indexOf(0x0a) + 1;
  writeFileSync(file, Buffer.concat([kept.subarray(start), Buffer.from(text).subarray(0, most / 2)]));
}
