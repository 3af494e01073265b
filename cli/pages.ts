import { documentJson } from '../core/canonical-json.ts';
import { configJsonSchema } from '../core/config-file/index.ts';
import type { JsonObject } from '../core/json.ts';
import { caseJsonSchema } from '../evals/case/schema.ts';
import { verdictJsonSchema } from '../evals/gate/verdict-schema.ts';
import { eventJsonSchema } from '../evals/run/event-schema.ts';
import { reportJsonSchema } from '../evals/score/report-schema.ts';
import { helpPaths, renderHelp } from './help.ts';

/** A file that the build writes below dist/. */
export type Page = { readonly path: string; readonly text: string };

/** The generated pages: help for the shim, and JSON Schemas. */
export function pages(): readonly Page[] {
  return [
    ...helpPaths().map(path => ({ path: `help/${helpName(path)}.txt`, text: renderHelp(path) })),
    ...Object.entries(SCHEMAS).map(([name, schema]) => ({
      path: `schema/${name}`,
      text: documentJson(schema()),
    })),
  ];
}

/** The published JSON Schemas; each comes from the reader of its format. */
const SCHEMAS: { readonly [name: string]: () => JsonObject } = {
  'contextful.schema.json': configJsonSchema,
  'case.v1.json': caseJsonSchema,
  'report.v1.json': reportJsonSchema,
  'verdict.v1.json': verdictJsonSchema,
  'events.schema.json': eventJsonSchema,
};

/** `eval run` is eval.run; words hold no dot, so no two paths share a file. */
function helpName(path: readonly string[]): string {
  return path.length === 0 ? 'contextful' : path.join('.');
}
