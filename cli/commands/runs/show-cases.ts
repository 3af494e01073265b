import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { type SymbolSet, safe } from '../../../core/safe-text.ts';
import { plannedFiles } from '../../../evals/run/case-files.ts';
import { type CaseLine, type LostWhy, parseCaseLine } from '../../../evals/run/case-line.ts';
import type { RunDirectory } from '../../../evals/run/run-directory.ts';
import { readDocument } from '../../../evals/run/run-summary.ts';
import { lineSpans } from '../../../evals/run-store/line-spans.ts';
import { LEGS } from '../../../evals/store/port.ts';
import { tableText } from '../../present/table-text.ts';
import { objects, text } from './stored-values.ts';

/** A case as `runs show --cases` lists it. */
export type ShownCase = {
  readonly id: string;
  readonly outcome: string;
  /** As the run was asked for it; null: not known. */
  readonly file: string | null;
  readonly line: number | null;
  readonly recall: number | null;
  /** Why relevant rows stand outside the top k, by leg (evaluate.md 21.4); absent: none does. */
  readonly why?: NonNullable<CaseLine['why']>;
};

/** The cases of a run's report in its order; none where it has no report. */
export function shownCases(run: RunDirectory): readonly ShownCase[] {
  const why = lostById(run);
  const { fileOf } = plannedFiles(readDocument(run, 'plan.json') ?? null);
  return objects(readDocument(run, 'report.json')?.['cases']).map((one, ordinal) => {
    const id = text(one['id']);
    const lost = why.get(id);
    return {
      id,
      outcome: text(one['outcome']),
      file: fileOf(ordinal) ?? null,
      line: typeof one['line'] === 'number' ? one['line'] : null,
      recall: hybridRecall(one),
      ...(lost === undefined ? {} : { why: lost }),
    };
  });
}

/** A table, then the rows that were lost, under their cases. */
export function shownCasesText(cases: readonly ShownCase[], symbols: SymbolSet): string {
  const missing = symbols === 'ascii' ? '-' : '–';
  const isOneFile = new Set(cases.map(({ file }) => file)).size < 2;
  const table = tableText(
    [
      { title: 'outcome' },
      { title: 'recall', align: 'right' },
      { title: 'line', align: 'right' },
      { title: 'case' },
    ],
    cases.map(({ outcome, recall, file, line, id }) => [
      safe(outcome, symbols),
      recall === null ? missing : recall.toFixed(3),
      line === null ? missing : safe(isOneFile ? `${line}` : `${file ?? ''}:${line}`, symbols),
      safe(id, symbols),
    ]),
  );
  const lost = cases.flatMap(one => lostLines(one, symbols));
  return lost.length === 0 ? table : `${table}\nlost rows\n${lost.join('')}`;
}

function lostById(run: RunDirectory): ReadonlyMap<string, NonNullable<CaseLine['why']>> {
  const found = new Map<string, NonNullable<CaseLine['why']>>();
  for (const { bytes } of lineSpans(run.file('results.jsonl'))) {
    if (!bytes.includes('"why":{')) continue;
    const line = parseCaseLine(bytes.toString('utf8'));
    if (line?.why !== undefined) found.set(line.id, line.why);
  }
  return found;
}

function hybridRecall({ metrics }: JsonObject): number | null {
  const hybrid = isJsonObject(metrics) ? metrics['hybrid'] : undefined;
  const recall = isJsonObject(hybrid) ? hybrid['recall_at_k'] : undefined;
  return typeof recall === 'number' ? recall : null;
}

function lostLines({ id, why }: ShownCase, symbols: SymbolSet): readonly string[] {
  if (why === undefined) return [];
  const rows = LEGS.flatMap(leg =>
    (why[leg]?.rows ?? []).map(([table, key, reason]) => {
      const cut = why[leg]?.cut ?? null;
      const behind = cut === null ? '' : `, behind ${cut[0]}#${cut[1]} at ${cut[2].toFixed(4)}`;
      return safe(`${leg.padEnd(8)} ${table}#${key}  ${reasonText(reason)}${behind}`, symbols);
    }),
  );
  return [`  ${safe(id, symbols)}\n`, ...rows.map(row => `    ${row}\n`)];
}

function reasonText(why: LostWhy): string {
  return typeof why === 'number' ? `rank ${why}` : why;
}
