import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';
import type { EvalCase } from '../case/types.ts';
import type { VerdictDocument } from '../gate/verdict.ts';
import { readVerdict } from '../gate/verdict-schema.ts';
import type { CaseLine } from '../run/case-line.ts';
import { type RunDirectory, runDirectory } from '../run/run-directory.ts';
import { readDocument } from '../run/run-summary.ts';
import { readReport } from '../score/read-report.ts';
import type { ReportCase, ReportDocument } from '../score/report.ts';
import { referenceText, reportSide, type Side } from './side.ts';

/** Everything that a finished run left. */
export type RunRecord = {
  readonly id: string;
  readonly report: ReportDocument;
  readonly verdict: VerdictDocument | null;
  readonly plan: JsonObject | null;
  readonly side: Side;
  readonly cases: readonly ReportCase[];
  readonly golden: (id: string) => EvalCase | undefined;
  readonly line: (id: string) => CaseLine | undefined;
  /** The case file of the plan; of several, the first. */
  readonly files: readonly string[];
};

/** Reads a run. RunUnreadable (3) names the file that is damaged and the byte. */
export async function readRun(root: string, id: string): Promise<RunRecord> {
  const run = runDirectory(root, id);
  const verdict = await verdictOf(run);
  const report = await reportOf(run);
  const plan = readDocument(run, 'plan.json') ?? null;
  const goldens = await jsonLines(run, 'cases.jsonl');
  const lines = await jsonLines(run, 'results.jsonl');
  return {
    id,
    report,
    verdict,
    plan,
    side: reportSide(report),
    cases: report.cases,
    golden: caseId => goldens.get(caseId) as EvalCase | undefined,
    line: caseId => lines.get(caseId) as CaseLine | undefined,
    files: caseFiles(plan),
  };
}

async function reportOf(run: RunDirectory): Promise<ReportDocument> {
  const file = run.file('report.json');
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) {
    throw refuse('RunUnreadable', {
      message: `the run \`${run.id}\` has no report: it did not come to its end`,
      place: { file },
      facts: { run: run.id },
    });
  }
  // A document that is not even JSON is named with its byte.
  readDocument(run, 'report.json');
  return readReport(bytes, file);
}

async function verdictOf(run: RunDirectory): Promise<VerdictDocument | null> {
  const file = run.file('verdict.json');
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return null;
  readDocument(run, 'verdict.json');
  return readVerdict(bytes, file);
}

function caseFiles(plan: JsonObject | null): readonly string[] {
  const cases = plan?.['cases'];
  const files = isJsonObject(cases) ? cases['files'] : undefined;
  if (!Array.isArray(files)) return [];
  return files.flatMap(file =>
    isJsonObject(file) && typeof file['path'] === 'string' ? [file['path']] : [],
  );
}

async function jsonLines(
  run: RunDirectory,
  name: 'cases.jsonl' | 'results.jsonl',
): Promise<ReadonlyMap<string, JsonObject>> {
  const text = await readFile(run.file(name), 'utf8').catch(() => '');
  const found = new Map<string, JsonObject>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    try {
      const value: unknown = JSON.parse(line);
      if (isJsonObject(value) && typeof value['id'] === 'string') found.set(value['id'], value);
    } catch {
      // A torn line costs its own case alone.
    }
  }
  return found;
}

/** Relevant rows of a case as references. */
export function relevantOf(golden: EvalCase | undefined): readonly string[] {
  return (golden?.expected.artifacts ?? []).map(referenceText);
}
