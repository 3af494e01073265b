import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format } from 'node:util';

const MOST_BYTES = 1024 * 1024;
const LEVELS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

export type Talker = {
  readonly console: Pick<Console, (typeof LEVELS)[number]>;
  /** Emits `warning`. */
  readonly process: Pick<NodeJS.EventEmitter, 'rawListeners' | 'removeAllListeners' | 'on'>;
};

/**
 * Sends what anybody writes to the console, and the warnings of Node, to a file of at most 1 MiB whose older half goes
 * when it is full; the answer puts everything back. A disk that takes nothing loses the line, not the session.
 */
export function divertConsole({ console, process }: Talker, file: string): () => void {
  const original = Object.fromEntries(LEVELS.map(level => [level, console[level]]));
  const warned = process.rawListeners('warning');
  const write = (text: string): void => {
    try {
      appendToRing(file, `${text}\n`, MOST_BYTES);
    } catch {}
  };
  for (const level of LEVELS) {
    Object.assign(console, { [level]: (...words: unknown[]) => write(`${level}: ${format(...words)}`) });
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error) => write(`warning: ${warning.stack ?? warning.message}`));
  return () => {
    Object.assign(console, original);
    process.removeAllListeners('warning');
    for (const listener of warned) process.on('warning', (...words) => listener(...words));
  };
}

/** Appends to a file that never holds more than `most` bytes: whole lines of its older half make room. */
export function appendToRing(file: string, text: string, most: number): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const added = Buffer.from(text).subarray(0, Math.floor(most / 2));
  if (size + added.length <= most) {
    appendFileSync(file, added, { mode: 0o600 });
    return;
  }
  const newer = readFileSync(file).subarray(size - Math.floor(most / 2));
  writeFileSync(file, Buffer.concat([newer.subarray(newer.indexOf(0x0a) + 1), added]));
}
