import { compareCodePoints } from '../../core/code-points.ts';
import { windowSizes } from '../store/call-scope.ts';
import type { StoreConfig, TableSchema } from '../store/port.ts';
import type { Checking } from './check.ts';
import { measureAgain } from './measure-again.ts';
import type { Part } from './parts.ts';
import { type Sabotage, sabotaged } from './sabotage.ts';

/**
 * One part per table with indexes that holds more rows than the candidate window takes: without them its older rows
 * must be out of reach under `--candidates window`. The run is first done under `window` with its indexes, since a
 * red that needs no lost index proves none.
 */
export async function indexParts(checking: Checking): Promise<readonly Part[]> {
  const { prepared, judge } = checking;
  const indexed = prepared.corpora
    .flatMap(({ corpus }) => corpus.tables)
    .filter(({ declaration }) => declaration.indexes.length > 0)
    .map(({ name }) => name);
  const names = [...new Set(indexed)].sort(compareCodePoints);
  if (names.length === 0) return [{ name: 'index', why: 'no table declares one' }];
  const rows = new Map<string, number>();
  const counting: Sabotage = {
    config: windowed,
    row: (row, { name }) => {
      rows.set(name, (rows.get(name) ?? 0) + 1);
      return row;
    },
  };
  const control = await measureAgain(checking, 'prove-window', {
    adapter: adapter => sabotaged(adapter, counting),
  });
  const isGreen = (await judge(control)).exit === 0;
  const { newest } = windowSizes(prepared.request.k);
  return names.map((table): Part => {
    const name = `index of ${table}`;
    const held = rows.get(table) ?? 0;
    if (held <= newest) return { name, why: `its ${held} rows fit into the candidate window of ${newest}` };
    if (!isGreen) return { name, why: 'under `--candidates window` the run is red with its indexes too' };
    return { name, why: null, sabotage: { config: windowed, schema: schema => unindexed(schema, table) } };
  });
}

function windowed(config: StoreConfig): StoreConfig {
  return { ...config, ranking: { ...config.ranking, candidates: 'window' } };
}

function unindexed(schema: TableSchema, table: string): TableSchema {
  if (schema.name !== table) return schema;
  return { ...schema, declaration: { ...schema.declaration, indexes: [] } };
}
