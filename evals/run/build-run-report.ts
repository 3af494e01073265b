import { writeFileAtomic } from '../../core/atomic-file.ts';
import { formatInstant } from '../../core/time.ts';
import type { LoadedCase } from '../case/types.ts';
import { analyzerOf } from '../corpus/index.ts';
import { policyModule } from '../policy/index.ts';
import { buildReport, type ReportFrame } from '../score/build-report.ts';
import { type CaseScore, scoreCase } from '../score/case-figures.ts';
import type { HarnessReport, ReportDocument } from '../score/report.ts';
import { reportChunks } from '../score/report-text.ts';
import type { AnalyzerName } from '../store/port.ts';
import type { TrecCase } from '../trec/write.ts';
import type { CaseJournal } from './case-journal.ts';
import { type CaseLine, readOfLine } from './case-line.ts';
import type { LineSpan } from './checkpoint.ts';
import { type GoldenTally, tallyGoldens } from './golden-watch.ts';
import { journalCases, spanTexts } from './journal-lines.ts';
import { rankingOf } from './plan.ts';
import type { PreparedRun } from './prepare.ts';
import { truthOf } from './truth.ts';

/** Scores the finished cases of a journal in case order and aggregates them (evaluate.md 11.1 step 14). */
export function buildRunReport(
  prepared: PreparedRun,
  journal: CaseJournal,
  store: HarnessReport['store'],
): ReportDocument {
  return buildReport(frameOf(prepared, store, tallyOf(prepared, journal)), scores(prepared, journal));
}

/** The bytes of report.json, piece by piece. */
export function reportText({ cases, judge, ...report }: ReportDocument): Iterable<string> {
  const { cases: judged = [], ...judgeHead } = judge ?? {};
  return reportChunks(
    cases,
    () => ({
      ...report,
      ...(judge === undefined ? {} : { judge: judgeHead as Omit<typeof judge, 'cases'> }),
    }),
    () => judged,
  );
}

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
function tallyOf({ selected }: PreparedRun, journal: CaseJournal): GoldenTally {
  let tally = tallyGoldens([]);
  for (const { goldens } of journalCases(journal.path, spansOf(selected.cases, journal))) {
    if (goldens === undefined) continue;
    tally = {
      unknown_rows: tally.unknown_rows + goldens.unknown_rows,
      forbidden_absent: tally.forbidden_absent + goldens.forbidden_absent,
      undated: tally.undated + goldens.undated,
    };
  }
  return tally;
}

function* scores(prepared: PreparedRun, journal: CaseJournal): Generator<CaseScore> {
  for (const { line, loaded } of finishedCases(prepared, journal)) {
    yield scoreCase(truthOf(loaded.case), readOfLine(line, loaded), prepared.surface, line.judged);
  }
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

function spansOf(cases: readonly LoadedCase[], { held }: CaseJournal): readonly LineSpan[] {
  return cases.map(({ ordinal, case: { id } }) => {
    const span = held.get(ordinal);
    if (span === undefined) throw new RangeError(`case ${id} is not finished`);
    return span;
  });
}

function* lines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}
