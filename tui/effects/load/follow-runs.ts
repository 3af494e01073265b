import { existsSync } from 'node:fs';
import { runDirectory, runsFolder } from '../../../evals/run/run-directory.ts';
import type { RunsData } from '../../model/data.ts';
import type { Watch } from '../watch.ts';

/**
 * Reads the list of runs again when one begins, ends or goes away, until nobody asks for it any more (tui-cli.md 20,
 * live). `data` is the list as it was read last.
 */
export function followRuns(
  root: string,
  data: RunsData,
  read: () => Promise<RunsData>,
  renew: (data: RunsData) => boolean,
  watch: Watch,
  signal: AbortSignal,
): void {
  const folder = runsFolder(root);
  /** What is watched, by run; the folder of all runs has no name. */
  const watched = new Map<string, () => void>();
  let [busy, again] = [false, false];

  const end = (): void => {
    for (const stop of watched.values()) stop();
    watched.clear();
    signal.removeEventListener('abort', end);
  };
  const changed = async (): Promise<void> => {
    again = true;
    if (busy) return;
    busy = true;
    while (again && watched.size > 0) {
      again = false;
      const now = await read().catch(() => undefined);
      if (now === undefined || !renew(now)) end();
      else watchRunning(now);
    }
    busy = false;
  };

  /** A run that goes on writes all the time; the list changes when its verdict is there. */
  function watchRunning({ lines }: RunsData): void {
    const running = new Set(lines.filter(line => line.verdict === 'running').map(line => line.id));
    for (const [id, stop] of watched) {
      if (id === '' || running.has(id)) continue;
      stop();
      watched.delete(id);
    }
    for (const id of running) {
      if (watched.has(id)) continue;
      const run = runDirectory(root, id);
      const verdict = run.file('verdict.json');
      const stop = watch({ folder: run.path, paths: [verdict] }, () => {
        if (existsSync(verdict)) void changed();
      });
      watched.set(id, stop);
    }
  }

  watched.set(
    '',
    watch({ folder, paths: [folder] }, () => void changed()),
  );
  watchRunning(data);
  signal.addEventListener('abort', end);
}
