import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { digestOf } from '../../core/digest.ts';
import { Refusal } from '../../core/refusal.ts';
import { initBaseline } from '../../evals/gate/init-baseline.ts';
import { type JudgedReport, judgeReport } from '../../evals/gate/judge-report.ts';
import { baselineFileOf } from '../../evals/gate/next-commands.ts';
import { floorsOfSet, readProjectFloors } from '../../evals/gate/project-floors.ts';
import { readSidecar } from '../../evals/gate/read-sidecar.ts';
import { sidecarLines } from '../../evals/gate/sidecar.ts';
import { writeNewBaseline, writeRaisedBaseline } from '../../evals/gate/write-baseline.ts';
import { plannedFiles } from '../../evals/run/case-files.ts';
import { runDirectory } from '../../evals/run/run-directory.ts';
import { readDocument } from '../../evals/run/run-summary.ts';
import { readReport } from '../../evals/score/read-report.ts';
import type { ReportDocument } from '../../evals/score/report.ts';
import { refuse } from '../../spec/refusals.ts';
import { runOf } from '../state/relink.ts';
import type { Preview } from '../state/state.ts';
import { changedLines } from './changed-lines.ts';
import type { EffectPorts } from './perform.ts';

type BaselinePorts = Pick<EffectPorts, 'root' | 'settings'>;

/** A baseline file as it would be after a run was taken into it. */
type Proposal = {
  readonly run: string;
  /** From the root. */
  readonly file: string;
  readonly report: ReportDocument;
  readonly caseFiles: readonly string[];
  /** As it lies there; null: a first file. */
  readonly before: { readonly text: string; readonly judged: JudgedReport } | null;
  readonly after: string;
  readonly refused: string | null;
  /** Entries that stay, each with why. */
  readonly kept: readonly string[];
};

/** Bytes of a file that is not there. */
const NO_FILE = 'none';

/**
 * The exact change of the file that taking a run into its baseline makes: raise-only (scoring.md 10), or a first file.
 * Refused in the preview where the run is not green, not whole, of another stamp, or moves nothing.
 */
export async function planBaseline(link: string, ports: BaselinePorts): Promise<Preview> {
  const run = runOf(link) ?? '';
  let proposal: Proposal;
  try {
    proposal = await propose(run, ports);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return preview(`Baseline of ${run}`, [], `${error.code}: ${error.message}`, '', 'raise');
  }
  const { file, before, after, refused, kept } = proposal;
  const lines = refused === null ? changedLines(before?.text ?? '', after) : [];
  const token = JSON.stringify([run, file, markOf(before?.text ?? null)]);
  return before === null
    ? preview(`First baseline ${file} from ${run}`, lines, refused, token, 'init')
    : preview(`Raise ${file} from ${run}`, [...lines, ...kept], refused, token, 'raise');
}

function preview(
  title: string,
  lines: readonly string[],
  refused: string | null,
  token: string,
  word: string,
): Preview {
  return { kind: 'baseline', title, lines, word, refused, token, command: null };
}

/**
 * Lands what was previewed, aside and then renamed. PreviewStale (2) where the file is another one by now; then
 * nothing is written.
 */
export async function applyBaseline({ token }: Preview, ports: BaselinePorts): Promise<string> {
  const [run = '', file = '', mark]: readonly string[] = JSON.parse(token);
  const now = await propose(run, ports);
  if (now.file !== file || markOf(now.before?.text ?? null) !== mark || now.refused !== null) {
    throw refuse('PreviewStale', {
      message: `\`${file}\` changed since it was shown`,
      place: { file },
      facts: { file },
    });
  }
  const { before, after, report, caseFiles } = now;
  const content = { text: after, sidecar: sidecarLines(report, digestOf(after), caseFiles) };
  const path = resolve(ports.root, file);
  if (before === null) {
    await writeNewBaseline(path, file, content);
    return `wrote ${file} from ${run}`;
  }
  const { baseline } = before.judged;
  if (baseline === null) throw new TypeError('a baseline that was judged was read');
  await writeRaisedBaseline(path, baseline, content);
  return `raised ${movedText(before.judged)} of ${file} from ${run}`;
}

async function propose(run: string, { root, settings }: BaselinePorts): Promise<Proposal> {
  const directory = runDirectory(root, run);
  const path = directory.file('report.json');
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) {
    throw refuse('RunStillRunning', { message: `run \`${run}\` has no report yet`, facts: { run } });
  }
  const report = readReport(bytes, path);
  const { names } = plannedFiles(readDocument(directory, 'plan.json') ?? null);
  const file = settings.baseline ?? baselineFileOf(names[0]);
  const projectFloors = floorsOfSet(readProjectFloors(settings.floors), names);
  const base = { run, file, report, caseFiles: names };
  const old = await readFile(resolve(root, file)).catch(() => undefined);
  if (old === undefined) {
    const { text } = initBaseline({ report, projectFloors });
    return { ...base, before: null, after: text, refused: null, kept: [] };
  }
  const judged = judgeReport({
    runId: run,
    report,
    baseline: { file, bytes: old },
    projectFloors,
    unscoredMax: settings.unscoredMax,
    sidecar: await readSidecar(file, root),
    update: { except: settings.raiseExcept },
  });
  const text = old.toString('utf8');
  const { raise } = judged;
  return {
    ...base,
    before: { text, judged },
    after: raise?.kind === 'raised' ? raise.text : text,
    refused: refusedBecause(judged),
    kept: keptLines(judged, settings.raiseExcept),
  };
}

function refusedBecause({ verdict, raise }: JudgedReport): string | null {
  if (raise?.kind === 'not-raised') return `not raised: ${raise.reason}`;
  if (!verdict.ok) return `not raised: the run is ${verdict.outcome.replace('_', ' ')}`;
  if (raise === null || raise.moved.length === 0) return 'nothing improved beyond its band: no entry moves';
  return null;
}

const KEPT_SHOWN = 12;

/** Entries that did not move and why, those that would have moved first. */
function keptLines({ verdict, raise }: JudgedReport, except: readonly string[]): readonly string[] {
  const moved = new Set(raise?.kind === 'raised' ? raise.moved.map(({ path }) => path) : []);
  const kept = (verdict.baseline?.comparisons ?? []).filter(({ path }) => !moved.has(path));
  const excepted = kept.filter(({ path }) => except.includes(path));
  const inside = kept.filter(({ path }) => !except.includes(path));
  const lines = [
    ...excepted.map(({ path }) => `  stays ${path}: named in raise_except`),
    ...inside.map(({ path, band }) => `  stays ${path}: ${band === 0 ? 'equal' : 'inside its band'}`),
  ];
  const more = lines.length - KEPT_SHOWN;
  return ['', ...lines.slice(0, KEPT_SHOWN), ...(more > 0 ? [`  and ${more} more that stay`] : [])];
}

function movedText({ raise }: JudgedReport): string {
  const count = raise?.kind === 'raised' ? raise.moved.length : 0;
  return `${count} ${count === 1 ? 'entry' : 'entries'}`;
}

function markOf(text: string | null): string {
  return text === null ? NO_FILE : digestOf(text);
}
