import { readFile } from 'node:fs/promises';
import { digestOf } from '../../../core/digest.ts';
import { shownPath } from '../../../evals/corpus/paths.ts';
import { judgeReport } from '../../../evals/gate/judge-report.ts';
import { readProjectFloors } from '../../../evals/gate/project-floors.ts';
import { parseSidecar, type Sidecar, sidecarLines, sidecarPath } from '../../../evals/gate/sidecar.ts';
import { verdictLines } from '../../../evals/gate/verdict-lines.ts';
import { writeRaisedBaseline } from '../../../evals/gate/write-baseline.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { verdictDocument, verdictText } from '../../present/verdict.ts';
import type { Settings } from '../../settings.ts';
import { configFloors } from './config-floors.ts';
import { readStoredReport } from './stored-report.ts';

/** `eval gate`: floors and baseline over a stored report. No store is opened, no network is used. */
export async function gateReport(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { cwd, config } = context;
  const stored = await readStoredReport(settings.text('report') ?? '', context);
  const path = settings.text('baseline') ?? null;
  const file = path === null ? null : shownPath(path, cwd);
  const baseline = path === null || file === null ? null : { file, bytes: await readFile(path) };
  const {
    verdict,
    baseline: read,
    raise,
  } = judgeReport({
    runId: stored.runId,
    report: stored.report,
    baseline,
    projectFloors: readProjectFloors(configFloors(context)).filter(({ sets }) => sets === null),
    unscoredMax: config.eval?.unscored_max ?? 0,
    sidecar: path === null ? null : await readSidecar(path, cwd),
    ...(settings.on('update-baseline') ? { update: { except: config.eval?.raise_except ?? [] } } : {}),
  });
  const notes = [...verdictLines(verdict)];
  if (raise?.kind === 'not-raised') notes.push(`not raised: ${raise.reason}`);
  if (
    raise?.kind === 'raised' &&
    raise.moved.length > 0 &&
    path !== null &&
    read !== null &&
    !settings.on('plan')
  ) {
    await writeRaisedBaseline(path, read, {
      text: raise.text,
      sidecar: sidecarLines(stored.report, digestOf(raise.text), []),
    });
  }
  return {
    exit: verdict.exit,
    document: { own: verdictDocument(verdict, stored.report) },
    text: verdictText(verdict, stored.report, context.view),
    notes,
  };
}

/** What a baseline's sidecar holds, which says whose cases a fall is; absent: analysis of this run alone. */
async function readSidecar(baseline: string, cwd: string): Promise<Sidecar | null> {
  const path = sidecarPath(baseline);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? null : parseSidecar(text, shownPath(path, cwd));
}
