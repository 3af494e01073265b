import { humanDelta } from '../text/human.ts';
import { type MetricCell, type MetricOutcome, metricCell } from '../text/metric-cell.ts';
import { spokenFigure } from '../text/spoken-figure.ts';
import type { Token } from '../theme/tokens.ts';
import type { Pen, Span } from './pen.ts';
import type { Cell } from './screen.ts';

/** Token of a direction; its glyph and word say the same. */
export const outcomeTokens = {
  improved: 'ok',
  regressed: 'bad',
  stable: 'muted',
  floor: 'bad',
  not_comparable: 'warn',
  unscored: 'warn',
} as const satisfies Record<MetricOutcome, Token>;

const verdictTokens = new Map<string, Token>([
  ['green', 'ok'],
  ['red', 'bad'],
  ['unmeasured', 'warn'],
  ['not_comparable', 'warn'],
  ['running', 'info'],
  ['interrupted', 'warn'],
  ['unreadable', 'bad'],
]);

const verdictSigns = new Map<string, readonly [utf8: string, ascii: string]>([
  ['green', ['✓', '+']],
  ['red', ['✗', '!']],
  ['running', ['▸', '>']],
  ['unmeasured', ['?', '?']],
  ['not_comparable', ['≠', '#']],
  ['interrupted', ['–', '-']],
  ['unreadable', ['◇', '%']],
]);

export function verdictSpan(verdict: string, pen: Pen): Span {
  return pen.bold(verdict.replace('_', ' '), verdictTokens.get(verdict) ?? 'text');
}

/** One cell, another for each verdict. */
export function verdictSign(verdict: string, pen: Pen): string {
  const [utf8, ascii] = verdictSigns.get(verdict) ?? ['?', '?'];
  return pen.set === 'ascii' ? ascii : utf8;
}

/** A verdict as sign and word. */
export function verdictBadge(verdict: string, pen: Pen): readonly Span[] {
  return [pen.span(`${verdictSign(verdict, pen)} `, verdictTokens.get(verdict)), verdictSpan(verdict, pen)];
}

/** A figure in the width that its column got. `name` is said before it where the column does not say which it is. */
export function figureCell(cell: MetricCell, pen: Pen, name?: string): (width: number) => Cell {
  const token = cell.outcome === undefined ? undefined : outcomeTokens[cell.outcome];
  return width => ({
    spans: [pen.span(metricCell(cell, width, pen.set), token)],
    raw: cell.value,
    spoken: `${name === undefined ? '' : `${name} `}${spokenFigure(cell)}`,
  });
}

export function missing(pen: Pen): string {
  return pen.set === 'ascii' ? '-' : '–';
}

export function textCell(text: string | null, pen: Pen, token?: Token): Cell {
  return text === null
    ? { spans: [pen.span(missing(pen), 'muted')], raw: null }
    : { spans: [pen.steady(text, token)], raw: text };
}

/** A change of a figure of which more is better. */
export function deltaSpan(delta: number, pen: Pen): Span {
  return pen.span(humanDelta(delta), delta === 0 ? 'muted' : delta > 0 ? 'ok' : 'bad');
}
