import type { JsonObject } from '../../core/json.ts';

/** A row as its file has it. Numbers may still be non-finite or too big in formats that can say so. */
export type SourceRow = { readonly line: number; readonly cells: JsonObject };

export type RowBatches = AsyncIterable<readonly SourceRow[]>;
