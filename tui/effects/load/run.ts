import { isJsonObject } from '../../../core/json.ts';
import type { ComparedRun, StampDifference } from '../../../evals/explain/compared.ts';
import type { ExplainedFigure as Explained } from '../../../evals/explain/explain-run.ts';
import { countedRows, foundRowText } from '../../../evals/explain/found.ts';
import { lostRowText } from '../../../evals/explain/lost.ts';
import type { RunRecord } from '../../../evals/explain/run-record.ts';
import type { VerdictDocument } from '../../../evals/gate/verdict.ts';
import type { RunReader } from '../../../evals/run-store/types.ts';
import type { Contribution, ExplainedFigure, RunData } from '../../model/data.ts';
import { runLine } from './run-line.ts';

/** A run as its screens show it, with what explains its figures. */
export function runData(
  { id, reader }: RunRecord,
  against: ComparedRun | null,
  explained: readonly Explained[],
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
    figures: explained.map(figure => figureOf(figure, reader)),
    caseFiles,
  };
}

function figureOf(figure: Explained, reader: RunReader): ExplainedFigure {
  const lines = reader.numbers('line');
  const { path, kind, red, headline, carried, tags, blames } = figure;
  return {
    path,
    kind,
    red,
    headline,
    carried,
    tags,
    blames,
    contributions: figure.cases.map((one): Contribution => {
      const isHere = one.side === 'after';
      return {
        id: one.id,
        file: isHere ? (reader.caseFileOf(one.ordinal) ?? '') : '',
        line: isHere ? (lines[one.ordinal] ?? 0) : 0,
        contribution: one.contribution,
        share: one.share,
        cumulative: one.cumulative,
        blame: one.blame,
        rows: [...one.rows.map(lostRowText), ...countedRows(path, one.found).map(foundRowText)],
      };
    }),
  };
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
