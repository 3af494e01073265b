import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '../../core/json.ts';
import { refuse } from '../../spec/refusals.ts';
import type { EvalCase } from '../case/types.ts';
import type { VerdictDocument } from '../gate/verdict.ts';
import { readVerdict } from '../gate/verdict-schema.ts';
import { plannedFiles } from '../run/case-files.ts';
import type { RunDirectory } from '../run/run-directory.ts';
import { readDocument as readRunDocument } from '../run/run-summary.ts';
import type { Outcome } from '../score/outcome.ts';
import { OUTCOMES } from '../score/outcome.ts';
import { readDocument } from '../score/read-report.ts';
import { headOf, type ReportHead } from '../score/report.ts';
import { reportSchema } from '../score/report-schema.ts';
import type { IndexBytes } from './column-files.ts';
import { type Columns, columnsOf } from './columns.ts';
import { goldenOf, readFull, reportOf } from './full-case.ts';
import { ofRun, storedIndex } from './index-folder.ts';
import { orderOf } from './order.ts';
import { openRunFiles } from './run-files.ts';
import type { CaseRow, FigureColumn, OpenRunOptions, RunReader } from './types.ts';

/**
 * Opens a finished run for reading page by page; makes its index first where there is none that can be used. Rejects
 * with RunStillRunning (2) for a run without a report, RunUnreadable (3) or ReportUnreadable for a damaged one.
 */
export async function openRun(run: RunDirectory, options: OpenRunOptions = {}): Promise<RunReader> {
  requireReport(run);
  const verdict = verdictOf(run);
  const index = await storedIndex(ofRun(run), options);
  const columns = columnsOf(index.bytes, index.cases);
  const report = headOf(
    readDocument(index.bytes.whole('head.json') ?? Buffer.alloc(0), run.file('report.json'), reportSchema),
  );
  const plan = readRunDocument(run, 'plan.json') ?? null;
  return readerOf(run, { bytes: index.bytes, columns, count: index.cases, report, verdict, plan });
}

/** Of a list that asks for no others. */
const SHOWN_FIGURES: readonly FigureColumn[] = [
  'lexical.recall_at_k',
  'vector.recall_at_k',
  'hybrid.recall_at_k',
];

type Opened = {
  readonly bytes: IndexBytes;
  readonly columns: Columns;
  readonly count: number;
  readonly report: ReportHead;
  readonly verdict: VerdictDocument | null;
  readonly plan: JsonObject | null;
};

function readerOf(run: RunDirectory, opened: Opened): RunReader {
  const { bytes, columns, count, report, verdict, plan } = opened;
  const files = openRunFiles(run);
  const caseFiles = plannedFiles(plan);
  const caseNow = (ordinal: number) => readFull(run, files, columns, ordinal);
  const row = (ordinal: number, figures: readonly FigureColumn[] = SHOWN_FIGURES) =>
    rowOf(columns, ordinal, goldenOf(files, columns, ordinal), figures);
  return {
    id: run.id,
    path: run.path,
    count,
    report,
    verdict,
    plan,
    caseFiles: caseFiles.names,
    caseFileOf: caseFiles.fileOf,
    numbers: columns.numbers,
    words: columns.words,
    lists: columns.lists,
    numberAt: columns.numberAt,
    listAt: columns.listAt,
    idsOnce: columns.idsOnce,
    tags: columns.tags(),
    text: columns.text,
    flags: columns.flags,
    idOf: columns.idOf,
    ordinalOf: columns.ordinalOf,
    order: (column, descending) =>
      orderOf(column === 'outcome' ? severities(columns) : columns.numbers(column), descending),
    caseNow,
    reportNow: ordinal => reportOf(run, files, columns, ordinal),
    goldenNow: ordinal => goldenOf(files, columns, ordinal),
    case: async ordinal => caseNow(ordinal),
    row: async (ordinal, figures) => row(ordinal, figures),
    cases: async (from, to, figures) => {
      const rows: CaseRow[] = [];
      for (let ordinal = Math.max(0, from); ordinal < Math.min(to, count); ordinal += 1)
        rows.push(row(ordinal, figures));
      return rows;
    },
    close: () => {
      files.close();
      bytes.close();
    },
  };
}

function requireReport(run: RunDirectory): void {
  if (existsSync(run.file('report.json'))) return;
  throw refuse('RunStillRunning', {
    message: `run \`${run.id}\` has no report yet`,
    place: { file: run.file('report.json') },
    hint: `finish it: contextful eval run --resume ${run.id}`,
    facts: { run: run.id },
  });
}

function verdictOf(run: RunDirectory): VerdictDocument | null {
  // A text that is no JSON is told with its byte.
  if (readRunDocument(run, 'verdict.json') === undefined) return null;
  const file = run.file('verdict.json');
  return readVerdict(readFileSync(file), file);
}

function rowOf(
  columns: Columns,
  ordinal: number,
  golden: EvalCase | null,
  shown: readonly FigureColumn[],
): CaseRow {
  const at = (column: Parameters<Columns['numbers']>[0]): number | null => {
    const value = columns.numbers(column)[ordinal];
    return value === undefined || Number.isNaN(value) ? null : value;
  };
  const { codes, starts } = columns.lists('tags');
  const tags = columns.tags();
  return {
    ordinal,
    id: columns.idOf(ordinal),
    outcome: outcomeOf(columns, ordinal),
    line: at('line'),
    corpus: wordAt(columns, 'corpus', ordinal),
    question: golden?.question ?? '',
    tags: [...codes.subarray(starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0)].map(code => tags[code] ?? ''),
    figures: Object.fromEntries(shown.map(column => [column, at(column)])),
    rank: at('rank'),
    gold: at('gold'),
    relevant: at('relevant'),
    returned: at('returned'),
    latencyMs: at('latency'),
  };
}

function wordAt(columns: Columns, column: 'outcome' | 'corpus', ordinal: number): string {
  const { codes, words } = columns.words(column);
  return words[codes[ordinal] ?? -1] ?? '';
}

function outcomeOf(columns: Columns, ordinal: number): Outcome {
  const word = wordAt(columns, 'outcome', ordinal);
  return OUTCOMES.find(outcome => outcome === word) ?? 'error';
}

const WORST_FIRST: readonly string[] = ['error', 'fail', 'unscored', 'skipped', 'pass'];

/** Outcomes as numbers, the worst the least. */
function severities(columns: Columns): Uint32Array {
  const { codes, words } = columns.words('outcome');
  const severity = words.map(word => WORST_FIRST.indexOf(word) + 1);
  return codes.map(code => severity[code] ?? 0);
}
