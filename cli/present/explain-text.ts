import { type Safe, type SymbolSet, safe } from '../../core/safe-text.ts';
import type { ExplainedFigure } from '../../evals/explain/explain-figure.ts';
import type { ExplainedCase } from '../../evals/explain/explained-cases.ts';
import { countedRows, foundRowText } from '../../evals/explain/found.ts';
import { lostRowText } from '../../evals/explain/lost.ts';

export type Placed = (id: string) => string;

/** One figure as `eval explain` tells it (scoring.md 15): headline, what was lost, then the cases, worst first. */
export function explainedText(
  figure: ExplainedFigure,
  top: number,
  placeOf: Placed,
  symbols: SymbolSet,
): readonly string[] {
  const shown = figure.cases.slice(0, top);
  const rest = figure.cases.length - shown.length;
  return [
    safe(figure.headline, symbols),
    ...summaryLines(figure, symbols),
    ...shown.flatMap(one => caseLines(figure, one, placeOf, symbols)),
    ...(rest > 0 ? [`  and ${rest} more: --top ${figure.cases.length}, or --json`] : []),
  ];
}

function summaryLines(figure: ExplainedFigure, symbols: SymbolSet): readonly Safe[] {
  const { lost } = figure;
  const rows =
    lost === 0
      ? []
      : [
          `${lost} ${lost === 1 ? 'row' : 'rows'} lost: ${figure.blames.map(([blame, count]) => `${count} ${blame}`).join(', ')}`,
        ];
  const tags = figure.tags.map(
    ({ kind, tag, worse, of, p }) =>
      `${kind} ${tag}: ${worse} of ${figure.attribution.worsened} worse cases (${of} in all), ${chance(p)}`,
  );
  const carried =
    figure.carried === null || Math.abs(figure.carried) < 5e-5
      ? []
      : [`carried from earlier raises: ${signed(figure.carried)}`];
  const parts = [...rows, ...tags, ...carried];
  return parts.length === 0 ? [] : [safe(`  ${parts.join('; ')}`, symbols)];
}

function caseLines(
  { path, cases }: ExplainedFigure,
  one: ExplainedCase,
  placeOf: Placed,
  symbols: SymbolSet,
): readonly Safe[] {
  const { rows, found } = cases.rowsOf(one);
  const blame = one.blame === null ? '' : `  blame: ${one.blame}`;
  return [
    safe(`  ${placeOf(one.id)}  ${one.id}  ${signed(one.contribution)}${blame}`, symbols),
    ...rows.map(row => safe(`    ${lostRowText(row)}`, symbols)),
    ...countedRows(path, found).map(row => safe(`    ${foundRowText(row)}`, symbols)),
  ];
}

/** A small chance is never told as none. */
function chance(p: number): string {
  return p < 0.00005 ? 'p < 0.0001' : `p ${p.toFixed(4)}`;
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(4)}`;
}
