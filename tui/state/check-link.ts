import { fieldsOf } from '../filter/fields-of.ts';
import { parseFilter } from '../filter/parse.ts';
import { parseLink } from '../links.ts';
import type { Resource, Source } from '../model/source.ts';

/**
 * Whether what a link names is there, once its data was loaded: throws what its filter or its data was refused with.
 */
export function checkLink(link: string, source: Source): void {
  const { params, query, route } = parseLink(link);
  const fields = fieldsOf(link);
  if (query.filter !== undefined && fields !== undefined) parseFilter(query.filter, fields);
  const { run, a, b, case: id, row } = params;
  const { vs, filter, sort } = query;
  const asked: Resource[] = [];
  if (run !== undefined) asked.push({ kind: 'run', run, vs });
  if (route === 'run/:run/cases' && run !== undefined)
    asked.push({ kind: 'cases', run, vs, filter, sort, marks: undefined });
  if (run !== undefined && id !== undefined) asked.push({ kind: 'case', run, vs, id });
  if (run !== undefined && id !== undefined && row !== undefined) asked.push({ kind: 'row', run, id, row });
  if (a !== undefined && b !== undefined) asked.push({ kind: 'compare', a, b });
  for (const resource of asked) {
    const failure = source.failure(resource);
    if (failure !== undefined) throw failure;
  }
}
