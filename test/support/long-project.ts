import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const LONG_CASES = 320;

/** A project whose run is long enough to be stopped in its middle: 40 rows, 320 cases, five batches. */
export type LongProject = {
  readonly root: string;
  readonly path: (name: string) => string;
  readonly remove: () => void;
};

export function makeLongProject(parent = tmpdir()): LongProject {
  const root = mkdtempSync(join(parent, 'contextful-long-'));
  const path = (name: string): string => join(root, name);
  for (const folder of ['evals/cases', 'evals/corpora/many/rows/kb']) {
    mkdirSync(path(folder), { recursive: true });
  }
  writeFileSync(path('contextful.toml'), 'version = 1\n');
  writeFileSync(
    path('evals/corpora/many/contextful.toml'),
    '[[pipeline.tables]]\nname = "kb/many"\nprimary_key = ["doc_id"]\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n',
  );
  const numbers = Array.from({ length: 40 }, (_, n) => String(n).padStart(2, '0'));
  writeLines(
    path('evals/corpora/many/rows/kb/many.jsonl'),
    numbers.map(n => ({ doc_id: `r${n}`, body: `alder${n} birch${n} note` })),
  );
  writeLines(
    path('evals/cases/long.jsonl'),
    [...'abcdefgh'].flatMap(letter =>
      numbers.map(n => ({
        id: `${letter}${n}`,
        corpus: '../corpora/many',
        question: `alder${n} birch${n}`,
        expected: { artifacts: [`kb/many#r${n}`] },
      })),
    ),
  );
  return { root, path, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** `eval run` over its cases, so that equal input gives equal bytes. */
export const LONG_RUN = [
  'eval',
  'run',
  '--goldens',
  'evals/cases/long.jsonl',
  '--zone',
  'local:device',
  '--k',
  '5',
  '--clock',
  'frozen',
] as const;

/** Run ids of a project, in no order. */
export function runNames({ path }: LongProject): readonly string[] {
  try {
    return readdirSync(path('.contextful/runs')).filter(name => /^\d{8}T\d{6}Z-/.test(name));
  } catch {
    return [];
  }
}

export function writeLines(path: string, rows: readonly object[]): void {
  writeFileSync(path, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}
