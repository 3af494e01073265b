import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refusalJson } from './refusal.ts';

/** The one document that `--json` prints, in the envelope of tui-cli.md 4. */
export function okDocument(schema: string, data: JsonValue): string {
  return documentText({ schema, ok: true, data });
}

/** The document of a command that refused. */
export function refusalEnvelope(path: readonly string[], refusal: Refusal): string {
  const schema = `contextful.${path.length === 0 ? 'usage' : path.join('.')}/1`;
  return documentText({ schema, ok: false, refusal: refusalJson(refusal) });
}

/** Two-space indent and a last newline, members in the order of their schema. Built whole before it is written. */
export function documentText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
