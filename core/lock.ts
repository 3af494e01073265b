import { randomBytes } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { makeFolder } from './atomic-file.ts';
import { sha256Hex } from './digest.ts';
import { isJsonObject } from './json.ts';
import { Refusal } from './refusal.ts';

/** Who holds a lock: enough to tell a live holder from one that died, and to name it (tui-cli.md 4). */
export type LockHolder = {
  readonly pid: number;
  /** Start of the process in clock ticks since boot, so that a reused pid is not taken for the holder. */
  readonly started: string;
  readonly boot: string;
  readonly host: string;
  readonly command: string;
};

export type Lock = {
  /** The dead holder whose lock was taken over, if any. */
  readonly tookOver: LockHolder | undefined;
  readonly release: () => Promise<void>;
};

/**
 * Takes `.contextful/locks/<what>.lock`. A dead holder's lock is taken over; a live holder refuses
 * StoreBusy (3) naming its pid and command.
 */
export async function takeLock(path: string, pid: number, command: string): Promise<Lock> {
  await makeFolder(dirname(path));
  const own: LockHolder = { pid, command, host: hostname(), ...(await processMarks(pid)) };
  const text = `${JSON.stringify(own)}\n`;
  const taken = await acquire(path, text);
  if (!taken.ok) throw busy(path, taken.holder);
  const release = async () => {
    if ((await textOf(path)) === text) await unlink(path).catch(() => undefined);
  };
  return { tookOver: taken.tookOver, release };
}

type Taken =
  | { readonly ok: true; readonly tookOver: LockHolder | undefined }
  | { readonly ok: false; readonly holder: LockHolder | undefined };

const ATTEMPTS = 8;

/**
 * A dead holder's file is replaced by one process alone: the one that holds the lock on replacing that very text.
 * That lock is taken like any other, so a taker that dies on its way is taken over too.
 */
async function acquire(path: string, own: string): Promise<Taken> {
  let holder: LockHolder | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createWhole(path, own)) return { ok: true, tookOver: undefined };
    const text = await textOf(path);
    if (text === undefined) continue;
    holder = holderOf(text);
    if (holder !== undefined && (await isAlive(holder))) return { ok: false, holder };
    const claim = `${path}.${sha256Hex(text).slice(0, 12)}`;
    const claimed = await acquire(claim, own);
    if (!claimed.ok) return claimed;
    if ((await textOf(path)) === text) {
      await rename(claim, path);
      return { ok: true, tookOver: holder };
    }
    await unlink(claim);
  }
  return { ok: false, holder };
}

/** The holder that a lock file names, or undefined when there is none or it is torn. */
export async function readLock(path: string): Promise<LockHolder | undefined> {
  const text = await textOf(path);
  return text === undefined ? undefined : holderOf(text);
}

/** Whether the holder still runs. One on another host cannot be asked and counts as alive. */
export async function isAlive(holder: LockHolder): Promise<boolean> {
  if (holder.host !== hostname()) return true;
  const marks = await processMarks(holder.pid);
  if (marks.boot !== holder.boot) return false;
  if (marks.started !== '') return marks.started === holder.started;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** False when the file is there. It appears with its whole text: half a text would pass for a dead holder's. */
async function createWhole(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function holderOf(text: string): LockHolder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return undefined;
    const { pid, started, boot, host, command } = value;
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof boot !== 'string') return undefined;
    if (typeof host !== 'string' || typeof command !== 'string') return undefined;
    return { pid, started, boot, host, command };
  } catch {
    return undefined;
  }
}

/** Start time and boot id from /proc; both empty where there is no /proc. */
async function processMarks(pid: number): Promise<{ started: string; boot: string }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => '');
  // The command in field 2 may hold blanks and brackets, so fields are counted after its last bracket.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return { started, boot: boot.trim() };
}

function busy(path: string, holder: LockHolder | undefined): Refusal {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} (${holder.command})`;
  return new Refusal({
    code: 'StoreBusy',
    exit: 3,
    message: `${who} holds this store`,
    place: { file: path },
    want: 'one writer at a time',
    hint: 'wait until it ends, or stop it',
    facts: holder === undefined ? {} : { pid: holder.pid, command: holder.command, host: holder.host },
  });
}
