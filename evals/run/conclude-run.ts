import { resolve } from 'node:path';
import { writeFileAtomic } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import type { Context } from '../../core/context.ts';
import { digestOf } from '../../core/digest.ts';
import { type JudgedReport, judgeReport } from '../gate/judge-report.ts';
import { sidecarLines } from '../gate/sidecar.ts';
import type { VerdictDocument } from '../gate/verdict.ts';
import { verdictLines } from '../gate/verdict-lines.ts';
import { writeRaisedBaseline } from '../gate/write-baseline.ts';
import type { ReportDocument } from '../score/report.ts';
import { figuresDigest } from '../score/report-text.ts';
import { reportText, writeResults } from './build-run-report.ts';
import type { CaseJournal } from './case-journal.ts';
import type { RunEventBody } from './events.ts';
import type { PreparedRun } from './prepare.ts';
import type { RunDirectory } from './run-directory.ts';

/** Writes the report, holds it against floors and baseline, raises, and writes the verdict (evaluate.md 11.1, 14 to 17). */
export async function concludeRun(
  prepared: PreparedRun,
  journal: CaseJournal,
  directory: RunDirectory,
  report: ReportDocument,
  context: Context,
  emit: (event: RunEventBody) => void,
): Promise<VerdictDocument> {
  await writeReport(prepared, directory, report, context, emit);
  await writeResults(directory.file('results.jsonl'), prepared, journal);
  const judged = judge(prepared, directory, report);
  const verdict = await raised(prepared, judged, report, context, emit);
  await writeFileAtomic(directory.file('verdict.json'), documentJson(verdict), { mode: 0o600 });
  for (const { path, holds } of verdict.floors?.checks ?? []) emit({ t: 'run.floor-checked', path, holds });
  for (const { path, outcome } of verdict.baseline?.comparisons ?? []) {
    emit({ t: 'run.baseline-compared', path, outcome });
  }
  emit({ t: 'run.verdict', ok: verdict.ok, outcome: verdict.outcome, lines: verdictLines(verdict) });
  return verdict;
}

async function writeReport(
  { request }: PreparedRun,
  directory: RunDirectory,
  report: ReportDocument,
  { cwd }: Context,
  emit: (event: RunEventBody) => void,
): Promise<void> {
  const path = directory.file('report.json');
  await writeFileAtomic(path, reportText(report), { mode: 0o600 });
  emit({ t: 'run.report', path, digest: figuresDigest(report) });
  if (request.report === null) return;
  await writeFileAtomic(resolve(cwd, request.report), reportText(report));
  emit({ t: 'run.output-written', path: request.report });
}

function judge(prepared: PreparedRun, directory: RunDirectory, report: ReportDocument): JudgedReport {
  const { baseline, floors, request, canOnlyBeRed } = prepared;
  return judgeReport({
    runId: directory.id,
    report,
    baseline: baseline === null ? null : { file: baseline.file, bytes: Buffer.from(baseline.text) },
    projectFloors: floors,
    unscoredMax: request.unscoredMax,
    ...(request.updateBaseline ? { update: { except: request.raiseExcept } } : {}),
    warnings: canOnlyBeRed.map(
      ({ path, pinned, planned }) => `${path}: pinned ${pinned}, planned ${planned}`,
    ),
    next: [`contextful runs show ${directory.id}`],
  });
}

/** Lands the raise. Nothing moved: the file is not touched at all. */
async function raised(
  { request }: PreparedRun,
  { verdict, baseline, raise }: JudgedReport,
  report: ReportDocument,
  { cwd }: Context,
  emit: (event: RunEventBody) => void,
): Promise<VerdictDocument> {
  if (raise === null || baseline === null || request.baseline === null) return verdict;
  if (raise.kind === 'not-raised') {
    const message = `not raised: ${raise.reason}`;
    emit({ t: 'run.warning', code: 'NotRaised', message, facts: { reason: raise.reason } });
    return verdict;
  }
  if (raise.moved.length === 0) return verdict;
  await writeRaisedBaseline(resolve(cwd, request.baseline), baseline, {
    text: raise.text,
    sidecar: sidecarLines(report, digestOf(raise.text), request.goldens),
  });
  emit({ t: 'run.raised', moved: raise.moved.map(({ path, from, to }) => `${path}: ${from} -> ${to}`) });
  return verdict;
}
