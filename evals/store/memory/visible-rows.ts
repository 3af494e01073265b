import type { JsonObject } from '../../../core/json.ts';
import { projectCells, type Session, visibilityOf } from '../../policy/index.ts';
import type { Predicate } from '../../policy/predicate.ts';
import { compareLandings, isCurrent } from '../fold.ts';
import type { Bounds, TableSchema } from '../port.ts';
import { type MemoryTable, type StoredRow, versionsOf } from './table.ts';

/** A table as one session sees it under its bounds: the rows it has, in order of landing, and nothing of the others. */
export type VisibleTable = {
  readonly schema: TableSchema;
  readonly analyzer: MemoryTable['analyzer'];
  readonly rows: readonly StoredRow[];
};

/**
 * The one gate of this adapter (evaluate.md 5.3, 6.4): policy, then the clocks. A table that the session may
 * not read at all is absent from the answer.
 */
export function visibleTables(
  tables: Iterable<MemoryTable>,
  session: Session,
  bounds: Bounds,
  defaultRows: Predicate | null,
): readonly VisibleTable[] {
  const visible: VisibleTable[] = [];
  for (const table of tables) {
    const visibility = visibilityOf(table.schema, session, { defaultRows });
    if (visibility.kind === 'nothing') continue;
    const rows = versionsOf(table, bounds.landedAsOf)
      .filter(({ stored }) => visibility.admits(stored.row.cells))
      .filter(({ stored, interval }) => isCurrent(stored.row, interval, bounds))
      .map(({ stored }) => stored)
      .toSorted(compareLandings);
    visible.push({ schema: table.schema, analyzer: table.analyzer, rows });
  }
  return visible;
}

/** Data columns of a visible row as the session sees them. */
export function cellsFor(session: Session, { schema, row }: StoredRow): JsonObject {
  return projectCells(schema, session, row.cells);
}
