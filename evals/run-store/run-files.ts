import { closeSync, openSync, readSync } from 'node:fs';
import type { RunDirectory } from '../run/run-directory.ts';

type SourceName = 'report.json' | 'results.jsonl' | 'cases.jsonl';

/** The run's own files, each opened when first read. */
export type RunFiles = {
  /** Undefined: not there, or shorter than the index says. */
  readonly read: (name: SourceName, start: number, length: number) => Buffer | undefined;
  readonly close: () => void;
};

export function openRunFiles(run: RunDirectory): RunFiles {
  const files = new Map<SourceName, number>();
  const fileOf = (name: SourceName): number | undefined => {
    const known = files.get(name);
    if (known !== undefined) return known;
    try {
      const file = openSync(run.file(name), 'r');
      files.set(name, file);
      return file;
    } catch {
      return undefined;
    }
  };
  return {
    read: (name, start, length) => {
      const file = length === 0 ? undefined : fileOf(name);
      if (file === undefined) return undefined;
      const bytes = Buffer.allocUnsafe(length);
      return readSync(file, bytes, 0, length, start) === length ? bytes : undefined;
    },
    close: () => {
      for (const file of files.values()) closeSync(file);
      files.clear();
    },
  };
}
