import { compareCodePoints } from '../../core/code-points.ts';
import type { Place } from '../../core/refusal.ts';
import { type TableDeclaration, undeclaredTable } from '../policy/index.ts';
import { type DeclaredTable, parseDeclarations } from './declaration.ts';
import { invalid } from './declaration-fault.ts';
import type { EntryPlace } from './declared-table.ts';
import { type CorpusLayout, type RowFile, scanCorpus } from './layout.ts';
import { type CorpusFile, readBlocks } from './open-file.ts';
import { type CorpusRoots, resolveCorpusPath } from './paths.ts';

export type CorpusWarning = { readonly code: string; readonly message: string; readonly place: Place };

export type CorpusTable = {
  readonly name: string;
  readonly declaration: TableDeclaration;
  /** Where its declaration stands; null for a row file without one. */
  readonly place: EntryPlace | null;
  /** Null for a declared table without file: it is empty. */
  readonly rowFile: RowFile | null;
  /** Size of its file. */
  readonly bytes: number;
};

export type Corpus = {
  /** As the cases name it. */
  readonly name: string;
  /** Absolute directory, and as the user would write it. */
  readonly dir: string;
  readonly shown: string;
  readonly declarationFile: CorpusFile;
  /** In code-point order of their names, which is the order of landing. */
  readonly tables: readonly CorpusTable[];
  readonly warnings: readonly CorpusWarning[];
};

export type OpenCorpusOptions = {
  readonly caseFileDir: string;
  readonly roots: CorpusRoots;
  /** Of the case that names the corpus. */
  readonly place?: Place;
};

const MAX_DECLARATION_BYTES = 4n << 20n;

/**
 * Opens the corpus that a case names: checks its path, lists its files, reads its declarations and no row
 * (evaluate.md 4.1 to 4.3). Refuses EvalPathOutsideRoot, EvalPathSymlink, GoldenSetIngested,
 * EvalTableNameInvalid, EvalDeclarationInvalid, EnforceZonePatternUnparsed, EnforcePredicateOutsideGrammar.
 */
export async function openCorpus(name: string, options: OpenCorpusOptions): Promise<Corpus> {
  const path = await resolveCorpusPath(name, options.caseFileDir, options.roots, options.place);
  const layout = await scanCorpus(path);
  const { declaration } = layout;
  if (declaration === null) throw undeclaredCorpus(path.shown);
  const declared = parseDeclarations(await readDeclaration(declaration), declaration.shown);
  const tables = tablesOf(layout, declared);
  const warnings = tables.filter(table => table.place === null).map(undeclaredWarning);
  return { name, dir: path.dir, shown: path.shown, declarationFile: declaration, tables, warnings };
}

async function readDeclaration(file: CorpusFile): Promise<string> {
  if (file.stamp.size > MAX_DECLARATION_BYTES) {
    throw invalid(file.shown, 1, null, `\`${file.shown}\` is too large`, { want: 'at most 4 MiB' });
  }
  const blocks: Buffer[] = [];
  for await (const block of readBlocks(file)) blocks.push(Buffer.from(block));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(blocks));
  } catch {
    throw invalid(file.shown, 1, null, `\`${file.shown}\` is no clean UTF-8`, { want: 'UTF-8 text' });
  }
}

function tablesOf(layout: CorpusLayout, declared: readonly DeclaredTable[]): readonly CorpusTable[] {
  const byName = new Map(declared.map(table => [table.declaration.name, table]));
  const rowFiles = new Map(layout.rows.map(row => [row.table, row]));
  return [...new Set([...byName.keys(), ...rowFiles.keys()])].sort(compareCodePoints).map(name => {
    const table = byName.get(name);
    const rowFile = rowFiles.get(name) ?? null;
    return {
      name,
      declaration: table?.declaration ?? undeclaredTable(name),
      place: table?.place ?? null,
      rowFile,
      bytes: Number(rowFile?.file.stamp.size ?? 0),
    };
  });
}

function undeclaredWarning(table: CorpusTable): CorpusWarning {
  return {
    code: 'TableUndeclared',
    message: `table \`${table.name}\` has no declaration: it lands without key and label, shut outside device and premises`,
    place: { file: table.rowFile?.file.shown ?? table.name },
  };
}

function undeclaredCorpus(shown: string) {
  const file = `${shown}/contextful.toml`;
  return invalid(file, 1, null, `corpus \`${shown}\` has no contextful.toml`, {
    found: 'no file',
    want: 'a contextful.toml with one [[pipeline.tables]] per table',
    hint: `write ${file}; docs/corpus-format.md shows one`,
  });
}
