import { type FieldTable, isOrdered } from './field-table.ts';
import { casesFields } from './fields/cases.ts';
import { runsFields } from './fields/runs.ts';
import type { Comparison, FilterTree, SortKey } from './tree.ts';
import { formatValue } from './values.ts';

/** Where no table is given: names that two screens share have one type on both. */
const EVERY: FieldTable = {
  fields: new Map([...runsFields.fields, ...casesFields.fields]),
  flags: new Map([...runsFields.flags, ...casesFields.flags]),
  text: [],
};

/**
 * The text of a tree, `''` for null: `parseFilter(formatFilter(tree, table), table)` gives a parsed tree back.
 * Units come from the table. Lists, ranges and negated operators are written short, so that a text that was parsed
 * stays within the depth and (but for a handful of signs) the length that filters may have.
 */
export function formatFilter(tree: FilterTree | null, table: FieldTable = EVERY): string {
  return tree === null ? '' : orText(tree, table);
}

export function formatSort(keys: readonly SortKey[]): string {
  return `sort:${keys.map(([name, direction]) => (direction === 'desc' ? `${name}-` : name)).join(',')}`;
}

function orText(tree: FilterTree, table: FieldTable): string {
  const short = shortText(tree, table);
  if (short !== undefined) return short;
  return 'or' in tree ? tree.or.map(branch => andText(branch, table)).join(' or ') : andText(tree, table);
}

/** Within `or` an `and` needs no parentheses, since it binds closer. */
function andText(tree: FilterTree, table: FieldTable): string {
  const isShort = shortText(tree, table) !== undefined;
  if (isShort || !('and' in tree)) return unaryText(tree, table);
  return tree.and.map(part => unaryText(part, table)).join(' ');
}

function unaryText(tree: FilterTree, table: FieldTable): string {
  const short = shortText(tree, table);
  if (short !== undefined) return short;
  return 'not' in tree ? `-${unaryText(tree.not, table)}` : `(${orText(tree, table)})`;
}

/** What is written without spaces: one term, a list, a range, a negated operator. */
function shortText(tree: FilterTree, table: FieldTable): string | undefined {
  if ('text' in tree) return wordText(tree.text);
  if ('is' in tree) return `is:${tree.is}`;
  if ('has' in tree) return `has:${tree.has}`;
  if ('not' in tree) return negatedText(tree.not, table);
  if ('or' in tree) return namesText(tree.or) ?? listText(tree.or, table);
  if ('and' in tree) return listText([tree], table);
  const [field, op, value] = tree.cmp;
  return `${field}${op}${op === '~' ? patternText(String(value)) : valueText(tree, table)}`;
}

/** `is:red,moved`, `has:answer,tag`. */
function namesText(trees: readonly FilterTree[]): string | undefined {
  const flags = trees.flatMap(tree => ('is' in tree ? [tree.is] : []));
  if (flags.length === trees.length) return `is:${flags.join(',')}`;
  const fields = trees.flatMap(tree => ('has' in tree ? [tree.has] : []));
  return fields.length === trees.length ? `has:${fields.join(',')}` : undefined;
}

/** `tag:cjk,temporal`, `rank=1,3..5`: alternatives of one field; undefined where they are no such thing. */
function listText(trees: readonly FilterTree[], table: FieldTable): string | undefined {
  const items = trees.map(tree => itemOf(tree, table));
  const [first] = items;
  if (first === undefined) return undefined;
  const isList = items.every(item => item?.field === first.field && item.op === first.op);
  return isList ? `${first.field}${first.op}${items.map(item => item?.text).join(',')}` : undefined;
}

type Item = { readonly field: string; readonly op: ':' | '='; readonly text: string };

function itemOf(tree: FilterTree, table: FieldTable): Item | undefined {
  if ('and' in tree) return rangeOf(tree.and, table);
  if (!('cmp' in tree)) return undefined;
  const [field, op] = tree.cmp;
  if (op === ':' || op === '=') return { field, op, text: valueText(tree, table) };
  if (op === '>=') return { field, op: '=', text: `${valueText(tree, table)}..` };
  return op === '<=' ? { field, op: '=', text: `..${valueText(tree, table)}` } : undefined;
}

function rangeOf(trees: readonly FilterTree[], table: FieldTable): Item | undefined {
  const [low, high] = trees;
  if (trees.length !== 2 || low === undefined || high === undefined) return undefined;
  if (!('cmp' in low && 'cmp' in high)) return undefined;
  const [field, from, least] = low.cmp;
  const [other, to, most] = high.cmp;
  if (field !== other || from !== '>=' || to !== '<=' || least > most) return undefined;
  return { field, op: '=', text: `${valueText(low, table)}..${valueText(high, table)}` };
}

function negatedText(tree: FilterTree, table: FieldTable): string | undefined {
  if ('cmp' in tree) {
    const [field, op, value] = tree.cmp;
    if (op === '=') return `${field}!=${valueText(tree, table)}`;
    if (op === '~') return `${field}!~${patternText(String(value))}`;
  }
  if ('or' in tree && tree.or.every(item => 'cmp' in item && item.cmp[1] === '=')) {
    return listText(tree.or, table)?.replace('=', '!=');
  }
  const short = shortText(tree, table);
  return short === undefined ? undefined : `-${short}`;
}

function valueText({ cmp: [field, , value] }: Comparison, table: FieldTable): string {
  const type = table.fields.get(field)?.type ?? (typeof value === 'number' ? 'number' : 'text');
  const text = formatValue(type, value);
  return isOrdered(type) || /^[^\s()|,"&]+$/u.test(text) ? text : quoted(text);
}

function wordText(text: string): string {
  const isBare = /^[^\s()|"&:=<>~!-][^\s()|"&:=<>~!]*$/u.test(text) && !/^(?:or|and|not)$/i.test(text);
  return isBare ? text : quoted(text);
}

function patternText(pattern: string): string {
  return /^[^\s()|"\\]+$/u.test(pattern) ? pattern : quoted(pattern);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
