import { canonicalJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Nanoseconds } from '../../core/time.ts';
import { refuse } from '../../spec/refusals.ts';
import { parseReference } from '../case/reference.ts';
import { projectCells, type Session } from '../policy/index.ts';
import { wholeRow } from './answer.ts';
import type { LandRow, RecallAnswer, RecallCall, RecalledClaim, TableSchema } from './port.ts';

/** A claim that the session sees under its bounds, and the table's cells as the session sees them. */
export type VisibleClaim = {
  readonly row: Pick<LandRow, 'key' | 'validFromNs' | 'validToNs' | 'marks'>;
  readonly cells: JsonObject;
};

export type Reference = readonly [table: string, key: string];

/** Whether the session sees a row under its bounds, with no cell of it withheld. */
export type SeesWhole = (reference: Reference) => boolean;

/** Rows that one claim may cite. */
export const MOST_CITATIONS = 64;

/** Columns of a claims table; a claim without `evidence` cites what its `_provenance` mark names. */
const CLAIM = {
  id: 'claim_id',
  subject: 'subject',
  predicate: 'predicate',
  tier: 'tier',
  evidence: 'evidence',
};

/** Refuses RecallNotClaims by one text for a table that is absent, not granted, or of another role. */
export function requireClaims(schema: TableSchema | undefined, call: RecallCall): TableSchema {
  if (schema?.declaration.role === 'claims') return schema;
  throw refuse('RecallNotClaims', {
    message: `${call.table} is no claims table`,
    found: call.table,
    want: 'a table with role = "claims"',
  });
}

/** Whether a claim speaks of the call's subject by one of its predicates. */
export function answersCall(cells: JsonObject, { subject, predicates }: RecallCall): boolean {
  if (cell(cells, CLAIM.subject) !== subject) return false;
  const predicate = cell(cells, CLAIM.predicate);
  return predicates === undefined || (typeof predicate === 'string' && predicates.includes(predicate));
}

/** The rows that a claim cites, null when its citation is none that can be read. */
export function citationsOf({ row, cells }: VisibleClaim): readonly Reference[] | null {
  const cited = cell(cells, CLAIM.evidence) ?? cell(row.marks, '_provenance');
  if (cited === null) return [];
  if (typeof cited === 'string') return allOrNull([reference(cited)]);
  return Array.isArray(cited) ? allOrNull(cited.map(reference)) : null;
}

/** Whether the session reads every cell that the row has. */
export function readsWhole(session: Session, schema: TableSchema, cells: JsonObject): boolean {
  const shown = projectCells(schema, session, cells);
  return canonicalJson(wholeRow(schema, cells)) === canonicalJson(wholeRow(schema, shown));
}

/** Answers one keyed recall over the visible claims of its table, in any order (evaluate.md 9.8). */
export function recallAnswer(
  schema: TableSchema,
  call: RecallCall,
  claims: readonly VisibleClaim[],
  seesWhole: SeesWhole,
): RecallAnswer {
  const asked = claims.filter(({ cells }) => answersCall(cells, call));
  const inForce = asked.filter(claim => holds(schema, claim, call));
  const suppressed = { MemoryEvidenceUnresolved: 0, MemoryEvidenceOverflow: 0 };
  const recalled: RecalledClaim[] = [];
  for (const claim of inForce.toSorted(compareClaims(call.tiers ?? ['curated']))) {
    const cites = citationsOf(claim);
    if (cites !== null && cites.length > MOST_CITATIONS) suppressed.MemoryEvidenceOverflow += 1;
    else if (cites === null || !cites.every(seesWhole)) suppressed.MemoryEvidenceUnresolved += 1;
    else recalled.push({ _key: claim.row.key, _row: wholeRow(schema, claim.cells), _cites: cites });
  }
  const withheld = suppressed.MemoryEvidenceUnresolved + suppressed.MemoryEvidenceOverflow;
  return { claims: recalled, recall: { suppressed, stale: asked.length - inForce.length, withheld } };
}

/** from ≤ t < to; exclusive asks for the moment before t: from < t ≤ to. */
function holds(schema: TableSchema, { row }: VisibleClaim, { observedNs, inclusive }: RecallCall): boolean {
  if (schema.declaration.validTime === null) return true;
  const { validFromNs: from, validToNs: to } = row;
  if (from === null) return false;
  if (inclusive) return from <= observedNs && (to === null || observedNs < to);
  return from < observedNs && (to === null || observedNs <= to);
}

function compareClaims(tiers: readonly string[]): (a: VisibleClaim, b: VisibleClaim) => number {
  const tierRank = ({ cells }: VisibleClaim) => {
    const tier = cell(cells, CLAIM.tier);
    const index = typeof tier === 'string' ? tiers.indexOf(tier) : -1;
    return index === -1 ? tiers.length : index;
  };
  return (a, b) =>
    tierRank(a) - tierRank(b) ||
    compareNewest(a.row.validFromNs, b.row.validFromNs) ||
    compareCodePoints(claimId(a), claimId(b)) ||
    compareCodePoints(a.row.key, b.row.key);
}

function compareNewest(a: Nanoseconds | null, b: Nanoseconds | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a > b ? -1 : 1;
}

function claimId({ row, cells }: VisibleClaim): string {
  const id = cell(cells, CLAIM.id);
  return typeof id === 'string' ? id : row.key;
}

function reference(value: JsonValue): Reference | null {
  if (typeof value === 'string') return parseReference(value) ?? null;
  const isPair = Array.isArray(value) && value.every(part => typeof part === 'string');
  return isPair ? (parseReference(value) ?? null) : null;
}

function allOrNull(references: readonly (Reference | null)[]): readonly Reference[] | null {
  const present = references.filter(found => found !== null);
  return present.length === references.length ? present : null;
}

function cell(cells: JsonObject, name: string): JsonValue {
  return (Object.hasOwn(cells, name) ? cells[name] : null) ?? null;
}
