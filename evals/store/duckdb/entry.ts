import { canonicalJson } from '../../../core/canonical-json.ts';
import type { JsonObject } from '../../../core/json.ts';
import { snippetOf } from '../../retrieve/snippet.ts';
import type { LandRow } from '../port.ts';
import type { NumberedDocument } from './document.ts';
import type { ENTRY_COLUMNS } from './layout.ts';

type EntryValue = string | number | bigint | boolean | null;

/** One landed row as a line of `entries`: a value for each of its columns. */
export function entryOf(
  row: LandRow,
  document: NumberedDocument | null,
  place: EntryPlace,
): readonly EntryValue[] {
  const order = place.ordered ? orderParts(row.order) : UNORDERED;
  const line: { readonly [Name in (typeof ENTRY_COLUMNS)[number][0]]: EntryValue } = {
    rid: place.rid,
    landing: place.landing,
    seq: row.seq,
    key: row.key,
    chain: row.chain ?? null,
    cells: JSON.stringify(row.cells),
    marks: Object.keys(row.marks).length === 0 ? null : JSON.stringify(row.marks),
    // Made again from the cells when it is shown: it would be a second copy of the text of most corpora.
    snippet: row.snippet === snippetOf(place.snippetColumns, row.cells) ? null : row.snippet,
    lowered: document?.lowered ?? null,
    length: document?.length ?? null,
    order_kind: order.kind,
    order_number: order.number,
    order_text: order.text,
    available: row.availableNs,
    valid_from: row.validFromNs,
    valid_to: row.validToNs,
    published: row.publishedNs,
    basis: row.dateBasis,
    deleted: row.deleted,
    content: contentOf(row.cells, place.contentColumn),
  };
  return Object.values(line);
}

export type EntryPlace = {
  readonly rid: number;
  readonly landing: number;
  /** Whether the table declares `order_by`. */
  readonly ordered: boolean;
  readonly contentColumn: string | null;
  readonly snippetColumns: readonly string[];
};

type OrderParts = {
  readonly kind: number | null;
  readonly number: number | null;
  readonly text: string | null;
};

const UNORDERED: OrderParts = { kind: null, number: null, text: null };

/** An `order_by` value so that the engine sorts it: null, then false and true, numbers, texts by code point. */
function orderParts(value: LandRow['order']): OrderParts {
  if (value === null) return { kind: 0, number: null, text: null };
  if (typeof value === 'boolean') return { kind: 1, number: Number(value), text: null };
  if (typeof value === 'number') return { kind: 2, number: value, text: null };
  return { kind: 3, number: null, text: value };
}

function contentOf(cells: JsonObject, column: string | null): string | null {
  const cell = column === null || !Object.hasOwn(cells, column) ? null : (cells[column] ?? null);
  return cell === null ? null : canonicalJson(cell);
}
