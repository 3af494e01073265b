import type { JsonValue } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { textCell } from './cells.ts';
import type { Pen } from './pen.ts';
import type { Column, ListSource } from './screen.ts';

export type Fact = readonly [name: string, value: string];

/** Names and values, one a row, each copyable. */
export function factsList(
  facts: readonly Fact[],
  titles: readonly [name: string, value: string],
  pen: Pen,
): ListSource {
  const columns: readonly Column[] = [
    { id: 'name', title: titles[0], rank: 0, min: 18, ideal: 30, max: 44, grow: 1, cut: 'middle' },
    { id: 'value', title: titles[1], rank: 0, min: 24, ideal: 40, max: 400, grow: 3 },
  ];
  return {
    columns,
    total: facts.length,
    row: index => {
      const fact = facts[index];
      if (fact === undefined) return undefined;
      return { id: fact[0], cells: { name: textCell(fact[0], pen, 'muted'), value: textCell(fact[1], pen) } };
    },
    focus: index => {
      const fact = facts[index];
      return fact === undefined ? {} : { id: fact[0], value: fact[1] };
    },
  };
}

/** The leaves of a document with their paths. */
export function leaves(value: JsonValue, path = ''): readonly Fact[] {
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([name, part]) =>
      leaves(part, path === '' ? name : /^[\w-]+$/.test(name) ? `${path}.${name}` : `${path}[${name}]`),
    );
  }
  if (Array.isArray(value) && value.some(part => typeof part === 'object' && part !== null)) {
    return value.flatMap((part, index) => leaves(part, `${path}[${index}]`));
  }
  return [[path, value === null ? 'none' : Array.isArray(value) ? value.join(', ') : String(value)]];
}
