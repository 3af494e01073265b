import { isOverLimit } from './exit-code.ts';
import type { FloorCheck, FloorVerdict } from './floors.ts';
import type { Comparison } from './gate-baseline.ts';
import { parseMetricPath, recordOf } from './metric-path.ts';
import { figurePair, figureText } from './print.ts';
import type { Red, VerdictDocument } from './verdict.ts';

/** The lines of a verdict (scoring.md 9), plain text: both verdicts, each comparison, each red. */
export function verdictLines(verdict: VerdictDocument): string[] {
  return [
    ...headLines(verdict),
    ...(verdict.baseline?.comparisons ?? []).map(comparisonLine),
    ...verdict.reds.map(red => redLine(red, verdict.floors)),
  ];
}

/** The floor verdict and the baseline verdict, one line each. */
export function headLines(verdict: VerdictDocument): string[] {
  const { floors, baseline, limit } = verdict;
  const measured = isOverLimit(limit.missing, limit.sampled, limit.max) ? ' on what was measured' : '';
  const lines: string[] = [];
  if (floors !== null) {
    const { length } = floors.checks;
    lines.push(
      `floor verdict: ${floors.verdict} (${length} ${length === 1 ? 'check' : 'checks'})${measured}`,
    );
  }
  lines.push(
    baseline === null
      ? 'baseline verdict: none'
      : `baseline verdict: ${baseline.verdict} against ${baseline.file}${measured}`,
  );
  return lines;
}

/** One red, one line; floors: the verdict that it stands in. */
export function redLine(red: Red, floors: FloorVerdict | null): string {
  if (red.kind === 'baseline') return `red: baseline ${moveText({ ...red, current: red.measured })}`;
  const check = floors?.checks.find(({ path, bound }) => path === red.path && bound === red.bound);
  const side = check?.side ?? 'at_least';
  if (red.measured === null) {
    const least = `needs ${side === 'at_least' ? 'at least' : 'at most'} ${figureText(red.bound)}`;
    return `red: floor ${red.path}: no figure (${causeOf(red.path, check)}), ${least}`;
  }
  const [shown, limit] = figurePair(red.measured, red.bound, figureDigits(red.path));
  return `red: floor ${red.path}: ${shown} ${side === 'at_least' ? '<' : '>'} ${limit}`;
}

function causeOf(path: string, check: FloorCheck | undefined): string {
  if (check === undefined || check.n === null) return 'absent from the report';
  if (!check.certain) return 'every case that bears it is errored or unscored';
  return path.endsWith('.r_precision.mean') ? 'no case has artifact truth' : 'over no case';
}

export function comparisonLine(comparison: Comparison): string {
  return `${comparison.outcome} ${moveText(comparison)}`;
}

function moveText({
  path,
  current,
  baseline,
  band,
}: Pick<Comparison, 'path' | 'current' | 'baseline' | 'band'>): string {
  const digits = figureDigits(path);
  const [now, was] = figurePair(current, baseline, digits);
  const dead = isCount(path) ? '' : ` ± ${figureText(band, Math.max(digits, 4))}`;
  return `${path}: ${now}, was ${was}${dead}`;
}

function isCount(path: string): boolean {
  return parseMetricPath(path)?.kind === 'count';
}

/** Decimals of a path's figure; a floor's path ends in its statistic. */
export function figureDigits(path: string): number {
  const parsed = parseMetricPath(path) ?? parseMetricPath(path.replace(/\.(?:mean|min|max)$/, ''));
  return parsed === undefined ? 4 : recordOf(parsed).digits;
}
