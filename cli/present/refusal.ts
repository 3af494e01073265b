import { isAbsolute, relative } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { placeText, type Refusal, withMore } from '../../core/refusal.ts';
import { type SymbolSet, safe } from '../../core/safe-text.ts';
import { type RefusalRecord, refusals } from '../../spec/refusals.ts';
import type { ColourLevel } from '../colour.ts';

export type RefusalStyle = {
  readonly colour: ColourLevel;
  readonly symbols: SymbolSet;
  /** Whether what may have been meant is told. */
  readonly suggest: boolean;
  readonly cwd: string;
};

/** What is printed of a refusal: the lines of tui-cli.md 4, then the same for each further fault of its step. */
export function refusalText(refusal: Refusal, style: RefusalStyle): string {
  const more = refusal.facts['more'];
  const further = Array.isArray(more) ? more.filter(isJsonObject) : [];
  return [ownBlock(refusal, style), ...further.map(fault => furtherBlock(fault, style))]
    .map(block => blockText(block, style))
    .join('');
}

/** The `refusal` member of a JSON document. */
export function refusalJson(refusal: Refusal): JsonObject {
  const { code, clause, message, place, excerpt, found, want, facts, hint } = refusal;
  return {
    code,
    clause: clause ?? RECORDS.get(code)?.clause ?? null,
    message,
    ...(place === undefined ? {} : { place: { ...place } }),
    ...(excerpt.length === 0 ? {} : { excerpt }),
    ...(found === undefined ? {} : { found }),
    ...(want === undefined ? {} : { want }),
    facts,
    hint: hint ?? null,
  };
}

/** Several faults of one step as one refusal: the first decides, the others stand in its facts. */
export function withFurther([first, ...others]: readonly [Refusal, ...Refusal[]]): Refusal {
  return withMore(first, others.map(refusalJson));
}

/** Core raises refusals without the table; what it left out is looked up here. */
const RECORDS: ReadonlyMap<string, RefusalRecord> = new Map(Object.entries(refusals));

type Block = {
  readonly code: string;
  readonly message: string;
  readonly excerpt?: readonly string[];
  readonly rows: readonly (readonly [label: string, text: string | undefined])[];
};

function ownBlock(refusal: Refusal, { cwd, suggest }: RefusalStyle): Block {
  const { code, message, place, excerpt, found, want, hint, clause } = refusal;
  const at =
    place === undefined
      ? undefined
      : [placeText({ ...place, file: shortPath(place.file, cwd) }), place.path].filter(Boolean).join(' ');
  return {
    code,
    message,
    excerpt,
    rows: [
      ['at', at],
      ['found', found],
      ['want', want],
      ['next', nextStep(hint, refusal.facts, suggest)],
      ['clause', clause ?? RECORDS.get(code)?.clause],
    ],
  };
}

/** A fault kept as facts: whatever it says of itself, by the names that faults use. */
function furtherBlock(fault: JsonObject, { cwd, suggest }: RefusalStyle): Block {
  const place = isJsonObject(fault['place']) ? fault['place'] : fault;
  const named = text(place['file']);
  const file = named === undefined ? undefined : shortPath(named, cwd);
  const line = text(place['line']);
  const column = line === undefined ? undefined : text(place['column']);
  const at = [[file, line, column].filter(Boolean).join(':'), text(place['path'])].filter(Boolean).join(' ');
  return {
    code: text(fault['code']) ?? text(fault['reason']) ?? 'also',
    message: text(fault['message']) ?? '',
    rows: [
      ['at', at === '' ? undefined : at],
      ['found', text(fault['found'])],
      ['want', text(fault['want']) ?? text(fault['expected'])],
      ['next', nextStep(text(fault['hint']), fault['facts'], suggest)],
    ],
  };
}

function blockText({ code, message, excerpt = [], rows }: Block, { colour, symbols }: RefusalStyle): string {
  const head = colour === 0 ? code : `\u001b[1;31m${code}\u001b[0m`;
  const lines = rows.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [`  ${label.padEnd(8)}${safe(value, symbols)}\n`],
  );
  const shown = excerpt.map(line => `    ${safe(line, symbols)}\n`);
  return `${head}${message === '' ? '' : `: ${safe(message, symbols)}`}\n${[...shown, ...lines].join('')}`;
}

/** What to do next; a refusal with suggestions says them first. */
function nextStep(
  hint: string | undefined,
  facts: JsonValue | undefined,
  suggest: boolean,
): string | undefined {
  const meant = isJsonObject(facts) && Array.isArray(facts['suggestions']) ? facts['suggestions'] : [];
  if (!suggest || meant.length === 0 || hint?.startsWith('did you mean') === true) return hint;
  return [`did you mean ${meant.map(String).join(' or ')}?`, hint].filter(Boolean).join(' ');
}

/** Paths inside the working directory are shown as one would type them. */
function shortPath(file: string, cwd: string): string {
  if (!isAbsolute(file)) return file;
  const short = relative(cwd, file);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? file : short;
}

function text(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  return String(value);
}
