import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { z } from 'zod';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { type ListItem, splitLists } from './json-lists.ts';
import { readDocument, readReport } from './read-report.ts';
import type { JudgeCase, ReportCase, ReportDocument } from './report.ts';
import { judgeCaseSchema, reportCaseSchema, reportSchema } from './report-schema.ts';

/** Beyond this a whole text costs more than scanning for its cases. */
const WHOLE_BYTES = 64 * 1024 * 1024;

/** A stored report of any size. Rejects with the file system's error or ReportUnreadable. */
export async function readReportFile(path: string, file: string): Promise<ReportDocument> {
  const { size } = await stat(path);
  return size > WHOLE_BYTES
    ? readReportStream(createReadStream(path, { highWaterMark: 1 << 20 }), file)
    : readReport(await readFile(path), file);
}

const LISTS = [['cases'], ['judge', 'cases']] as const;

/**
 * A report of any size, case by case: its text is never whole in memory. Throws ReportUnreadable naming line
 * and member, as readReport does. file: as messages name it.
 */
export async function readReportStream(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): Promise<ReportDocument> {
  const cases: ReportCase[] = [];
  const judged: JudgeCase[] = [];
  const head = await splitLists(chunks, LISTS, item => {
    if (item.list === 0) cases.push(readItem(item, cases.length, file, reportCaseSchema));
    else judged.push(readItem(item, judged.length, file, judgeCaseSchema));
  });
  const report = readDocument(head, file, reportSchema);
  if (report.cases.length > 0 || (report.judge?.cases.length ?? 0) > 0) throw twice(file);
  return {
    ...report,
    cases,
    ...(report.judge === undefined ? {} : { judge: { ...report.judge, cases: judged } }),
  };
}

/** Only the first list of a name is taken out of the text. */
function twice(file: string): Refusal {
  return refuse('ReportUnreadable', {
    message: `\`${file}\` can not be read: cases stands twice`,
    place: { file, line: 1, path: 'cases' },
    facts: { member: 'cases' },
  });
}

function readItem<T>(item: ListItem, index: number, file: string, schema: z.ZodType<T>): T {
  const member = [...(LISTS[item.list] ?? []), index].join('.');
  return readDocument(item.bytes, file, schema, { line: item.line, member });
}
