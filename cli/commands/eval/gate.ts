import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomic } from '../../../core/atomic-file.ts';
import { digestOf } from '../../../core/digest.ts';
import { type JudgedReport, judgeReport } from '../../../evals/gate/judge-report.ts';
import { baselineFileOf, nextCommands } from '../../../evals/gate/next-commands.ts';
import { floorsOfSet, type ProjectFloor, readProjectFloors } from '../../../evals/gate/project-floors.ts';
import { readBaselineBytes } from '../../../evals/gate/read-baseline.ts';
import { readSidecar } from '../../../evals/gate/read-sidecar.ts';
import { sidecarLines } from '../../../evals/gate/sidecar.ts';
import { sidecarPath } from '../../../evals/gate/sidecar-path.ts';
import { verdictLines } from '../../../evals/gate/verdict-lines.ts';
import { writeRaisedBaseline } from '../../../evals/gate/write-baseline.ts';
import { writeFault } from '../../../evals/gate/write-fault.ts';
import { caseFilesOfReport } from '../../../evals/run/case-files.ts';
import type { RunEventBody } from '../../../evals/run/events.ts';
import { type NamedFile, requireApart } from '../../../evals/run/outputs-apart.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { configFloors } from './config-floors.ts';
import { configurationRead } from './output-folders.ts';
import { readOutputs } from './outputs.ts';
import { judgedResult } from './run.ts';
import { readStoredReport, type StoredReport } from './stored-report.ts';

type GateEvent = Extract<RunEventBody, { readonly t: 'run.verdict' | 'run.output-written' }>;

/** `eval gate`: floors and baseline over a stored report. No store is opened, no network is used. */
export async function* gateReport(
  context: CommandContext,
  settings: Settings,
): AsyncGenerator<GateEvent, CommandResult, void> {
  const outputs = await readOutputs(settings, context);
  const stored = await readStoredReport(settings.text('report') ?? '', context);
  await requireApart(
    {
      read: filesRead(stored, context, settings),
      written: outputs.files.map(({ file }) => ({ name: '--format', path: file })),
    },
    context.cwd,
  );
  const judged = await judge(stored, context, settings);
  const { verdict, behind, refusal, raise } = judged;
  const conclusion = {
    report: stored.report,
    verdict,
    behind,
    refusal,
    files: caseFilesOfReport(stored.caseFiles, stored.report.cases),
  };
  const isPlan = settings.on('plan');
  const notes = raise?.kind === 'not-raised' ? [`not raised: ${raise.reason}`] : [];
  yield { t: 'run.verdict', ok: verdict.ok, outcome: verdict.outcome, lines: verdictLines(verdict) };
  if (isPlan && verdict.raised.length > 0 && verdict.baseline !== null) {
    notes.push(`would write ${verdict.baseline.file}`);
  }
  if (!isPlan) await landRaise(judged, stored, context, settings);
  for (const { file, text } of outputs.files) {
    if (isPlan) {
      notes.push(`would write ${file}`);
      continue;
    }
    await writeFileAtomic(resolve(context.cwd, file), text(conclusion)).catch((error: unknown) => {
      throw writeFault(error, file);
    });
    yield { t: 'run.output-written', path: file };
  }
  return { ...judgedResult(conclusion, outputs, context), notes };
}

/** What no output of the gate may replace: also the plan beside the report, and the cases of its run. */
function filesRead(
  { file, caseFiles }: StoredReport,
  context: CommandContext,
  settings: Settings,
): readonly NamedFile[] {
  const baseline = settings.text('baseline');
  return [
    { name: 'the report', path: file },
    { name: 'the plan of its run', path: join(dirname(file), 'plan.json') },
    ...caseFiles.names.map(path => ({ name: 'a case file', path })),
    ...configurationRead(context),
    ...(baseline === undefined
      ? []
      : [
          { name: 'the baseline', path: baseline },
          { name: "the baseline's case figures", path: sidecarPath(baseline) },
        ]),
  ];
}

async function judge(
  stored: StoredReport,
  context: CommandContext,
  settings: Settings,
): Promise<JudgedReport> {
  const { cwd, config } = context;
  const path = settings.text('baseline') ?? null;
  const floors = readProjectFloors(configFloors(context));
  const baselineFile = baselineFileOf(stored.caseFiles.names[0]);
  return judgeReport({
    runId: stored.runId,
    report: stored.report,
    baseline: path === null ? null : await readBaselineBytes(path, cwd),
    projectFloors: floorsOfSet(floors, stored.caseFiles.names),
    warnings: floorWarnings(floors, stored),
    unscoredMax: config.eval?.unscored_max ?? 0,
    sidecar: path === null ? null : await readSidecar(path, cwd),
    ...(settings.on('update-baseline') ? { update: { except: config.eval?.raise_except ?? [] } } : {}),
    next: verdict =>
      nextCommands(verdict, {
        report: stored.runId,
        isStoredRun: stored.runId !== stored.file,
        partial: stored.report.partial === true,
        baselineFile,
        baselineExists: existsSync(resolve(cwd, baselineFile)),
      }),
  });
}

/** A report alone does not say from which case files it comes; then only the floors of every set are held. */
function floorWarnings(
  floors: readonly ProjectFloor[],
  { caseFiles, file }: StoredReport,
): readonly string[] {
  const count = floors.filter(({ sets }) => sets !== null).length;
  if (caseFiles.names.length > 0 || count === 0) return [];
  const which = count === 1 ? 'one floor is' : `${count} floors are`;
  return [`${which} not checked: [[eval.floors]] names sets, and ${file} does not tell its case files`];
}

async function landRaise(
  { raise, baseline }: JudgedReport,
  { report, caseFiles }: StoredReport,
  { cwd }: CommandContext,
  settings: Settings,
): Promise<void> {
  const path = settings.text('baseline');
  if (raise?.kind !== 'raised' || raise.moved.length === 0 || baseline === null || path === undefined) return;
  await writeRaisedBaseline(resolve(cwd, path), baseline, {
    text: raise.text,
    sidecar: sidecarLines(report, digestOf(raise.text), caseFiles.names),
  });
}
