import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { shownPath } from '../../../core/shown-path.ts';
import { type PlannedFiles, plannedFiles } from '../../../evals/run/case-files.ts';
import type { RunDirectory } from '../../../evals/run/run-directory.ts';
import { readDocument } from '../../../evals/run/run-summary.ts';
import { resolveRun } from '../../../evals/run/run-words.ts';
import type { ReportDocument } from '../../../evals/score/report.ts';
import { readReportFile } from '../../../evals/score/report-stream.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext } from '../../command.ts';

/** A report that lies on the disk. */
export type StoredReport = {
  readonly report: ReportDocument;
  readonly file: string;
  /** Of the run that it belongs to, or the file's name. */
  readonly runId: string;
  /** As the plan beside it names them. */
  readonly caseFiles: PlannedFiles;
};

/**
 * Reads what `--report FILE|RUN` names: a file, or the report of a run by id, prefix, latest, latest-red,
 * latest-green or prev. Rejects with RunNotFound, RunStillRunning or ReportUnreadable.
 */
export async function readStoredReport(named: string, { root, cwd }: CommandContext): Promise<StoredReport> {
  const path = isAbsolute(named) ? named : resolve(cwd, named);
  if (await isFile(path)) {
    const file = shownPath(path, cwd);
    const report = await readReportFile(path, file);
    const beside: RunDirectory = {
      id: file,
      path: dirname(path),
      file: name => resolve(dirname(path), name),
    };
    return { report, file, runId: file, caseFiles: caseFilesBeside(beside) };
  }
  const run = await resolveRun(root, named, cwd);
  const file = shownPath(run.file('report.json'), cwd);
  if (!(await isFile(run.file('report.json')))) {
    throw refuse('RunStillRunning', {
      message: `run \`${run.id}\` has no report yet`,
      place: { file },
      hint: `finish it: contextful eval run --resume ${run.id}`,
      facts: { run: run.id },
    });
  }
  const report = await readReportFile(run.file('report.json'), file);
  return { report, file, runId: run.id, caseFiles: caseFilesBeside(run) };
}

function caseFilesBeside(run: RunDirectory): PlannedFiles {
  return plannedFiles(readDocument(run, 'plan.json') ?? null);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
