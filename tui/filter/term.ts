import { suggest } from '../../core/suggest.ts';
import { filterFault } from './fault.ts';
import { type FieldTable, type FilterField, isOrdered, typeRules } from './field-table.ts';
import type { Piece, TermToken } from './tokens.ts';
import type { CompareOp, FilterTree, SortKey } from './tree.ts';
import { parseValue } from './values.ts';

/** The condition of one `field op value`, `is:` or `has:`. */
export function parseTerm(token: TermToken, table: FieldTable): FilterTree {
  if (token.op === ':' && token.field === 'is') {
    return anyOf(token.pieces.map(piece => ({ is: known(piece, table.flags, 'flag') })));
  }
  if (token.op === ':' && token.field === 'has') {
    return anyOf(token.pieces.map(piece => ({ has: known(piece, table.fields, 'field') })));
  }
  const field = table.fields.get(token.field);
  if (field === undefined) throw unknown(token.field, token.at, table.fields, 'field');
  const { noun, ops } = typeRules[field.type];
  if (!ops.includes(token.op)) {
    const message = `${token.field} is ${noun}: use ${ops.join(' ')}`;
    throw filterFault('FilterTypeMismatch', token.opAt, message);
  }
  return comparison(token, field);
}

export function isSort({ field, op }: TermToken): boolean {
  return field === 'sort' && op === ':';
}

/** The keys of `sort:recall,id-`; a minus behind a key turns its order round. */
export function parseSort({ pieces }: TermToken, table: FieldTable): readonly SortKey[] {
  return pieces.map(piece => {
    const isReverse = !table.fields.has(piece.text) && piece.text.endsWith('-');
    const name = isReverse ? piece.text.slice(0, -1) : piece.text;
    return [known({ ...piece, text: name }, table.fields, 'field'), isReverse ? 'desc' : 'asc'];
  });
}

function comparison(token: TermToken, field: FilterField): FilterTree {
  const { op, field: name, pieces } = token;
  if (op === '~' || op === '!~') {
    const tree = pattern(name, pieces);
    return op === '~' ? tree : { not: tree };
  }
  if (op === '<' || op === '<=' || op === '>' || op === '>=') {
    const [text, at] = whole(pieces);
    return { cmp: [name, op, fieldValue(field, name, text, at)] };
  }
  const equality = field.type === 'text' || field.type === 'set' ? op : '=';
  const compare: CompareOp = equality === ':' ? ':' : '=';
  const tree = anyOf(
    pieces.map(piece => {
      const isRange = op !== '!=' && isOrdered(field.type) && !piece.quoted && piece.text.includes('..');
      if (isRange) return range(field, token, piece);
      return { cmp: [name, compare, fieldValue(field, name, piece.text, piece.at)] };
    }),
  );
  return op === '!=' ? { not: tree } : tree;
}

function range(field: FilterField, { field: name, op, valueAt }: TermToken, piece: Piece): FilterTree {
  const cut = piece.text.indexOf('..');
  const [low, high] = [piece.text.slice(0, cut), piece.text.slice(cut + 2)];
  const highAt = piece.at + cut + 2;
  const from = low === '' ? undefined : fieldValue(field, name, low, piece.at);
  const to = high === '' ? undefined : fieldValue(field, name, high, highAt);
  if (from !== undefined && to !== undefined) {
    // Instants have one form, so their texts stand in the order of time.
    if (from > to) throw filterFault('FilterSyntax', valueAt, 'range runs backwards');
    return { and: [{ cmp: [name, '>=', from] }, { cmp: [name, '<=', to] }] };
  }
  if (from !== undefined) return { cmp: [name, '>=', from] };
  if (to !== undefined) return { cmp: [name, '<=', to] };
  throw filterFault('FilterSyntax', valueAt, `a value is expected after ${name}${op}`);
}

function pattern(name: string, pieces: readonly Piece[]): FilterTree {
  const [text, at] = whole(pieces);
  try {
    new RegExp(text, 'iu');
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*: /s, '') : '';
    throw filterFault('FilterSyntax', at, `bad regular expression: ${why}`);
  }
  return { cmp: [name, '~', text] };
}

/** Operators that take no list take the comma as part of their value. */
function whole(pieces: readonly Piece[]): readonly [text: string, at: number] {
  return [pieces.map(({ text }) => text).join(','), pieces[0]?.at ?? 1];
}

function fieldValue(field: FilterField, name: string, text: string, at: number): number | string {
  if (field.type === 'enum') {
    if (field.values?.includes(text)) return text;
    const near = suggest(text, field.values ?? []);
    throw filterFault('FilterTypeMismatch', at, `${name} has no value ${text}`, near);
  }
  const value = parseValue(field.type, text);
  if (value !== undefined) return value;
  throw filterFault('FilterTypeMismatch', at, `${text} is no ${typeRules[field.type].bare}`);
}

function anyOf(trees: readonly FilterTree[]): FilterTree {
  const [first] = trees;
  return first !== undefined && trees.length === 1 ? first : { or: trees };
}

function known(piece: Piece, names: ReadonlyMap<string, unknown>, what: 'field' | 'flag'): string {
  if (names.has(piece.text)) return piece.text;
  throw unknown(piece.text, piece.at, names, what);
}

function unknown(
  name: string,
  at: number,
  names: ReadonlyMap<string, unknown>,
  what: 'field' | 'flag',
): Error {
  const code = what === 'field' ? 'FilterUnknownField' : 'FilterUnknownFlag';
  return filterFault(code, at, `unknown ${what} ${name}`, suggest(name, [...names.keys()]));
}
