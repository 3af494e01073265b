import type { Refusal } from '../../core/refusal.ts';
import type { Emit } from '../plan/types.ts';

/** How a cell ended. */
export type CellEnd =
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly refusal: Refusal }
  | { readonly state: 'cancelled' };

/** Cells at once: as configured, else a quarter of the cores, one to four (release.md 4.5). */
export function jobsOf(configured: number | 'auto', threads: number): number {
  return configured === 'auto' ? Math.min(4, Math.max(1, Math.floor(threads / 4))) : configured;
}

/**
 * Works on cells in their order, at most `jobs` at once. One that fails leaves the others running; with `failFast`,
 * and after an abort, none starts any more. Ends are given in the order of the cells.
 */
export async function runCells<Item extends { readonly id: string }>(
  cells: readonly Item[],
  options: { readonly jobs: number; readonly failFast: boolean; readonly signal: AbortSignal },
  work: (cell: Item) => Promise<Refusal | undefined>,
  emit: Emit,
): Promise<ReadonlyMap<string, CellEnd>> {
  const ends = new Map<string, CellEnd>(cells.map(({ id }) => [id, { state: 'cancelled' }]));
  for (const { id } of cells) emit({ t: 'cell.queued', cell: id });
  const waiting = [...cells];
  let isStopped = false;
  const next = () => (isStopped || options.signal.aborted ? undefined : waiting.shift());
  const worker = async () => {
    for (let cell = next(); cell !== undefined; cell = next()) {
      const refusal = await work(cell);
      if (refusal === undefined) ends.set(cell.id, { state: 'done' });
      else if (refusal.code !== 'Interrupted') {
        ends.set(cell.id, { state: 'failed', refusal });
        const { code, message, exit, excerpt } = refusal;
        emit({
          t: 'cell.failed',
          cell: cell.id,
          refusal: { code, message, exit, excerpt, facts: refusal.facts },
        });
        if (options.failFast) isStopped = true;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, cells.length) }, worker));
  for (const [cell, end] of ends) if (end.state === 'cancelled') emit({ t: 'cell.cancelled', cell });
  return ends;
}

/** Of a whole run: 130 after an abort, 1 if any cell is red, else 3 if any could not be built, else 0. */
export function exitOf(ends: ReadonlyMap<string, CellEnd>, isAborted: boolean): number {
  if (isAborted) return 130;
  const exits = [...ends.values()].flatMap(end => (end.state === 'failed' ? [end.refusal.exit] : []));
  if (exits.length === 0) return 0;
  return exits.some(exit => exit !== 3) ? 1 : 3;
}
