export type JsonFaultReason =
  | 'json'
  | 'duplicate-member'
  | 'non-finite'
  | 'encoding'
  | 'surrogate'
  | 'depth'
  | 'size';

/** Why a text is refused. `byte` counts from the start of the text; `path` is '' at the top level. */
export type JsonFault = {
  readonly reason: JsonFaultReason;
  readonly byte: number;
  readonly path: string;
  readonly found: string;
  readonly expected: string;
};

/** What the scanners know of a fault before its path is known. */
export type TokenFault = Omit<JsonFault, 'path'>;

const SENTENCES: Record<JsonFaultReason, (fault: JsonFault) => string> = {
  json: fault => `found ${fault.found} where ${fault.expected} should stand`,
  'duplicate-member': fault => `member \`${fault.found}\` stands twice`,
  'non-finite': fault => `${fault.found} is no finite number`,
  encoding: fault => `found ${fault.found}, which is not allowed in UTF-8 JSON`,
  surrogate: fault => `lone surrogate ${fault.found}`,
  depth: fault => `found ${fault.found}, at most ${fault.expected} are read`,
  size: fault => `found ${fault.found}, at most ${fault.expected} are read`,
};

/** One sentence for a person, without file and line: `query_embedding[1]: NaN is no finite number at byte 52`. */
export function jsonFaultText(fault: JsonFault): string {
  const path = fault.path === '' ? '' : `${fault.path}: `;
  return `${path}${SENTENCES[fault.reason](fault)} at byte ${fault.byte}`;
}
