import type { TableDeclaration } from '../../../evals/policy/index.ts';
import { memoryAdapter } from '../../../evals/store/memory/index.ts';
import type { RankedAnswer, Reader, Store, StoreAdapter, TableSchema } from '../../../evals/store/port.ts';

/**
 * A store as it is often built: it scores over every row that it holds and takes out afterwards what the
 * session may not see. Rows, order and cells are right; the statistics are not.
 */
export const leakingAdapter: StoreAdapter = {
  name: 'leaking',
  open: async config => {
    const honest = await memoryAdapter.open(config);
    const global = await memoryAdapter.open(config);
    const admitBounded: Store['admitBounded'] = (session, bounds) => {
      const sees = honest.admitBounded(session, bounds);
      const all = global.admit({
        ...session,
        zone: 'local:device',
        tables: null,
        rows: null,
        rowLimit: null,
      });
      return { ...sees, ranked: filteredAfterwards(sees, all) };
    };
    return {
      ...honest,
      adapter: 'leaking',
      land: async (schema, rows, stamp) => {
        const landed = [];
        for await (const row of rows) landed.push(row);
        await global.land(unpoliced(schema), iterate(landed.map(withoutChain)), stamp);
        return honest.land(schema, iterate(landed), stamp);
      },
      fold: async () => {
        await global.fold();
        return honest.fold();
      },
      admit: session => admitBounded(session, { availableAsOf: null, validAsOf: null, landedAsOf: null }),
      admitBounded,
    };
  },
};

function filteredAfterwards(sees: Reader, all: Reader): Reader['ranked'] {
  return async function* (calls) {
    for (const call of calls) {
      const visible = new Map<string, RankedAnswer['rows'][number]>();
      const honest = await single(sees, call);
      for (const row of honest.rows) visible.set(`${row._run_id} ${row._row_seq} ${row._table}`, row);
      const scored = await single(all, { ...call, limit: 1000 });
      const rows = scored.rows.filter(row => visible.has(`${row._run_id} ${row._row_seq} ${row._table}`));
      yield { ...honest, rows };
    }
  };
}

async function single(reader: Reader, call: Parameters<Reader['ranked']>[0][number]): Promise<RankedAnswer> {
  for await (const answer of reader.ranked([call])) return answer;
  throw new Error('no answer');
}

function unpoliced(schema: TableSchema): TableSchema {
  const open: Partial<TableDeclaration> = {
    tenantColumn: null,
    deleteColumn: null,
    class: null,
    policy: { zoneAllow: ['*'], rows: null, columns: {} },
  };
  return { ...schema, declaration: { ...schema.declaration, ...open } };
}

function withoutChain<Row extends object>(row: Row): Row & { chain: undefined; deleted: false } {
  return { ...row, chain: undefined, deleted: false };
}

async function* iterate<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
