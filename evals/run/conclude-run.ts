import { createReadStream, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeFileAtomic } from '../../core/atomic-file.ts';
import { documentJson } from '../../core/canonical-json.ts';
import type { Context } from '../../core/context.ts';
import { digestOf } from '../../core/digest.ts';
import type { Refusal } from '../../core/refusal.ts';
import { checkedVerdict } from '../gate/checked-verdict.ts';
import type { Contributor } from '../gate/contributors.ts';
import { type JudgedReport, judgeReport } from '../gate/judge-report.ts';
import { baselineFileOf, type NextInput, nextCommands } from '../gate/next-commands.ts';
import { readSidecar } from '../gate/read-sidecar.ts';
import { sidecarLines } from '../gate/sidecar.ts';
import type { VerdictDocument } from '../gate/verdict.ts';
import { verdictLines } from '../gate/verdict-lines.ts';
import { writeRaisedBaseline } from '../gate/write-baseline.ts';
import { checkRun } from '../prove/run-checks.ts';
import type { HarnessReport, Report } from '../score/report.ts';
import { writeTrec } from '../trec/write.ts';
import { writeResults, writeRunReport } from './build-run-report.ts';
import { type CaseFiles, caseFilesOf } from './case-files.ts';
import type { CaseJournal } from './case-journal.ts';
import type { RunEventBody } from './events.ts';
import { trecCases } from './finished-cases.ts';
import type { PreparedRun } from './prepare.ts';
import type { RunOutput } from './request.ts';
import type { RunDirectory } from './run-directory.ts';

/** What a finished run says of itself, for whoever presents it. */
export type Conclusion = {
  readonly report: Report;
  readonly verdict: VerdictDocument;
  /** Per red of the verdict: every case behind it, heaviest first. */
  readonly behind: readonly (readonly Contributor[])[];
  /** A baseline entry that the run left without a figure. */
  readonly refusal: Refusal | null;
  readonly files: CaseFiles;
};

/** Writes the report, holds it against floors and baseline, raises, checks the run itself
 * where that is asked for, and writes verdict and outputs (evaluate.md 11.1, 14 to 17, 21). */
export async function concludeRun(
  prepared: PreparedRun,
  journal: CaseJournal,
  directory: RunDirectory,
  store: HarnessReport['store'],
  context: Context,
  emit: (event: RunEventBody) => void,
): Promise<Conclusion> {
  const path = directory.file('report.json');
  const { report, digest } = await writeRunReport(path, prepared, journal, store);
  emit({ t: 'run.report', path, digest });
  await copyReport(path, prepared, context, emit);
  await writeResults(directory.file('results.jsonl'), prepared, journal);
  const judged = await judge(prepared, directory, report, context);
  const { behind, refusal } = judged;
  await raise(prepared, judged, report, context, emit);
  const checks = await checkRun({
    prepared,
    report,
    verdict: judged.verdict,
    judge: async again => (await judge(prepared, directory, again, context)).verdict,
    folder: directory.file('again'),
    context,
    emit,
  });
  const verdict = checks === undefined ? judged.verdict : checkedVerdict(judged.verdict, checks);
  await writeFileAtomic(directory.file('verdict.json'), documentJson(verdict), { mode: 0o600 });
  const conclusion = { report, verdict, behind, refusal, files: caseFilesOf(prepared) };
  for (const { path, holds } of verdict.floors?.checks ?? []) emit({ t: 'run.floor-checked', path, holds });
  for (const { path, outcome } of verdict.baseline?.comparisons ?? []) {
    emit({ t: 'run.baseline-compared', path, outcome });
  }
  emit({ t: 'run.verdict', ok: verdict.ok, outcome: verdict.outcome, lines: verdictLines(verdict) });
  for (const { check, case: at, message } of checks?.findings ?? []) {
    emit({ t: 'run.finding', check, case: at?.id ?? null, message });
  }
  await writeOutputs(prepared.request.outputs, conclusion, context, emit);
  await writeRankings(prepared, journal, context, emit);
  return conclusion;
}

/** The files that presenters asked for, each whole or not at all. */
async function writeOutputs(
  outputs: readonly RunOutput[],
  conclusion: Conclusion,
  { cwd }: Context,
  emit: (event: RunEventBody) => void,
): Promise<void> {
  for (const { file, text } of outputs) {
    await writeFileAtomic(resolve(cwd, file), text(conclusion));
    emit({ t: 'run.output-written', path: file });
  }
}

/** `--trec-out DIR`. */
async function writeRankings(
  prepared: PreparedRun,
  journal: CaseJournal,
  { cwd }: Context,
  emit: (event: RunEventBody) => void,
): Promise<void> {
  const { request, surface } = prepared;
  if (request.trecOut === null) return;
  const cases = () => trecCases(prepared, journal);
  const names = await writeTrec(resolve(cwd, request.trecOut), surface.legs, cases);
  for (const name of names) emit({ t: 'run.output-written', path: `${request.trecOut}/${name}` });
}

/** `--report FILE`. */
async function copyReport(
  from: string,
  { request }: PreparedRun,
  { cwd }: Context,
  emit: (event: RunEventBody) => void,
): Promise<void> {
  if (request.report === null) return;
  await writeFileAtomic(resolve(cwd, request.report), createReadStream(from));
  emit({ t: 'run.output-written', path: request.report });
}

async function judge(
  prepared: PreparedRun,
  directory: RunDirectory,
  report: Report,
  { cwd }: Context,
): Promise<JudgedReport> {
  const { baseline, floors, request, canOnlyBeRed } = prepared;
  const baselineFile = baselineFileOf(request.goldens[0]);
  const next: NextInput = {
    report: directory.id,
    isStoredRun: true,
    partial: report.partial === true,
    baselineFile,
    baselineExists: existsSync(resolve(cwd, baselineFile)),
  };
  return judgeReport({
    runId: directory.id,
    report,
    baseline: baseline === null ? null : { file: baseline.file, bytes: Buffer.from(baseline.text) },
    sidecar: request.baseline === null ? null : await readSidecar(resolve(cwd, request.baseline), cwd),
    projectFloors: floors,
    unscoredMax: request.unscoredMax,
    ...(request.updateBaseline ? { update: { except: request.raiseExcept } } : {}),
    warnings: canOnlyBeRed.map(
      ({ path, pinned, planned }) => `${path}: pinned ${pinned}, planned ${planned}`,
    ),
    next: verdict => nextCommands(verdict, next),
  });
}

/** Lands the raise. Nothing moved: the file is not touched at all. */
async function raise(
  { request }: PreparedRun,
  { baseline, raise }: JudgedReport,
  report: Report,
  { cwd }: Context,
  emit: (event: RunEventBody) => void,
): Promise<void> {
  if (raise === null || baseline === null || request.baseline === null) return;
  if (raise.kind === 'not-raised') {
    const message = `not raised: ${raise.reason}`;
    emit({ t: 'run.warning', code: 'NotRaised', message, facts: { reason: raise.reason } });
    return;
  }
  if (raise.moved.length === 0) return;
  await writeRaisedBaseline(resolve(cwd, request.baseline), baseline, {
    text: raise.text,
    sidecar: sidecarLines(report, digestOf(raise.text), request.goldens),
  });
  emit({ t: 'run.raised', moved: raise.moved.map(({ path, from, to }) => `${path}: ${from} -> ${to}`) });
}
