import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compareCodePoints } from '../../core/code-points.ts';
import { refuse } from '../../spec/refusals.ts';
import { fileFault, notRegular, symlink } from './file-fault.ts';
import { type CorpusFile, lstatBelow, stampOf } from './open-file.ts';
import type { CorpusPath } from './paths.ts';

export const ROW_FORMATS = ['jsonl', 'jsonl.gz', 'parquet', 'csv'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

export type RowFile = { readonly table: string; readonly format: RowFormat; readonly file: CorpusFile };

export type CorpusLayout = {
  /** Null where the corpus has none. */
  readonly declaration: CorpusFile | null;
  /** One per table, in code-point order of the table names. */
  readonly rows: readonly RowFile[];
};

const MAX_NAME_BYTES = 120;
const TABLE_NAME = /^(?!\.)[\p{L}\p{N}_.-]+(?:\/(?!\.)[\p{L}\p{N}_.-]+)*$/u;

/**
 * The files of a corpus: `contextful.toml` and `rows/**` in the served formats; everything else is ignored
 * (evaluate.md 4.1). Refuses EvalPathSymlink for a link or special file, EvalTableNameInvalid for a name
 * outside the rule and for two files of one table.
 */
export async function scanCorpus(corpus: CorpusPath): Promise<CorpusLayout> {
  const declaration = await fileOf(corpus, 'contextful.toml');
  const byTable = new Map<string, RowFile>();
  for (const row of await rowFiles(corpus, 'rows')) {
    const other = byTable.get(row.table);
    if (other !== undefined) throw twoFiles(row.table, other.file, row.file);
    byTable.set(row.table, row);
  }
  const rows = [...byTable.values()].sort((a, b) => compareCodePoints(a.table, b.table));
  return { declaration, rows };
}

/** Segments of letters, digits, `_`, `-`, `.` (not leading) joined by `/`; at most 120 bytes; NFC. */
export function isTableName(name: string): boolean {
  return TABLE_NAME.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES && name.normalize('NFC') === name;
}

export function tableNameInvalid(name: string, place: { readonly file: string; readonly line?: number }) {
  return refuse('EvalTableNameInvalid', {
    message: `\`${name.slice(0, 200)}\` is no table name`,
    place,
    found: nameFault(name),
    want: 'letters, digits, _, - and . in segments joined by /, at most 120 bytes, no leading dot, NFC',
    facts: { name },
  });
}

async function rowFiles(corpus: CorpusPath, folder: string): Promise<readonly RowFile[]> {
  const found: RowFile[] = [];
  const stats = await lstatBelow(corpus.root, join(corpus.dir, folder), `${corpus.shown}/${folder}`);
  if (stats === undefined || !stats.isDirectory()) return found;
  const entries = await entriesOf(join(corpus.dir, folder), `${corpus.shown}/${folder}`);
  for (const entry of entries) {
    const inCorpus = `${folder}/${entry.name}`;
    const shown = `${corpus.shown}/${inCorpus}`;
    if (entry.isSymbolicLink()) throw symlink(shown, inCorpus);
    if (entry.isDirectory()) {
      // Nothing below could have a legal name, and a tree without end is not walked.
      if (Buffer.byteLength(inCorpus) > MAX_NAME_BYTES + 'rows/'.length)
        throw tableNameInvalid(inCorpus.slice(5), { file: shown });
      found.push(...(await rowFiles(corpus, inCorpus)));
      continue;
    }
    const format = formatOf(entry.name);
    if (format === undefined) continue;
    const table = inCorpus.slice('rows/'.length, -(format.length + 1));
    if (!isTableName(table)) throw tableNameInvalid(table, { file: shown });
    const file = await fileOf(corpus, inCorpus);
    if (file !== null) found.push({ table, format, file });
  }
  return found;
}

async function entriesOf(folder: string, shown: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => compareCodePoints(a.name, b.name));
  } catch (error) {
    throw fileFault(error, shown);
  }
}

async function fileOf(corpus: CorpusPath, inCorpus: string): Promise<CorpusFile | null> {
  const path = join(corpus.dir, inCorpus);
  const shown = `${corpus.shown}/${inCorpus}`;
  const stats = await lstatBelow(corpus.root, path, shown);
  if (stats === undefined) return null;
  if (!stats.isFile()) throw notRegular(shown, stats);
  return { path, root: corpus.root, inCorpus, shown, stamp: stampOf(stats) };
}

/** `a.jsonl.gz` is compressed JSON Lines; a file that ends in anything else is no row file. */
function formatOf(name: string): RowFormat | undefined {
  return ROW_FORMATS.find(format => name.endsWith(`.${format}`));
}

function nameFault(name: string): string {
  const bytes = Buffer.byteLength(name);
  if (bytes > MAX_NAME_BYTES) return `${bytes} bytes`;
  if (name.normalize('NFC') !== name) return 'a name that is not in Unicode normal form C';
  if (/(?:^|\/)\./.test(name)) return 'a segment that begins with a dot';
  if (/(?:^|\/)(?:\/|$)/.test(name)) return 'an empty segment';
  return `the character ${JSON.stringify([...name].find(letter => !/[\p{L}\p{N}_./-]/u.test(letter)) ?? name)}`;
}

function twoFiles(table: string, first: CorpusFile, second: CorpusFile) {
  return refuse('EvalTableNameInvalid', {
    message: `table \`${table}\` has two row files`,
    place: { file: second.shown },
    found: `${first.inCorpus} and ${second.inCorpus}`,
    want: 'one file per table',
    hint: 'remove or rename one of the two files',
    facts: { name: table, files: [first.inCorpus, second.inCorpus] },
  });
}
