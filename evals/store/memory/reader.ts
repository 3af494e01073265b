import type { Session } from '../../policy/index.ts';
import type { Predicate } from '../../policy/predicate.ts';
import { wholeRow } from '../answer.ts';
import type { Bounds, Ranking, Reader, RecallAnswer, RecallCall, ScanPage } from '../port.ts';
import { readsWhole, recallAnswer, requireClaims, type SeesWhole } from '../recall.ts';
import { rankedCall } from './ranked-call.ts';
import type { MemoryTable, StoredRow } from './table.ts';
import { cellsFor, type VisibleTable, visibleTables } from './visible-rows.ts';

export type ReadPath = {
  readonly tables: Iterable<MemoryTable>;
  readonly session: Session;
  readonly bounds: Bounds;
  readonly defaultRows: Predicate | null;
  readonly ranking: Ranking;
  readonly throwIfStopped: () => void;
};

/** All reads of one session under its bounds; what is visible is settled once, before any of them. */
export function memoryReader({ session, bounds, ranking, throwIfStopped, ...path }: ReadPath): Reader {
  const tables = visibleTables(path.tables, session, bounds, path.defaultRows);
  const byName = new Map(tables.map(table => [table.schema.name, table]));
  return {
    ranked: async function* (calls) {
      for (const call of calls) {
        // A signal or a timer gets its turn between two scans.
        await new Promise(resolve => setImmediate(resolve));
        throwIfStopped();
        yield rankedCall({ tables, session, bounds, ranking }, call);
      }
    },
    recall: async calls => calls.map(call => recall(byName, session, call)),
    scan: async (name, page) => scan(byName.get(name), session, page),
    rows: async references =>
      references.map(([name, key]) => {
        const found = newestOf(byName.get(name), key);
        return found === undefined ? null : wholeRow(found.schema, cellsFor(session, found));
      }),
  };
}

function scan(
  table: VisibleTable | undefined,
  session: Session,
  { limit, after }: { limit: number; after: number | null },
): ScanPage {
  const start = after ?? 0;
  const rows = table?.rows ?? [];
  const end = start + Math.max(0, limit);
  return {
    rows: rows.slice(start, end).map(stored => ({
      key: stored.row.key,
      row: wholeRow(stored.schema, cellsFor(session, stored)),
    })),
    after: end < rows.length ? end : null,
  };
}

function recall(tables: ReadonlyMap<string, VisibleTable>, session: Session, call: RecallCall): RecallAnswer {
  const table = tables.get(call.table);
  const schema = requireClaims(table?.schema, call);
  const claims = (table?.rows ?? []).map(stored => ({ row: stored.row, cells: cellsFor(session, stored) }));
  const seesWhole: SeesWhole = ([name, key]) => {
    const cited = newestOf(tables.get(name), key);
    return cited !== undefined && readsWhole(session, cited.schema, cited.row.cells);
  };
  return recallAnswer(schema, call, claims, seesWhole);
}

/** A key names one row but under valid_time, where each line of it stands: the newest landed answers. */
function newestOf(table: VisibleTable | undefined, key: string): StoredRow | undefined {
  return table?.rows.findLast(({ row }) => row.key === key);
}
