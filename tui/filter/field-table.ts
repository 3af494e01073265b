export type FieldType =
  | 'text'
  | 'set'
  | 'enum'
  | 'number'
  | 'rate'
  | 'delta'
  | 'duration'
  | 'bytes'
  | 'instant';

export type FilterField = {
  readonly type: FieldType;
  /** One line for help pages. */
  readonly doc: string;
  /** Of an enum. */
  readonly values?: readonly string[];
};

/** What the filter of one screen may ask for (tui-cli.md 17). */
export type FieldTable = {
  readonly fields: ReadonlyMap<string, FilterField>;
  /** `is:` states with one line each. */
  readonly flags: ReadonlyMap<string, string>;
  /** Fields that a bare word is looked for in. */
  readonly text: readonly string[];
};

export type WrittenOp = ':' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | '!~';

type TypeRule = {
  /** As in `recall is a rate`. */
  readonly noun: string;
  /** As in `abc is no rate`. */
  readonly bare: string;
  readonly ops: readonly WrittenOp[];
};

const TEXT_OPS: readonly WrittenOp[] = [':', '=', '!=', '~', '!~'];
const ORDER_OPS: readonly WrittenOp[] = [':', '=', '!=', '<', '<=', '>', '>='];

export const typeRules: Readonly<Record<FieldType, TypeRule>> = {
  text: { noun: 'text', bare: 'text', ops: TEXT_OPS },
  set: { noun: 'text', bare: 'text', ops: TEXT_OPS },
  enum: { noun: 'a word', bare: 'word', ops: [':', '=', '!='] },
  number: { noun: 'a number', bare: 'number', ops: ORDER_OPS },
  rate: { noun: 'a rate', bare: 'rate', ops: ORDER_OPS },
  delta: { noun: 'a delta', bare: 'delta', ops: ORDER_OPS },
  duration: { noun: 'a duration', bare: 'duration', ops: ORDER_OPS },
  bytes: { noun: 'a size', bare: 'size', ops: ORDER_OPS },
  instant: { noun: 'an instant', bare: 'instant', ops: ORDER_OPS },
};

export function isOrdered(type: FieldType): boolean {
  return typeRules[type].ops === ORDER_OPS;
}
