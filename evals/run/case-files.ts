import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ReportCase } from '../score/report.ts';
import type { PreparedRun } from './prepare.ts';

/** Where the cases of a report are written; a report itself holds no path. */
export type CaseFiles = {
  /** As the run was asked for them; empty: not known. */
  readonly names: readonly string[];
  /** `file:line` of a case; without its file where that is not known: `line 12`. */
  readonly placeOf: (one: Pick<ReportCase, 'id' | 'line'>) => string;
};

/** The case files of a stored run. */
export type PlannedFiles = {
  /** Empty: not known. */
  readonly names: readonly string[];
  /** The file of a case by its place in the report, from 0; undefined: not known. */
  readonly fileOf: (ordinal: number) => string | undefined;
};

export function caseFilesOf({ set, selected }: Pick<PreparedRun, 'set' | 'selected'>): CaseFiles {
  const files = new Map(selected.cases.map(({ case: { id }, file }) => [id, file]));
  return {
    names: set.files.map(({ path }) => path),
    placeOf: one => casePlace(files.get(one.id), one.line),
  };
}

/** Of a stored report and the plan beside it. */
export function caseFilesOfReport(
  planned: PlannedFiles,
  cases: readonly { readonly id: string }[],
): CaseFiles {
  let ordinals: ReadonlyMap<string, number> | undefined;
  const placeOf: CaseFiles['placeOf'] = ({ id, line }) => {
    ordinals ??= new Map(cases.map((one, ordinal) => [one.id, ordinal]));
    const ordinal = ordinals.get(id);
    return casePlace(ordinal === undefined ? undefined : planned.fileOf(ordinal), line);
  };
  return { names: planned.names, placeOf };
}

/**
 * Reads `cases.files` of a plan: a report keeps the order of the files, so the first `n` cases are those of the
 * first file, and so on. A plan without `n` tells the file only where there is one. null: no plan.
 */
export function plannedFiles(plan: JsonObject | null): PlannedFiles {
  const cases = plan?.['cases'];
  const written = isJsonObject(cases) ? cases['files'] : undefined;
  const files = (Array.isArray(written) ? written : []).flatMap(file => {
    if (!isJsonObject(file) || typeof file['path'] !== 'string') return [];
    return [{ path: file['path'], n: typeof file['n'] === 'number' ? file['n'] : undefined }];
  });
  return { names: files.map(({ path }) => path), fileOf: ordinal => fileAt(files, ordinal) };
}

function fileAt(
  files: readonly { readonly path: string; readonly n: number | undefined }[],
  ordinal: number,
): string | undefined {
  if (files.length === 1) return files[0]?.path;
  let end = 0;
  for (const { path, n } of files) {
    if (n === undefined) return undefined;
    end += n;
    if (ordinal < end) return path;
  }
  return undefined;
}

function casePlace(file: string | undefined, line: number): string {
  return file === undefined ? `line ${line}` : `${file}:${line}`;
}
