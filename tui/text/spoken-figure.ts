import type { MetricCell, MetricOutcome } from './metric-cell.ts';

/**
 * One figure in words, for who hears it: `0.500, down 0.500`. A fall or rise with no word after it lies outside the
 * band and means what it means for most figures: down is worse. tui-cli.md 20, linear mode.
 */
export function spokenFigure({ value, delta, outcome }: MetricCell): string {
  if (value === null) return 'not measured';
  const moved = typeof delta === 'number' ? [movement(delta)] : [];
  const word = outcome === undefined ? undefined : wordOf(outcome, delta ?? 0);
  return [value.toFixed(3), ...moved, ...(word === undefined ? [] : [word])].join(', ');
}

function movement(delta: number): string {
  const size = Math.abs(delta).toFixed(3);
  return size === '0.000' ? 'no change' : `${delta < 0 ? 'down' : 'up'} ${size}`;
}

function wordOf(outcome: MetricOutcome, delta: number): string | undefined {
  switch (outcome) {
    case 'stable':
      return Math.abs(delta) < 0.0005 ? undefined : 'inside the band';
    case 'improved':
      return delta < 0 ? 'better' : undefined;
    case 'regressed':
      return delta > 0 ? 'worse' : undefined;
    case 'floor':
      return 'breaches its floor';
    case 'not_comparable':
      return 'not comparable';
    case 'unscored':
      return 'unscored';
  }
}
