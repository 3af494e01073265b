import type { JsonObject } from '../../core/json.ts';
import type { ColumnPolicy, TableDeclaration } from './declaration.ts';
import type { Session } from './session.ts';
import { admits, admitsFailClosed } from './zones.ts';

/**
 * Columns with a mask, a class or a zone of their own. Row text, snippets, tokens and embeddings are stored once
 * for all sessions, so these columns are in none of them, for anyone (evaluate.md 5.2).
 */
export function shutColumns(declaration: TableDeclaration): ReadonlySet<string> {
  const shut = Object.entries(declaration.policy.columns).filter(
    ([, policy]) => policy.mask || policy.class !== null || policy.zoneAllow !== null,
  );
  return new Set(shut.map(([column]) => column));
}

/** A row's cells as this session may read them. The last step: visibility is decided on the cells as landed. */
export function projectCells(
  schema: { readonly declaration: TableDeclaration },
  session: Session,
  cells: JsonObject,
): JsonObject {
  const hidden = hiddenColumns(schema.declaration, session);
  if (hidden.size === 0) return cells;
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, hidden.has(column) ? null : cell]),
  );
}

/** Columns whose cells this session reads as null: masked, or closed to its zone. */
export function hiddenColumns(declaration: TableDeclaration, session: Session): ReadonlySet<string> {
  const hidden = Object.entries(declaration.policy.columns).filter(
    ([, policy]) => !opens(policy, session.zone),
  );
  return new Set(hidden.map(([column]) => column));
}

function opens(policy: ColumnPolicy, zone: string): boolean {
  if (policy.mask) return false;
  if (policy.class === 'phi' && !admitsFailClosed(zone)) return false;
  return policy.zoneAllow === null || admits(policy.zoneAllow, zone);
}
