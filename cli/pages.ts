import { documentJson } from '../core/canonical-json.ts';
import { configJsonSchema } from '../core/config-file/index.ts';
import { helpPaths, renderHelp } from './help.ts';

/** A file that the build writes below dist/. */
export type Page = { readonly path: string; readonly text: string };

/** The generated pages: help for the shim, and JSON Schemas. */
export function pages(): readonly Page[] {
  return [
    ...helpPaths().map(path => ({ path: `help/${helpName(path)}.txt`, text: renderHelp(path) })),
    { path: 'schema/contextful.schema.json', text: documentJson(configJsonSchema()) },
  ];
}

/** `eval run` is eval.run; words hold no dot, so no two paths share a file. */
function helpName(path: readonly string[]): string {
  return path.length === 0 ? 'contextful' : path.join('.');
}
