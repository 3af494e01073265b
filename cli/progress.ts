import { type SymbolSet, safe } from '../core/safe-text.ts';
import { truncateEnd } from '../tui/text/truncate.ts';
import { lastingLine, type Phase, progressLine } from './progress-line.ts';

/** What an event means for the lines on stderr. */
export type ProgressStep =
  | {
      readonly kind: 'phase';
      readonly label: string;
      readonly unit: string;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly kind: 'note'; readonly text: string }
  /** A line that is part of the result and stays even when progress is off. */
  | { readonly kind: 'verdict'; readonly text: string };

export type ProgressMode = 'repaint' | 'plain' | 'notes' | 'off';

export type ProgressPorts = {
  readonly write: (text: string) => void;
  readonly columns: () => number;
  readonly elapsedMs: () => number;
  readonly every: (ms: number, action: () => void) => () => void;
  readonly symbols: SymbolSet;
};

const REPAINT_MS = 100;
const ERASE = '\r\u001b[K';

/**
 * Progress on stderr (tui-cli.md 5). `repaint`: one line, at most ten times a second, erased at the end and replaced
 * by one that stays. `plain`: a line at the start, at the end and every heartbeat. `notes`: no progress, `off`: verdict
 * lines only.
 */
export class Progress {
  readonly #mode: ProgressMode;
  readonly #ports: ProgressPorts;
  readonly #phases = new Map<string, Omit<Phase, 'elapsedMs'> & { readonly sinceMs: number }>();
  readonly #stopTimer: () => void;
  #paintedAtMs = Number.NEGATIVE_INFINITY;
  #isPainted = false;

  constructor(mode: ProgressMode, heartbeatMs: number, ports: ProgressPorts) {
    this.#mode = mode;
    this.#ports = ports;
    this.#stopTimer =
      mode === 'off' ? () => {} : ports.every(mode === 'plain' ? heartbeatMs : 1000, () => this.#tick());
  }

  step(step: ProgressStep): void {
    if (step.kind === 'phase') {
      this.#phase(step);
      return;
    }
    if (step.kind === 'verdict') this.#settle();
    if (step.kind === 'verdict' || this.#mode !== 'off') this.#line(safe(step.text, this.#ports.symbols));
  }

  /** Takes the painted line away; the terminal is as it was. */
  clear(): void {
    if (this.#isPainted) this.#ports.write(ERASE);
    this.#isPainted = false;
  }

  /** Ends progress. */
  end(): void {
    this.#stopTimer();
    this.#settle();
  }

  /** The painted line goes, the lasting one of the innermost phase stays, once. */
  #settle(): void {
    this.clear();
    const last = this.#current().at(-1);
    const isShown = this.#mode === 'repaint' || this.#mode === 'plain';
    if (isShown && last !== undefined && last.done > 0) this.#line(lastingLine(last));
    this.#phases.clear();
  }

  #phase({ label, unit, done, total }: Extract<ProgressStep, { kind: 'phase' }>): void {
    const isFirst = this.#phases.size === 0;
    const sinceMs = this.#phases.get(label)?.sinceMs ?? this.#ports.elapsedMs();
    this.#phases.set(label, { label, unit, done, total, sinceMs });
    if (this.#mode === 'plain' && isFirst) this.#line(progressLine(this.#current()));
    const isDue = this.#ports.elapsedMs() - this.#paintedAtMs >= REPAINT_MS;
    if (this.#mode === 'repaint' && isDue) this.#paint();
  }

  #tick(): void {
    if (this.#phases.size === 0) return;
    if (this.#mode === 'plain') this.#line(progressLine(this.#current()));
    else this.#paint();
  }

  #paint(): void {
    const line = truncateEnd(progressLine(this.#current()), Math.max(1, this.#ports.columns() - 1));
    this.#ports.write(`${ERASE}${line}`);
    this.#isPainted = true;
    this.#paintedAtMs = this.#ports.elapsedMs();
  }

  #line(text: string): void {
    this.clear();
    this.#ports.write(`${text}\n`);
  }

  #current(): readonly Phase[] {
    const nowMs = this.#ports.elapsedMs();
    return [...this.#phases.values()].map(({ sinceMs, ...phase }) => ({
      ...phase,
      elapsedMs: nowMs - sinceMs,
    }));
  }
}
