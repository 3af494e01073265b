import type { LoadedCase } from '../case/types.ts';
import { type CaseScore, scoreCase } from '../score/case-figures.ts';
import { type ItemText, judgedText, stable } from '../score/item-text.ts';
import type { JudgeCase, ReportCase } from '../score/report.ts';
import type { TrecCase } from '../trec/write.ts';
import type { CaseJournal } from './case-journal.ts';
import { parseJudged, readOfLine } from './case-line.ts';
import type { GoldenTally } from './golden-watch.ts';
import { caseLineOf, spanTexts } from './journal-lines.ts';
import type { LineSpan } from './line-spans.ts';
import type { PreparedRun } from './prepare.ts';
import { scanCaseLine, scanJudged } from './scan-case-line.ts';
import { truthOf } from './truth.ts';

type ScoreOptions = {
  /** Also what the reader answered; else the answer of a judged case may be null. */
  readonly answers: boolean;
  readonly onGoldens?: (tally: GoldenTally) => void;
};

/** The finished cases of a journal in case order, scored. */
export function* scoresOf(
  prepared: PreparedRun,
  journal: CaseJournal,
  { answers, onGoldens }: ScoreOptions,
): Generator<CaseScore> {
  for (const { text, loaded } of linesOf(prepared, journal)) {
    const scanned = answers ? undefined : scanCaseLine(text);
    const truth = truthOf(loaded.case);
    if (scanned === undefined) {
      const line = caseLineOf(text, journal.path);
      if (line.goldens !== undefined) onGoldens?.(line.goldens);
      yield scoreCase(truth, readOfLine(line, loaded), prepared.surface, line.judged);
    } else {
      const { verdicts, ...read } = scanned;
      const judged = verdicts === undefined ? undefined : { answer: null, verdicts };
      const { line, digest } = loaded;
      yield scoreCase(truth, { id: loaded.case.id, line, digest, ...read }, prepared.surface, judged);
    }
  }
}

export function* entriesOf(prepared: PreparedRun, journal: CaseJournal): Generator<ReportCase> {
  for (const { entry } of scoresOf(prepared, journal, { answers: false })) yield entry;
}

/** What reader and judge made of the cases, in case order. failed: positions of the cases that are left out. */
export function* judgedOf(
  prepared: PreparedRun,
  journal: CaseJournal,
  failed: ReadonlySet<number>,
): Generator<JudgeCase> {
  for (const { text, loaded, at } of linesOf(prepared, journal)) {
    const judged = failed.has(at) ? undefined : parseJudged(text);
    if (judged !== undefined) yield { id: loaded.case.id, ...judged };
  }
}

/** The same as the report writes it. */
export function* judgedTextsOf(
  prepared: PreparedRun,
  journal: CaseJournal,
  failed: ReadonlySet<number>,
): Generator<ItemText> {
  for (const { text, loaded, at } of linesOf(prepared, journal)) {
    if (failed.has(at)) continue;
    const { id } = loaded.case;
    const scanned = scanJudged(text, id);
    const judged = scanned === undefined ? parseJudged(text) : undefined;
    if (scanned !== undefined) yield stable(scanned);
    else if (judged !== undefined) yield judgedText({ id, ...judged });
  }
}

/** What outside tools may score: an errored case is in no figure of ours and in no file of theirs. */
export function* trecCases(prepared: PreparedRun, journal: CaseJournal): Generator<TrecCase> {
  for (const { text, loaded } of linesOf(prepared, journal)) {
    const line = caseLineOf(text, journal.path);
    if (line.outcome === 'error') continue;
    const { legs } = readOfLine(line, loaded);
    yield { id: line.id, artifacts: truthOf(loaded.case).artifacts, legs };
  }
}

/** Where the lines of the cases stand, in case order. */
export function* spansOf({ selected }: PreparedRun, { held }: CaseJournal): Generator<LineSpan> {
  for (const {
    ordinal,
    case: { id },
  } of selected.cases) {
    const span = held.get(ordinal);
    if (span === undefined) throw new RangeError(`case ${id} is not finished`);
    yield span;
  }
}

type FinishedLine = { readonly text: string; readonly loaded: LoadedCase; readonly at: number };

function* linesOf(prepared: PreparedRun, journal: CaseJournal): Generator<FinishedLine> {
  let at = 0;
  for (const text of spanTexts(journal.path, spansOf(prepared, journal))) {
    const loaded = prepared.selected.cases[at];
    if (loaded === undefined) return;
    yield { text, loaded, at };
    at += 1;
  }
}
