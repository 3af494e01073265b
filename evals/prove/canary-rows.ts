import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Nanoseconds } from '../../core/time.ts';
import { type Predicate, parsePredicate, type Session, visibilityOf } from '../policy/index.ts';
import type { ColumnType, LandRow, TableSchema } from '../store/port.ts';

/** Words that canaries hold, and a vector that lies near them. */
export type Bait = { readonly words: string; readonly vector: Float32Array };

/** Copies of one row of a table that the session must not see, and the table they land in. */
export type Canaries = { readonly schema: TableSchema; readonly rows: readonly LandRow[] };

export type Hiding = { readonly session: Session; readonly defaultRows: Predicate | null };

/** Withheld by the table's own policy where it can withhold, else in a table beside it whose policy withholds all. */
export function withheldCanaries(
  schema: TableSchema,
  model: LandRow,
  baits: readonly Bait[],
  hiding: Hiding,
): Canaries {
  const cells = withheldCells(schema, model.cells, hiding);
  if (cells !== undefined) return { schema, rows: copies('withheld', { ...model, cells }, baits) };
  const nobody = parsePredicate('1 = 2', { table: schema.name, columns: null });
  const policy = { ...schema.declaration.policy, rows: { predicate: nobody, exceptions: [] } };
  return { schema: besides(schema, 'withheld', policy), rows: copies('withheld', model, baits) };
}

/** In a table beside it that another zone may read and this one may not. */
export function foreignCanaries(
  schema: TableSchema,
  model: LandRow,
  baits: readonly Bait[],
  { session }: Hiding,
): Canaries {
  const zone = session.zone.startsWith('public-cloud:') ? 'private-cloud:canary' : 'public-cloud:canary';
  const policy = { ...schema.declaration.policy, zoneAllow: [zone] };
  return { schema: besides(schema, 'foreign-zone', policy), rows: copies('foreign-zone', model, baits) };
}

/** Not yet known and not yet valid at `after`; undefined: the table declares neither clock. */
export function futureCanaries(
  schema: TableSchema,
  model: LandRow,
  baits: readonly Bait[],
  after: Nanoseconds,
): Canaries | undefined {
  const { availableTime, validTime } = schema.declaration;
  if (availableTime === null && validTime === null) return undefined;
  const later = {
    ...model,
    ...(availableTime === null ? {} : { availableNs: after }),
    ...(validTime === null ? {} : { validFromNs: after, validToNs: null }),
  };
  return { schema, rows: copies('future', later, baits) };
}

/** The same columns under another name, which every prefix of the table is a prefix of. */
function besides(
  schema: TableSchema,
  kind: string,
  policy: TableSchema['declaration']['policy'],
): TableSchema {
  const name = `${schema.name}~canary-${kind}`;
  return { ...schema, name, declaration: { ...schema.declaration, name, policy } };
}

function copies(kind: string, model: LandRow, baits: readonly Bait[]): readonly LandRow[] {
  return baits.map(({ words, vector }, i) => {
    const key = `~canary-${kind}-${i + 1}`;
    return {
      ...model,
      key,
      chain: model.chain === undefined ? undefined : key,
      snippet: model.snippet === null ? null : words,
      embedding: isLike(model.embedding, vector) ? vector : model.embedding,
    };
  });
}

/** A table with vectors of its own takes no others. */
function isLike(own: Float32Array | null, vector: Float32Array): boolean {
  return own === null || own.length === vector.length;
}

/** Cells that the policy withholds from the session; undefined: none were found. */
function withheldCells(
  schema: TableSchema,
  cells: JsonObject,
  { session, defaultRows }: Hiding,
): JsonObject | undefined {
  const visibility = visibilityOf(schema, session, { defaultRows });
  if (visibility.kind === 'nothing') return undefined;
  const columns = policyColumns(schema, session, defaultRows);
  const types = new Map(schema.columns.map(({ name, type }) => [name, type]));
  for (const strange of [otherValue, () => null]) {
    const changed = [...columns].map(name => [name, strange(types.get(name), cells[name])] as const);
    const own = { ...cells, ...Object.fromEntries(changed) };
    if (changed.length > 0 && !visibility.admits(own)) return own;
  }
  return undefined;
}

function policyColumns(
  { declaration }: TableSchema,
  session: Session,
  defaultRows: Predicate | null,
): ReadonlySet<string> {
  const { rows } = declaration.policy;
  const predicates = [
    session.rows,
    defaultRows,
    rows?.predicate ?? null,
    ...(rows?.exceptions ?? []).map(({ predicate }) => predicate),
  ];
  return new Set([
    ...predicates.flatMap(predicate => predicate?.columns ?? []),
    ...(declaration.tenantColumn === null ? [] : [declaration.tenantColumn]),
  ]);
}

/** A value of the column's type that a policy is unlikely to let in. */
function otherValue(type: ColumnType | undefined, cell: JsonValue | undefined): JsonValue {
  switch (type) {
    case 'string':
      return 'canary://nobody';
    case 'integer':
    case 'number':
      return -987_654_321;
    case 'boolean':
      return cell !== true;
    case 'timestamp':
      return '2999-01-01T00:00:00Z';
    case 'date':
      return '2999-01-01';
    default:
      return null;
  }
}
