import { writeFileAtomic } from '../../core/atomic-file.ts';
import type { Digest } from '../../core/digest.ts';
import { formatInstant } from '../../core/time.ts';
import { analyzerOf } from '../corpus/index.ts';
import { policyModule } from '../policy/index.ts';
import { buildReport, type ReportFrame, reportHead } from '../score/build-report.ts';
import { addCase, emptyColumns } from '../score/columns.ts';
import { caseText, type ItemText, judgedText } from '../score/item-text.ts';
import type { HarnessReport, JudgeCase, Report, ReportCase, ReportDocument } from '../score/report.ts';
import { reportText } from '../score/report-text.ts';
import type { AnalyzerName } from '../store/port.ts';
import type { CaseJournal } from './case-journal.ts';
import { entriesOf, judgedOf, judgedTextsOf, scoresOf, spansOf } from './finished-cases.ts';
import { type GoldenTally, tallyGoldens } from './golden-watch.ts';
import { spanTexts } from './journal-lines.ts';
import { rankingOf } from './plan.ts';
import type { PreparedRun } from './prepare.ts';

/** Scores the finished cases of a journal in case order and aggregates them (evaluate.md 11.1 step 14). */
export function buildRunReport(
  prepared: PreparedRun,
  journal: CaseJournal,
  store: HarnessReport['store'],
): ReportDocument {
  const goldens = tallied(tallyGoldens([]));
  const scores = [...scoresOf(prepared, journal, { answers: true, onGoldens: goldens.add })];
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
  function* passing(): Generator<ItemText> {
    for (const score of scoresOf(prepared, journal, { answers: isSmall, onGoldens: goldens.add })) {
      if (score.entry.outcome === 'error') failed.add(columns.n);
      addCase(columns, score);
      if (isSmall) entries.push(score.entry);
      if (isSmall && score.judge !== null) judged.push(score.judge);
      yield caseText(score.entry);
    }
  }
  const head = lazily(() => reportHead(frameOf(prepared, store, goldens.sum()), columns));
  const lists = {
    cases: isSmall ? entries : again(() => entriesOf(prepared, journal)),
    judged: isSmall ? judged : again(() => judgedOf(prepared, journal, failed)),
  };
  const judgedTexts = () => (isSmall ? judged.map(judgedText) : judgedTextsOf(prepared, journal, failed));
  const text = reportText({ cases: passing(), head, judged: judgedTexts });
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
  return writeFileAtomic(path, lines(spanTexts(journal.path, spansOf(prepared, journal))), {
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

function* lines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}
