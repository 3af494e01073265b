import { writeFileAtomic } from '../../core/atomic-file.ts';
import type { Digest } from '../../core/digest.ts';
import { formatInstant } from '../../core/time.ts';
import type { LoadedCase } from '../case/types.ts';
import { analyzerOf } from '../corpus/index.ts';
import { policyModule } from '../policy/index.ts';
import { buildReport, type ReportFrame, reportHead } from '../score/build-report.ts';
import { type CaseScore, scoreCase } from '../score/case-figures.ts';
import { addCase, emptyColumns } from '../score/columns.ts';
import type { HarnessReport, JudgeCase, Report, ReportCase, ReportDocument } from '../score/report.ts';
import { reportText } from '../score/report-text.ts';
import type { AnalyzerName } from '../store/port.ts';
import type { TrecCase } from '../trec/write.ts';
import type { CaseJournal } from './case-journal.ts';
import { type CaseLine, parseJudged, readOfLine } from './case-line.ts';
import { type GoldenTally, tallyGoldens } from './golden-watch.ts';
import { journalCases, spanTexts } from './journal-lines.ts';
import type { LineSpan } from './line-spans.ts';
import { rankingOf } from './plan.ts';
import type { PreparedRun } from './prepare.ts';
import { truthOf } from './truth.ts';

/** Scores the finished cases of a journal in case order and aggregates them (evaluate.md 11.1 step 14). */
export function buildRunReport(
  prepared: PreparedRun,
  journal: CaseJournal,
  store: HarnessReport['store'],
): ReportDocument {
  const goldens = tallied(tallyGoldens([]));
  const scores = [...scoresOf(prepared, journal, goldens.add)];
  return buildReport(frameOf(prepared, store, goldens.sum()), scores);
}

/**
 * The same, written to report.json while the cases go by: per case their figures stay, not their rows. The lists of
 * the report that comes back are read from the journal again each time, unless there are few.
 */
export async function writeRunReport(
  path: string,
  prepared: PreparedRun,
  journal: CaseJournal,
  store: HarnessReport['store'],
): Promise<{ readonly report: Report; readonly digest: Digest }> {
  const columns = emptyColumns(prepared.selected.cases.length);
  const goldens = tallied(tallyGoldens([]));
  const isSmall = prepared.selected.cases.length <= HELD_CASES;
  const entries: ReportCase[] = [];
  const judged: JudgeCase[] = [];
  const failed = new Set<number>();
  function* passing(): Generator<ReportCase> {
    for (const score of scoresOf(prepared, journal, goldens.add)) {
      if (score.entry.outcome === 'error') failed.add(columns.n);
      addCase(columns, score);
      if (isSmall) entries.push(score.entry);
      if (isSmall && score.judge !== null) judged.push(score.judge);
      yield score.entry;
    }
  }
  const head = lazily(() => reportHead(frameOf(prepared, store, goldens.sum()), columns));
  const lists = {
    cases: isSmall ? entries : again(() => entriesOf(prepared, journal)),
    judged: isSmall ? judged : again(() => judgedOf(prepared, journal, failed)),
  };
  const text = reportText({ cases: passing(), head, judged: () => lists.judged });
  await writeFileAtomic(path, text.chunks, { mode: 0o600 });
  const { judge, ...rest } = head();
  return {
    report: {
      ...rest,
      ...(judge === undefined ? {} : { judge: { ...judge, cases: lists.judged } }),
      cases: lists.cases,
    },
    digest: text.digest(),
  };
}

/** So many cases are kept rather than scored again: about 3 KiB each. */
const HELD_CASES = 10_000;

/** results.jsonl: the case lines of the journal in case order, written whole. */
export function writeResults(path: string, prepared: PreparedRun, journal: CaseJournal): Promise<void> {
  return writeFileAtomic(path, lines(spanTexts(journal.path, spansOf(prepared.selected.cases, journal))), {
    mode: 0o600,
  });
}

function frameOf(prepared: PreparedRun, store: HarnessReport['store'], goldens: GoldenTally): ReportFrame {
  const { stamp, surface, selected, request, session, corpora } = prepared;
  const analyzers: { [table: string]: AnalyzerName } = Object.create(null);
  const tables = corpora.flatMap(({ corpus }) => corpus.tables);
  for (const { name, declaration } of tables) analyzers[name] = analyzerOf(declaration);
  return {
    stamp,
    surface,
    by: 'stub',
    partial: selected.partial,
    harness: {
      landed_at: formatInstant(request.landedAt),
      store,
      retriever: { kind: 'engine', target: null, legs: surface.legs },
      ranking: { ...rankingOf(request), analyzers },
      session: {
        agent: session.agent,
        zone: session.zone,
        policy_module: policyModule(),
        policies: {
          rows: tables.filter(({ declaration }) => declaration.policy.rows !== null).length,
          zone: tables.filter(({ declaration }) => declaration.policy.zoneAllow !== null).length,
        },
      },
      retriever_tally: { over_limit: 0, unknown_rows: 0, errors: 0 },
      goldens,
    },
  };
}

/** Summed over the lines, so that a resumed run says the same although it lands less. */
function tallied(start: GoldenTally) {
  let sum = start;
  return {
    sum: () => sum,
    add: (tally: GoldenTally) => {
      sum = {
        unknown_rows: sum.unknown_rows + tally.unknown_rows,
        forbidden_absent: sum.forbidden_absent + tally.forbidden_absent,
        undated: sum.undated + tally.undated,
      };
    },
  };
}

function* scoresOf(
  prepared: PreparedRun,
  journal: CaseJournal,
  onGoldens: (tally: GoldenTally) => void = () => undefined,
): Generator<CaseScore> {
  for (const { line, loaded } of finishedCases(prepared, journal)) {
    if (line.goldens !== undefined) onGoldens(line.goldens);
    yield scoreCase(truthOf(loaded.case), readOfLine(line, loaded), prepared.surface, line.judged);
  }
}

function* entriesOf(prepared: PreparedRun, journal: CaseJournal): Generator<ReportCase> {
  for (const { entry } of scoresOf(prepared, journal)) yield entry;
}

/** Of the cases that did not fail, in case order. */
function* judgedOf({ selected }: PreparedRun, journal: CaseJournal, failed: ReadonlySet<number>) {
  let at = 0;
  for (const text of spanTexts(journal.path, spansOf(selected.cases, journal))) {
    const loaded = selected.cases[at];
    const judged = failed.has(at) ? undefined : parseJudged(text);
    if (loaded !== undefined && judged !== undefined) yield { id: loaded.case.id, ...judged };
    at += 1;
  }
}

function again<Item>(items: () => Iterator<Item>): Iterable<Item> {
  return { [Symbol.iterator]: items };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What outside tools may score: an errored case is in no figure of ours and in no file of theirs. */
export function* trecCases(prepared: PreparedRun, journal: CaseJournal): Generator<TrecCase> {
  for (const { line, loaded } of finishedCases(prepared, journal)) {
    if (line.outcome === 'error') continue;
    const { legs } = readOfLine(line, loaded);
    yield { id: line.id, artifacts: truthOf(loaded.case).artifacts, legs };
  }
}

type FinishedCase = { readonly line: CaseLine; readonly loaded: LoadedCase };

/** The lines of the journal in case order, each with its case. */
function* finishedCases({ selected }: PreparedRun, journal: CaseJournal): Generator<FinishedCase> {
  let at = 0;
  for (const line of journalCases(journal.path, spansOf(selected.cases, journal))) {
    const loaded = selected.cases[at];
    at += 1;
    if (loaded === undefined) return;
    yield { line, loaded };
  }
}

function* spansOf(cases: readonly LoadedCase[], { held }: CaseJournal): Generator<LineSpan> {
  for (const {
    ordinal,
    case: { id },
  } of cases) {
    const span = held.get(ordinal);
    if (span === undefined) throw new RangeError(`case ${id} is not finished`);
    yield span;
  }
}

function* lines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}
