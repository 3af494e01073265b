import { Refusal } from '../../core/refusal.ts';
import type { FieldTable } from '../filter/field-table.ts';
import { fieldsOf } from '../filter/fields-of.ts';
import { parseFilter } from '../filter/parse.ts';
import type { FilterQuery, FilterTree } from '../filter/tree.ts';
import { type Draft, editDraft } from '../input/draft.ts';
import { relist } from './navigate.ts';
import { relink } from './relink.ts';
import { here, type State, type Stepped } from './state.ts';

const KEPT = 50;

/** Keys and pasted text while the filter line is open. No action key acts; `esc` brings back the old filter. */
export function stepDraft(
  state: State,
  draft: Draft,
  input: { readonly chord: string } | { readonly paste: string },
): Stepped {
  if ('chord' in input && input.chord === 'esc') return only({ ...state, draft: null });
  if ('chord' in input && input.chord === 'enter') return only(applied(state, draft));
  return only({ ...state, draft: editDraft(draft, input) });
}

/** A filter with a fault filters nothing: the line stays open with the fault under its caret. */
function applied(state: State, draft: Draft): State {
  if (filterFault(here(state).link, draft.text) !== undefined) return state;
  const text = draft.text.trim();
  const filtered = relist(state, relink(here(state).link, { filter: text === '' ? null : text }).link, {
    match: lastText(here(state).link, text) ?? here(state).match,
  });
  const filters = text === '' ? state.filters : [text, ...state.filters.filter(one => one !== text)];
  return { ...filtered, draft: null, filters: filters.slice(0, KEPT) };
}

export type FilterFault = {
  readonly code: string;
  readonly message: string;
  readonly column: number;
  readonly suggest: readonly string[];
};

/** What is wrong with a filter text on a screen. */
export function filterFault(link: string, text: string): FilterFault | undefined {
  const fields = fieldsOf(link);
  if (fields === undefined) {
    return { code: 'FilterSyntax', message: 'this list takes no filter', column: 1, suggest: [] };
  }
  const parsed = tryParse(text, fields);
  return parsed instanceof Refusal ? faultOf(parsed) : undefined;
}

function tryParse(text: string, fields: FieldTable): FilterQuery | Refusal {
  try {
    return parseFilter(text, fields);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function faultOf({ code, message, facts }: Refusal): FilterFault {
  const { column, suggest } = facts;
  return {
    code,
    message: typeof facts['message'] === 'string' ? facts['message'] : message,
    column: typeof column === 'number' ? column : 1,
    suggest: Array.isArray(suggest) ? suggest.filter(one => typeof one === 'string') : [],
  };
}

/** The last text term, through whose matches `n` and `N` step. */
function lastText(link: string, text: string): string | null {
  const fields = fieldsOf(link);
  const parsed = fields === undefined ? undefined : tryParse(text, fields);
  if (parsed === undefined || parsed instanceof Refusal || parsed.where === null) return null;
  return textsOf(parsed.where).at(-1) ?? null;
}

function textsOf(tree: FilterTree): readonly string[] {
  if ('text' in tree) return [tree.text];
  if ('and' in tree) return tree.and.flatMap(textsOf);
  return 'or' in tree ? tree.or.flatMap(textsOf) : [];
}

function only(state: State): Stepped {
  return { state, effects: [] };
}
