import { isJsonObject } from '../../../core/json.ts';
import type { ComparedRun, StampDifference } from '../../../evals/explain/compared.ts';
import { explainStored } from '../../../evals/explain/explain-stored.ts';
import { lostRowText } from '../../../evals/explain/lost.ts';
import type { RunRecord } from '../../../evals/explain/run-record.ts';
import type { VerdictDocument } from '../../../evals/gate/verdict.ts';
import type { Contribution, ExplainedFigure, RunData } from '../../model/data.ts';
import { runLine } from './run-line.ts';

/** A run as its screens show it, with what explains its figures. */
export function runData(run: RunRecord, against: ComparedRun | null): RunData {
  const { cases: _cases, ...head } = run.report;
  const differs = [...refusedMembers(run.verdict), ...(against?.differs ?? [])];
  return {
    line: runLine(run),
    report: head,
    verdict: run.verdict,
    floors: run.verdict?.floors ?? null,
    baseline: run.verdict?.baseline ?? null,
    plan: run.plan,
    compared: against?.compared ?? null,
    differs,
    figures: explainFigures(run, against),
    caseFiles: run.files,
  };
}

export function explainFigures(run: RunRecord, against: ComparedRun | null): readonly ExplainedFigure[] {
  const lines = new Map(run.cases.map(one => [one.id, one.line]));
  const [file = ''] = run.files;
  return explainStored(run, against).map(figure => ({
    path: figure.path,
    kind: figure.kind,
    red: figure.red,
    headline: figure.headline,
    carried: figure.carried,
    tags: figure.tags,
    blames: figure.blames,
    contributions: figure.cases.map(
      (one): Contribution => ({
        id: one.id,
        file: lines.has(one.id) ? file : '',
        line: lines.get(one.id) ?? 0,
        contribution: one.contribution,
        share: one.share,
        cumulative: one.cumulative,
        blame: one.blame,
        rows: one.rows.map(lostRowText),
      }),
    ),
  }));
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
