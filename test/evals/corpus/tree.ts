import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Refusal } from '../../../core/refusal.ts';
import {
  type Corpus,
  type InspectedTable,
  inspectTable,
  landRows,
  openCorpus,
} from '../../../evals/corpus/index.ts';
import type { LandRow } from '../../../evals/store/port.ts';

/** A project with `evals/cases` and corpora under `evals/corpora`, removed after the test. */
export type Tree = {
  readonly project: string;
  readonly path: (...segments: string[]) => string;
  /** Writes a file of corpus `c`. */
  readonly write: (inCorpus: string, content: string | Uint8Array) => Promise<string>;
  readonly open: (name?: string) => Promise<Corpus>;
};

export async function createTree(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Tree> {
  const outer = await realpath(await mkdtemp(join(tmpdir(), 'contextful-corpus-')));
  onTestFinished(() => rm(outer, { recursive: true, force: true }));
  const project = join(outer, 'p');
  const path = (...segments: string[]) => join(project, ...segments);
  await mkdir(path('evals/cases'), { recursive: true });
  await mkdir(path('evals/corpora/c'), { recursive: true });
  const write = async (inCorpus: string, content: string | Uint8Array) => {
    const file = path('evals/corpora/c', inCorpus);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  for (const [file, content] of Object.entries(files)) await write(file, content);
  const roots = { project, corpusRoots: [], shownFrom: project };
  const open = (name = '../corpora/c') => openCorpus(name, { caseFileDir: path('evals/cases'), roots });
  return { project, path, write, open };
}

/** A corpus of one table `kb/t` with this declaration and these lines. */
export async function oneTable(
  declaration: string,
  lines: string | Uint8Array,
  file = 'rows/kb/t.jsonl',
): Promise<InspectedTable> {
  const tree = await createTree({ 'contextful.toml': table(declaration), [file]: lines });
  return onlyTable(await tree.open());
}

export function table(declaration = '', name = 'kb/t'): string {
  return `[[pipeline.tables]]\nname = "${name}"\n${declaration}\n`;
}

export function onlyTable(corpus: Corpus): Promise<InspectedTable> {
  const [only] = corpus.tables;
  if (only === undefined) throw new RangeError('the corpus has no table');
  return inspectTable(only);
}

export async function landed(inspected: InspectedTable, embed = noEmbedding): Promise<readonly LandRow[]> {
  const rows: LandRow[] = [];
  for await (const row of landRows(inspected, { embed })) rows.push(row);
  return rows;
}

export async function refusalOf(act: Promise<unknown> | (() => unknown)): Promise<Refusal> {
  try {
    await (typeof act === 'function' ? act() : act);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function noEmbedding(_text: string): Float32Array {
  return new Float32Array(128);
}
