import type { Condition, Operand } from '../../evals/policy/predicate.ts';
import type { Scalar } from '../../evals/policy/session.ts';

/** Writes a condition so that parsing it gives the same tree again. */
export function predicateText(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
      return condition.conditions
        .map(item =>
          item.kind === 'and' || item.kind === 'or' ? `(${predicateText(item)})` : predicateText(item),
        )
        .join(' AND ');
    case 'or':
      return condition.conditions
        .map(item => (item.kind === 'or' ? `(${predicateText(item)})` : predicateText(item)))
        .join(' OR ');
    case 'not':
      return `NOT (${predicateText(condition.condition)})`;
    case 'compare':
      return `${operandText(condition.left)} ${condition.operator} ${operandText(condition.right)}`;
    case 'in':
      return `${operandText(condition.operand)}${not(condition)} IN (${condition.values.map(scalarText).join(', ')})`;
    case 'like':
      return `${operandText(condition.operand)}${not(condition)} LIKE ${scalarText(condition.pattern)}`;
    case 'null':
      return `${operandText(condition.operand)} IS${not(condition)} NULL`;
  }
}

function not({ negated }: { readonly negated: boolean }): string {
  return negated ? ' NOT' : '';
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case 'literal':
      return scalarText(operand.value);
    case 'column':
      return `"${operand.name.replaceAll('"', '""')}"`;
    case 'subject':
      return `subject.${operand.field}`;
    case 'call':
      return `${operand.call}(${operand.operands.map(operandText).join(', ')})`;
  }
}

function scalarText(value: Scalar): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
