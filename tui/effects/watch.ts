import { type FSWatcher, watch as fsWatch, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Timer } from '../../core/context.ts';

/** Says that something in a folder may have changed, until the answer is called. */
export type Watch = (place: WatchedPlace, changed: () => void) => () => void;

export type WatchedPlace = {
  readonly folder: string;
  /** What is looked at where the system does not tell of changes. */
  readonly paths: readonly string[];
};

export type WatchPorts = {
  readonly after: Timer;
  /** Throws where a folder can not be watched. It may not keep the process alive. */
  readonly watch?: (
    folder: string,
    changed: () => void,
    failed: () => void,
  ) => { readonly close: () => void };
  /** Changes on it come from elsewhere, of which this system is not told. */
  readonly isRemote?: (folder: string) => Promise<boolean>;
  /** Another text whenever the file is another. */
  readonly mark?: (path: string) => string;
};

/** Changes of a burst are one. */
const MERGED_MS = 100;
const POLL_MS = 2000;

/**
 * Watches folders (tui-cli.md 20, live): the system tells of changes, merged for 100 ms; where it can not, or the
 * folder lies on another machine, the few paths are looked at every 2 s. Nobody listens: no timer, no watcher.
 */
export function createWatch(ports: WatchPorts): Watch {
  const { after, watch = watchFolder, isRemote = liesElsewhere, mark = markOf } = ports;
  return ({ folder, paths }, changed) => {
    let [closed, polls] = [false, false];
    let watcher: { readonly close: () => void } | undefined;
    let cancel: (() => void) | undefined;

    const soon = (): void => {
      if (closed || cancel !== undefined) return;
      cancel = after(MERGED_MS, () => {
        cancel = undefined;
        changed();
      });
    };
    const marks = (): string => paths.map(mark).join(' ');
    const poll = (before: string): void => {
      cancel = after(POLL_MS, () => {
        const now = marks();
        if (now !== before) changed();
        if (!closed) poll(now);
      });
    };
    const pollInstead = (): void => {
      if (closed || polls) return;
      polls = true;
      watcher?.close();
      const isDue = cancel !== undefined;
      cancel?.();
      poll(marks());
      if (isDue) changed();
    };
    try {
      watcher = watch(folder, soon, pollInstead);
    } catch {
      pollInstead();
    }
    isRemote(folder).then(
      remote => {
        if (remote) pollInstead();
      },
      () => undefined,
    );
    return () => {
      closed = true;
      watcher?.close();
      cancel?.();
    };
  };
}

function watchFolder(folder: string, changed: () => void, failed: () => void): FSWatcher {
  return fsWatch(folder, { persistent: false }, changed).on('error', failed);
}

/** `f_type` of file systems whose changes come over a network, or from another kernel. */
const REMOTE: ReadonlySet<number> = new Set([
  0x6969, // nfs
  0x517b, // smb
  0xff534d42, // cifs
  0xfe534d42, // smb2
  0x01021997, // 9p
  0x65735546, // fuse
]);

async function liesElsewhere(folder: string): Promise<boolean> {
  return REMOTE.has((await statfs(folder)).type >>> 0);
}

function markOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeMs}`;
}
