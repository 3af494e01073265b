import { type SpawnOptions, spawn } from 'node:child_process';
import type { Figures, Place, Subject } from './harness.ts';

/** What a child said and how long it was there. */
type Ended = { readonly wallMs: number; readonly code: number | null; readonly stdout: string };

/** Starts a program and waits for its end; refuses one that ends with another code than those allowed. */
export async function runToEnd(
  args: readonly string[],
  { cwd, allowed = [0], output = false }: { cwd: string; allowed?: readonly number[]; output?: boolean },
): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', output ? 'pipe' : 'ignore', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', text => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', text => (stderr += text));
  const code = await ended(child);
  const wallMs = performance.now() - started;
  if (code === null || !allowed.includes(code)) {
    throw new Error(`node ${args.join(' ')} ended with ${code}\n${stderr.slice(0, 2000)}`);
  }
  return { wallMs, code, stdout };
}

/** A whole process as a subject: its wall time. */
export function processSubject(
  name: string,
  args: readonly string[],
  options: { cwd: string; allowed?: readonly number[] },
): Subject {
  return { name, run: async () => ({ wallMs: (await runToEnd(args, options)).wallMs }) };
}

/** The empty program that start-up is measured against. */
export function emptyProgram({ root }: Place): Subject {
  return processSubject('node -e 0', ['-e', '0'], { cwd: root });
}

/**
 * One subject of worker.ts in a process of its own, so that no side inherits the other's heap or compiled code.
 * It times what it does itself; peakMb is the most memory that its process ever held.
 */
export function workerSubject(
  { worker, root }: Place,
  name: string,
  subject: string,
  options: { readonly [option: string]: string | number },
  nodeFlags: readonly string[] = [],
): Subject {
  const args = [...nodeFlags, worker, subject, JSON.stringify(options)];
  return {
    name,
    run: async () => {
      const { stdout } = await runToEnd(args, { cwd: root, output: true });
      return figuresOf(JSON.parse(stdout));
    },
  };
}

/** Milliseconds from the start of a program to the first byte on its stderr; the program is ended then. */
export async function firstByteMs(args: readonly string[], options: SpawnOptions): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const end = ended(child);
  const waited = await new Promise<number>((resolve, reject) => {
    child.stderr?.once('data', () => resolve(performance.now() - started));
    child.once('exit', code => reject(new Error(`ended with ${code} before its first event`)));
  });
  child.kill('SIGKILL');
  await end;
  return waited;
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve(code));
  });
}

function figuresOf(value: unknown): Figures {
  if (typeof value !== 'object' || value === null) throw new TypeError('a subject gives figures');
  return Object.fromEntries(Object.entries(value).map(([name, figure]) => [name, Number(figure)]));
}
