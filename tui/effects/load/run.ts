import { isJsonObject } from '../../../core/json.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { ComparedRun, StampDifference } from '../../../evals/explain/compared.ts';
import type { ExplainedFigure as Explained, Explanation } from '../../../evals/explain/explain-figure.ts';
import type { ExplainedCase } from '../../../evals/explain/explained-cases.ts';
import { countedRows, foundRowText } from '../../../evals/explain/found.ts';
import { lostRowText } from '../../../evals/explain/lost.ts';
import type { RunRecord } from '../../../evals/explain/run-record.ts';
import type { VerdictDocument } from '../../../evals/gate/verdict.ts';
import type { RunReader } from '../../../evals/run-store/types.ts';
import type { Contribution, ExplainedFigure, RunData } from '../../model/data.ts';
import { runLine } from './run-line.ts';

/** A run as its screens show it, with the headline of its worst figure. */
export function runData(
  { id, reader }: RunRecord,
  against: ComparedRun | null,
  explanations: readonly Explanation[],
): RunData {
  const { verdict, report, plan, caseFiles } = reader;
  return {
    line: runLine(id, report, verdict),
    report,
    verdict,
    floors: verdict?.floors ?? null,
    baseline: verdict?.baseline ?? null,
    plan,
    compared: against?.compared ?? null,
    differs: [...refusedMembers(verdict), ...(against?.differs ?? [])],
    figures: explanations.map(({ path, kind, red }) => ({ path, kind, red })),
    headline: explanations[0]?.figure().headline ?? null,
    explained: path => {
      const named = explanations.find(one => one.path === path);
      return named === undefined ? undefined : readable(() => figureData(named.figure(), reader));
    },
    caseFiles,
  };
}

/** One figure of a run, as its screens show it. */
export function figureData(figure: Explained, reader: RunReader): ExplainedFigure {
  const { path, kind, red, headline, carried, tags, blames, cases } = figure;
  return {
    path,
    kind,
    red,
    headline,
    carried,
    tags,
    blames,
    contributions: {
      length: cases.length,
      at: place => {
        const one = cases.at(place);
        return one === undefined ? undefined : contributionOf(one, reader);
      },
      rows: place => {
        const one = cases.at(place);
        return one === undefined ? [] : rowTexts(figure, one);
      },
    },
  };
}

function contributionOf(one: ExplainedCase, reader: RunReader): Contribution {
  const { id, side, ordinal, contribution, share, cumulative, blame } = one;
  const isHere = side === 'after';
  return {
    id,
    file: isHere ? (reader.caseFileOf(ordinal) ?? '') : '',
    line: isHere ? (reader.numbers('line')[ordinal] ?? 0) : 0,
    contribution,
    share,
    cumulative,
    blame,
  };
}

/** A case that can't be read says so in its place; the others are told. */
function rowTexts({ path, cases }: Explained, one: ExplainedCase): readonly string[] {
  const told = readable(() => cases.rowsOf(one));
  if (told instanceof Refusal) return [`${told.code}: ${told.message}`];
  const { rows, found } = told;
  return [...rows.map(lostRowText), ...countedRows(path, found).map(foundRowText)];
}

function readable<T>(read: () => T): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** What the gate refused to compare, member by member. */
function refusedMembers(verdict: VerdictDocument | null): readonly StampDifference[] {
  const differences = verdict?.refusal?.facts['differences'];
  if (verdict?.refusal?.code !== 'BaselineRunStampMismatch' || !Array.isArray(differences)) return [];
  return differences.filter(isJsonObject).map(one => ({
    member: String(one['member']),
    was: String(one['baseline']),
    is: String(one['run']),
  }));
}
