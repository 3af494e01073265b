import { humanDuration, humanInt } from '../tui/text/human.ts';

export type Phase = {
  readonly label: string;
  readonly done: number;
  /** null = no count is known. */
  readonly total: number | null;
  readonly unit: string;
  readonly elapsedMs: number;
};

/**
 * One progress line (tui-cli.md 5): outer phases in short, the innermost with its share, and its rate and time
 * left once 2 s have passed and one item is done.
 */
export function progressLine(phases: readonly Phase[]): string {
  const inner = phases.at(-1);
  if (inner === undefined) return '';
  return [...phases.slice(0, -1).map(count), full(inner)].join(' · ');
}

/** The line that stays when a phase has ended: `run 412 cases in 4.85 s`. */
export function lastingLine(phase: Phase): string {
  return `${phase.label} ${humanInt(phase.done)} ${phase.unit} in ${humanDuration(phase.elapsedMs)}`;
}

function count({ label, done, total, unit }: Phase): string {
  return total === null
    ? `${label} ${humanInt(done)} ${unit}`
    : `${label} ${humanInt(done)}/${humanInt(total)} ${unit}`;
}

function full(phase: Phase): string {
  const { done, total, elapsedMs } = phase;
  const known = elapsedMs >= 2000 && done >= 1;
  const parts = [total === null ? count(phase) : `${count(phase)} ${share(done, total)}%`];
  if (known) parts.push(`${rate((done * 1000) / elapsedMs)}/s`);
  if (total === null) parts.push(humanDuration(elapsedMs));
  else if (known && done < total) parts.push(`${humanDuration((elapsedMs * (total - done)) / done)} left`);
  return parts.join('  ');
}

/** Rounded down, so that 100 stands only beside work that is done. */
function share(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((done * 100) / total);
}

function rate(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : humanInt(Math.round(perSecond));
}
