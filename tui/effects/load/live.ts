import { existsSync } from 'node:fs';
import type { Clock, Timer } from '../../../core/context.ts';
import { isAlive, readLock } from '../../../core/lock.ts';
import { shellLine } from '../../../core/shell-quote.ts';
import { type RunDirectory, runDirectory, runLockPath } from '../../../evals/run/run-directory.ts';
import { refuse } from '../../../spec/refusals.ts';
import { shellWords } from '../../input/shell-words.ts';
import { foldLive, type LiveData } from '../../model/live-data.ts';
import { createTail } from '../tail.ts';
import type { Watch } from '../watch.ts';

export type LivePorts = {
  readonly root: string;
  readonly clock: Clock;
  /** `[eval] unscored_max`, for runs whose command names no other limit. */
  readonly unscoredMax: number;
  /** Absent: a run is read once. */
  readonly follow: { readonly watch: Watch; readonly after: Timer } | undefined;
};

/** Elapsed time counts in seconds, and so often a writer that died is noticed. */
const TICK_MS = 1000;

/**
 * A run as it stands, renewed while it goes on and somebody asks for it (tui-cli.md 20, live). RunNotFound (2) where
 * there is no run of the name.
 */
export async function liveData(
  id: string,
  { root, clock, unscoredMax, follow }: LivePorts,
  renew: (data: LiveData) => boolean,
  signal: AbortSignal,
): Promise<LiveData> {
  const run = runDirectory(root, id);
  if (!existsSync(run.path)) {
    throw refuse('RunNotFound', { message: `there is no run \`${id}\``, found: id, facts: { run: id } });
  }
  const tail = createTail(run.file('events.jsonl'));
  let fold = foldLive();
  let limit = unscoredMax;

  async function read(): Promise<LiveData> {
    // The state first: what the run wrote before it ended is read then.
    const writer = await writerOf(root, run);
    if (writer.command !== null) limit = limitOf(writer.command) ?? unscoredMax;
    await tail.read(
      line => fold.take(line),
      () => {
        fold = foldLive();
      },
    );
    const facts = fold.data();
    return {
      ...facts,
      run: id,
      state: writer.state,
      pid: writer.pid,
      unscoredMax: limit,
      resume: facts.toldResume ?? resumeCommand(id, writer.command),
      nowNs: clock.now(),
    };
  }

  const first = await read();
  if (follow !== undefined && first.state === 'running') {
    const place = { folder: run.path, paths: [run.file('events.jsonl'), run.file('verdict.json')] };
    keepReading(read, renew, changed => follow.watch(place, changed), follow.after, signal);
  }
  return first;
}

/** Reads again at every change and tick until the run is over or nobody asks any more. */
function keepReading(
  read: () => Promise<LiveData>,
  renew: (data: LiveData) => boolean,
  watch: (changed: () => void) => () => void,
  after: Timer,
  signal: AbortSignal,
): void {
  let [busy, again, ended] = [false, false, false];
  let cancelTick = (): void => {};
  const end = (): void => {
    ended = true;
    unwatch();
    cancelTick();
    signal.removeEventListener('abort', end);
  };
  const changed = async (): Promise<void> => {
    again = true;
    if (busy) return;
    busy = true;
    while (again && !ended) {
      again = false;
      // A run that was removed meanwhile stays as it was last.
      const data = await read().catch(() => undefined);
      if (!ended && (data === undefined || !renew(data) || data.state !== 'running')) end();
    }
    busy = false;
  };
  const tick = (): void => {
    cancelTick = after(TICK_MS, () => {
      void changed();
      if (!ended) tick();
    });
  };
  const unwatch = watch(() => void changed());
  signal.addEventListener('abort', end);
  tick();
}

type Writer = Pick<LiveData, 'state' | 'pid'> & { readonly command: string | null };

/** A run is over when its writer let go of it. */
async function writerOf(root: string, run: RunDirectory): Promise<Writer> {
  const holder = await readLock(runLockPath(root, run.id));
  const command = holder?.command ?? null;
  if (holder !== undefined && (await isAlive(holder))) return { state: 'running', pid: holder.pid, command };
  return { state: existsSync(run.file('verdict.json')) ? 'ended' : 'stopped', pid: null, command };
}

/** `--max-unscored RATE` of a command line. */
function limitOf(command: string): number | undefined {
  const words = shellWords(command) ?? [];
  const at = words.findIndex(word => word.startsWith('--max-unscored'));
  const value = words[at]?.split('=')[1] ?? words[at + 1] ?? '';
  const [, number, percent] = /^(\d*\.?\d+)(%?)$/.exec(value) ?? [];
  if (at < 0 || number === undefined) return undefined;
  return percent === '%' ? Number(number) / 100 : Number(number);
}

function resumeCommand(id: string, command: string | null): string {
  const words = command === null ? undefined : shellWords(command);
  if (words === undefined || words.length === 0) return `contextful eval run --resume ${id}`;
  return shellLine(words.includes('--resume') ? words : [...words, '--resume', id]);
}
