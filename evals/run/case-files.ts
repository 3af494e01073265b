import type { ReportCase } from '../score/report.ts';
import type { PreparedRun } from './prepare.ts';

/** Where the cases of a report are written; a report itself holds no path. */
export type CaseFiles = {
  /** As the run was asked for them; empty: not known. */
  readonly names: readonly string[];
  /** `file:line` of a case; without its file where that is not known: `line 12`. */
  readonly placeOf: (one: Pick<ReportCase, 'id' | 'line'>) => string;
};

export function caseFilesOf({ set, selected }: Pick<PreparedRun, 'set' | 'selected'>): CaseFiles {
  const files = new Map(selected.cases.map(({ case: { id }, file }) => [id, file]));
  return { names: set.files.map(({ path }) => path), placeOf: one => place(files.get(one.id), one.line) };
}

/** Of a stored run, whose plan names the files alone: with one file every case is in it. */
export function caseFilesNamed(names: readonly string[]): CaseFiles {
  const [only] = names.length === 1 ? names : [];
  return { names, placeOf: ({ line }) => place(only, line) };
}

function place(file: string | undefined, line: number): string {
  return file === undefined ? `line ${line}` : `${file}:${line}`;
}
