import { parseLink, type Route } from '../links.ts';
import type { FieldTable } from './field-table.ts';
import { casesFields } from './fields/cases.ts';
import { runsFields } from './fields/runs.ts';

/** The fields that the list of a screen is filtered by; undefined where a screen has no such list. */
export function fieldsOf(link: string): FieldTable | undefined {
  return TABLES.get(parseLink(link).route);
}

const TABLES: ReadonlyMap<Route, FieldTable> = new Map([
  ['runs', runsFields],
  ['run/:run/cases', casesFields],
]);
