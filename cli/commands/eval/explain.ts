import type { JsonObject } from '../../../core/json.ts';
import { findCompared } from '../../../evals/explain/compared.ts';
import { type ExplainedFigure, type Explanation, LOOKED_AT } from '../../../evals/explain/explain-figure.ts';
import { explainStored } from '../../../evals/explain/explain-stored.ts';
import type { ExplainedCase } from '../../../evals/explain/explained-cases.ts';
import { openRecord, type RunRecord, readRun } from '../../../evals/explain/run-record.ts';
import { parseBaseline } from '../../../evals/gate/baseline-file.ts';
import { gateBaseline } from '../../../evals/gate/gate-baseline.ts';
import { readBaselineBytes } from '../../../evals/gate/read-baseline.ts';
import { compareStamps, stampMismatch } from '../../../evals/gate/stamp.ts';
import { headLines, redLine } from '../../../evals/gate/verdict-lines.ts';
import { resolveRun } from '../../../evals/run/run-words.ts';
import { formatLink, linkCommand } from '../../../tui/links.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { explainedText } from '../../present/explain-text.ts';
import type { Settings } from '../../settings.ts';

/** `eval explain [RUN]`: the cases and rows behind each red figure, worst first. No store is opened. */
export async function explain(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { root, cwd, view } = context;
  const word = settings.word('RUN') ?? 'latest';
  const run = await openRecord(await resolveRun(root, word, cwd));
  const vs = settings.text('vs');
  const against = await findCompared(
    run,
    vs === undefined ? undefined : (await resolveRun(root, vs, cwd, run.id)).id,
    {
      root,
      read: other => readRun(root, other),
    },
  );
  const paths = settings.texts('path');
  const all = explainStored(
    run,
    against,
    await judgedAnew(run, context, settings),
    paths.length === 0 ? undefined : paths,
  );
  const figures = (paths.length > 0 ? all : redOrNearest(all)).map(one => one.figure());
  const top = settings.number('top') ?? 10;
  const lines = run.reader.numbers('line');
  const placeOf = (one: string): string => {
    const ordinal = run.side.ordinalOf(one) ?? -1;
    return `${run.reader.caseFileOf(ordinal) ?? 'cases'}:${lines[ordinal] ?? '?'}`;
  };
  const next = nextLines(run, figures, against?.compared.name);
  return {
    exit: 0,
    document: {
      schema: 'contextful.eval.explain/1',
      data: documentOf(run, figures, against?.compared ?? null, placeOf),
    },
    text: [
      ...verdictText(run),
      ...(figures.length === 0 ? ['nothing is red, and no baseline figure is there to explain'] : []),
      ...figures.flatMap(figure => explainedText(figure, top, placeOf, view.symbols)),
      ...next,
    ]
      .map(line => `${line}\n`)
      .join(''),
  };
}

/** Both verdicts and every red; what held is not told here. */
function verdictText({ reader: { verdict } }: RunRecord): readonly string[] {
  if (verdict === null) return [];
  return [...headLines(verdict), ...verdict.reds.map(red => redLine(red, verdict.floors))];
}

/** Of a green run the figure that came nearest to its fall. */
function redOrNearest(figures: readonly Explanation[]): readonly Explanation[] {
  const red = figures.filter(figure => figure.red);
  return red.length > 0 ? red : figures.slice(0, 1);
}

/** `--baseline FILE` holds the stored report against another baseline than the run was. */
async function judgedAnew(
  run: RunRecord,
  { cwd }: CommandContext,
  settings: Settings,
): Promise<Parameters<typeof explainStored>[2]> {
  const file = settings.text('baseline');
  if (file === undefined || settings.origin('baseline')?.from !== 'flag') return undefined;
  const read = await readBaselineBytes(file, cwd);
  const baseline = parseBaseline(read.bytes, read.file);
  const differences = compareStamps(baseline.stamp, run.reader.report.run);
  if (differences.length > 0)
    throw stampMismatch({ file: read.file }, baseline.stamp, run.reader.report.run, differences);
  const gated = gateBaseline(baseline, { ...run.reader.report }, true);
  if ('refusal' in gated) throw gated.refusal;
  return { comparisons: gated.comparisons, floors: run.reader.verdict?.floors?.checks ?? [] };
}

function nextLines(
  run: RunRecord,
  figures: readonly ExplainedFigure[],
  compared: string | undefined,
): readonly string[] {
  const worst = figures[0]?.cases.at(0)?.id;
  const link =
    worst === undefined
      ? formatLink('run/:run', { run: run.id })
      : formatLink('run/:run/case/:case', { run: run.id, case: worst });
  const isRun = compared !== undefined && /^\d{8}T/.test(compared);
  return [
    `next: ${linkCommand(link)}`,
    ...(isRun ? [`next: contextful eval compare ${compared} ${run.id}`] : []),
  ];
}

function documentOf(
  run: RunRecord,
  figures: readonly ExplainedFigure[],
  compared: { readonly name: string; readonly how: string; readonly stale: boolean } | null,
  placeOf: (id: string) => string,
): JsonObject {
  return {
    run: run.id,
    compared: compared === null ? null : { name: compared.name, how: compared.how, stale: compared.stale },
    figures: figures.map(figure => ({
      path: figure.path,
      kind: figure.kind,
      red: figure.red,
      headline: figure.headline,
      ...figure.attribution,
      carried: figure.carried,
      blames: figure.blames.map(([blame, count]) => ({ blame, count })),
      tags: figure.tags.map(tag => ({ ...tag })),
      // A run may have 200,000 cases: of those further down it is told what they add, not what became of their rows.
      ...(figure.cases.length > LOOKED_AT ? { rows_of_first: LOOKED_AT } : {}),
      cases: figure.cases.slice().map((one, place) => caseOf(figure, one, place, placeOf)),
    })),
  };
}

function caseOf(
  { cases }: ExplainedFigure,
  one: ExplainedCase,
  place: number,
  placeOf: (id: string) => string,
): JsonObject {
  const { rows, found } = place < LOOKED_AT ? cases.rowsOf(one) : { rows: [], found: [] };
  return {
    id: one.id,
    place: placeOf(one.id),
    contribution: one.contribution,
    share: one.share,
    cumulative: one.cumulative,
    blame: one.blame,
    found: found.map(row => ({
      row: row.reference,
      kind: row.kind,
      positions: { ...row.positions },
    })),
    rows: rows.map(row => ({
      row: row.reference,
      kind: row.kind,
      blame: row.blame,
      positions: Object.fromEntries(
        Object.entries(row.positions).map(([leg, [was, is]]) => [leg, { before: was, after: is }]),
      ),
    })),
  };
}
