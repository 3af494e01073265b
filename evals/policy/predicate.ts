import type { Scalar } from './session.ts';

/** The parsed form of a row policy (evaluate.md 5.3). `parsePredicate` is the one way to get one. */
export type Predicate = {
  readonly text: string;
  readonly condition: Condition;
  /** Columns that it reads, in code-point order. */
  readonly columns: readonly string[];
};

/** True, false or null (unknown); `and` and `or` hold two or more conditions. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    }
  | {
      readonly kind: 'in';
      readonly negated: boolean;
      readonly operand: Operand;
      readonly values: readonly Scalar[];
    }
  | { readonly kind: 'like'; readonly negated: boolean; readonly operand: Operand; readonly pattern: string }
  | { readonly kind: 'null'; readonly negated: boolean; readonly operand: Operand };

export type Operand =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'subject'; readonly field: string }
  | { readonly kind: 'call'; readonly call: Call; readonly operands: readonly Operand[] };

export const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const CALLS = ['lower', 'upper', 'trim', 'length', 'coalesce', 'starts_with'] as const;
export type Call = (typeof CALLS)[number];
