import type { z } from 'zod';
import { isJsonObject } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';
import { storedCase } from '../case/load.ts';
import type { EvalCase } from '../case/types.ts';
import { type CaseLine, parseCaseLine } from '../run/case-line.ts';
import type { RunDirectory } from '../run/run-directory.ts';
import type { ReportCase } from '../score/report.ts';
import { judgeCaseSchema, reportCaseSchema } from '../score/report-schema.ts';
import type { Columns } from './columns.ts';
import type { RunFiles } from './run-files.ts';
import type { FullCase } from './types.ts';

/** Reads one case at its offsets. Throws RunUnreadable (3) where the report's part is damaged. */
export function readFull(run: RunDirectory, files: RunFiles, columns: Columns, ordinal: number): FullCase {
  const report = reportOf(run, files, columns, ordinal);
  const judged = columns.span('judged', ordinal);
  const answer = parsed(files.read('report.json', judged.start, judged.length), judgeCaseSchema);
  return {
    ordinal,
    report,
    result: resultOf(files, columns, ordinal),
    golden: goldenOf(files, columns, ordinal),
    judged: answer?.id === report.id ? answer : null,
  };
}

/** Its part of the report alone. */
export function reportOf(run: RunDirectory, files: RunFiles, columns: Columns, ordinal: number): ReportCase {
  const { start, length } = columns.span('offsets', ordinal);
  const report = parsed(files.read('report.json', start, length), reportCaseSchema);
  if (report === undefined || report.id !== columns.idOf(ordinal)) throw damaged(run, start);
  return report;
}

function resultOf(files: RunFiles, columns: Columns, ordinal: number): CaseLine | null {
  const { start, length } = columns.span('results', ordinal);
  const bytes = files.read('results.jsonl', start, length);
  try {
    return bytes === undefined ? null : (parseCaseLine(bytes.toString('utf8')) ?? null);
  } catch {
    return null;
  }
}

export function goldenOf(files: RunFiles, columns: Columns, ordinal: number): EvalCase | null {
  const { start, length } = columns.span('goldens', ordinal);
  const value = jsonOf(files.read('cases.jsonl', start, length));
  return isJsonObject(value) ? storedCase(value) : null;
}

function parsed<T>(bytes: Buffer | undefined, schema: z.ZodType<T>): T | undefined {
  const read = schema.safeParse(jsonOf(bytes));
  return read.success ? read.data : undefined;
}

function jsonOf(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function damaged(run: RunDirectory, byte: number): Error {
  return refuse('RunUnreadable', {
    message: `a case of run \`${run.id}\` is damaged`,
    place: { file: run.file('report.json') },
    found: `no case from byte ${byte} on`,
    want: 'the document that the run wrote',
    facts: { run: run.id, byte },
  });
}
