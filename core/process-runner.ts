import type { Context } from './context.ts';

export type ProcessRequest = {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly cwd?: string;
  /** Added to nothing: a child sees exactly this environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Bytes kept of each stream; the rest is cut, and `cut` says so. */
  readonly maxOutputBytes?: number;
};

export type ProcessResult = {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  readonly cut: boolean;
  /** Why nothing ran (not found, not executable); undefined when it ran. */
  readonly failedToStart: string | undefined;
};

/**
 * Runs a program without a shell in a process group of its own and waits for it. The context's abort signal and the
 * time-out end the whole group, first by SIGTERM, after two seconds by SIGKILL. A failing program is a result, not
 * an exception.
 */
export async function runProcess(request: ProcessRequest, context: Context): Promise<ProcessResult> {
  const { execa } = await import('execa');
  const child = execa(request.command, request.arguments, {
    cwd: request.cwd ?? context.cwd,
    env: definedOnly(request.env),
    extendEnv: false,
    detached: true,
    reject: false,
    stripFinalNewline: false,
    maxBuffer: request.maxOutputBytes ?? 64 << 20,
    ...(request.input === undefined ? { stdin: 'ignore' } : { input: request.input }),
  });
  let timedOut = false;
  let killer: NodeJS.Timeout | undefined;
  const end = () => {
    signalGroup(child.pid, 'SIGTERM');
    killer ??= setTimeout(() => signalGroup(child.pid, 'SIGKILL'), 2000);
  };
  const timer =
    request.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          end();
        }, request.timeoutMs);
  context.signal.addEventListener('abort', end);
  if (context.signal.aborted) end();
  try {
    const result = await child;
    return {
      exitCode: result.exitCode,
      signal: result.signal,
      stdout: text(result.stdout),
      stderr: text(result.stderr),
      timedOut,
      aborted: context.signal.aborted,
      cut: result.isMaxBuffer,
      failedToStart:
        result.exitCode === undefined && result.signal === undefined ? result.shortMessage : undefined,
    };
  } finally {
    clearTimeout(timer);
    clearTimeout(killer);
    context.signal.removeEventListener('abort', end);
    signalGroup(child.pid, 'SIGKILL');
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone, which is what was wanted.
  }
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) defined[name] = value;
  return defined;
}

function text(output: unknown): string {
  return typeof output === 'string' ? output : '';
}
