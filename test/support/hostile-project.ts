import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, type Running, runBuilt, startBuilt } from './built-command.ts';
import { writeLines } from './long-project.ts';

/** A project of one corpus with one table, `kb/t`, that a test fills with what no one should send. */
export type HostileProject = {
  readonly root: string;
  readonly corpus: string;
  /** Where the table's rows lie. */
  readonly rows: string;
  readonly declare: (more: string, name?: string) => void;
  readonly ask: (...cases: readonly object[]) => void;
  readonly start: (options: Options, ...more: readonly string[]) => Running;
  readonly run: (...more: readonly string[]) => Promise<Ended>;
  readonly remove: () => void;
};

type Options = { readonly node?: readonly string[]; readonly env?: Readonly<Record<string, string>> };

const RUN = [
  'eval',
  'run',
  '--goldens',
  'evals/cases/one.jsonl',
  '--zone',
  'local:device',
  '--clock',
  'frozen',
];

export function makeHostileProject(): HostileProject {
  const root = mkdtempSync(join(tmpdir(), 'contextful-hostile-'));
  const corpus = join(root, 'evals/corpora/one');
  for (const folder of [join(root, 'evals/cases'), join(corpus, 'rows/kb')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, 'contextful.toml'), 'version = 1\n\n[eval.store]\nmemory = "256MiB"\n');
  const declare = (more: string, name = 'kb/t'): void =>
    writeFileSync(
      join(corpus, 'contextful.toml'),
      `[[pipeline.tables]]\nname = "${name}"\nprimary_key = ["doc_id"]\n${more}\n[pipeline.tables.policy.zone]\nallow = ["local:device"]\n`,
    );
  const ask = (...cases: readonly object[]): void =>
    writeLines(
      join(root, 'evals/cases/one.jsonl'),
      cases.map((one, i) => ({ id: `c${i}`, corpus: '../corpora/one', question: 'alder birch', ...one })),
    );
  const start = (options: Options, ...more: readonly string[]): Running =>
    startBuilt([...RUN, ...more], { cwd: root, ...options });
  declare('');
  ask({ expected: { artifacts: ['kb/t#1'] } });
  return {
    root,
    corpus,
    rows: join(corpus, 'rows/kb/t.jsonl'),
    declare,
    ask,
    start,
    run: (...more) => runBuilt([...RUN, ...more], { cwd: root }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
