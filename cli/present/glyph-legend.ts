import {
  type MetricCell,
  type MetricOutcome,
  metricCell,
  outcomeGlyphs,
} from '../../tui/text/metric-cell.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint } from './paint.ts';

const MEANINGS = {
  improved: 'improved',
  regressed: 'regressed',
  stable: 'inside its band',
  floor: 'breaks a floor',
  not_comparable: 'not comparable',
  unscored: 'not measured',
} as const satisfies Record<MetricOutcome, string>;

/** What the signs in these cells, drawn `width` wide, mean in words; nothing when they bear none. */
export function glyphLegend(
  shown: readonly MetricCell[],
  width: number,
  { symbols, columns, colour }: View,
): readonly string[] {
  const used = new Set(shown.flatMap(({ outcome }) => outcome ?? []));
  const texts = shown.map(cell => metricCell(cell, width, symbols));
  const half = symbols === 'ascii' ? '+-' : '±';
  const pieces = [
    ...OUTCOMES.filter(outcome => used.has(outcome)).map(
      outcome => `${outcomeGlyphs[outcome][symbols]} ${MEANINGS[outcome]}`,
    ),
    ...(texts.some(text => text.includes('~')) ? ['~ inside the interval'] : []),
    ...(texts.some(text => text.includes(half)) ? [`${half} half the 95 % interval`] : []),
  ];
  return flow(pieces, '   ', columns).map(line => paint(line, 'dim', colour));
}

const OUTCOMES = ['stable', 'improved', 'regressed', 'floor', 'not_comparable', 'unscored'] as const;
