import { type SqlToken, statementsOf } from './lexer.ts';

export const GUARD_REASONS = [
  'load',
  'install',
  'update-extensions',
  'import-database',
  'attach-type',
  'attach-scheme',
  'extension-setting',
] as const;
export type GuardReason = (typeof GUARD_REASONS)[number];

/** A statement that would load an extension, or open the way for one. */
export type GuardFinding = {
  /** 0-based place among the statements of the text. */
  readonly statement: number;
  /** Code-unit offset of the statement's first token. */
  readonly offset: number;
  readonly reason: GuardReason;
  /** What it names: the extension, the setting, the type or the scheme; empty where it names nothing. */
  readonly subject: string;
};

/**
 * Statements of a DuckDB text that load an extension or turn loading on (gates.md 12.6), also behind EXPLAIN
 * and PREPARE. Text that does not parse is left to the engine. Clause assurance.build.runtime-extension-load.
 */
export function guardDuckdbSql(sql: string): readonly GuardFinding[] {
  return statementsOf(sql).flatMap((tokens, statement) => {
    const finding = judge(unwrapped(tokens));
    const offset = tokens[0]?.offset ?? 0;
    return finding === undefined ? [] : [{ statement, offset, ...finding }];
  });
}

type Verdict = Pick<GuardFinding, 'reason' | 'subject'> | undefined;

const BOOLEAN_SETTINGS: ReadonlySet<string> = new Set([
  'autoload_known_extensions',
  'autoinstall_known_extensions',
  'allow_unsigned_extensions',
  'allow_community_extensions',
  'allow_extensions_metadata_mismatch',
]);

const PATH_SETTINGS: ReadonlySet<string> = new Set([
  'custom_extension_repository',
  'autoinstall_extension_repository',
  'extension_directory',
  'extension_directories',
]);

const OFF: ReadonlySet<string> = new Set(['false', '0', 'off', 'no', 'f', 'n']);

const JUDGES: ReadonlyMap<string, (rest: readonly SqlToken[]) => Verdict> = new Map([
  ['load', rest => (isName(rest[0]) ? { reason: 'load', subject: lower(rest[0]) } : undefined)],
  ['install', rest => (isName(rest[0]) ? { reason: 'install', subject: lower(rest[0]) } : undefined)],
  [
    'force',
    rest => (isWord(rest[0], 'install') ? { reason: 'install', subject: lower(rest[1]) } : undefined),
  ],
  ['update', judgeUpdate],
  ['import', rest => (isWord(rest[0], 'database') ? { reason: 'import-database', subject: '' } : undefined)],
  ['attach', judgeAttach],
  ['set', judgeSet],
  ['reset', rest => settingVerdict(rest, () => false)],
  ['pragma', judgeSet],
]);

function judge(tokens: readonly SqlToken[]): Verdict {
  const [first, ...rest] = tokens;
  return first?.kind === 'word' ? JUDGES.get(lower(first))?.(rest) : undefined;
}

/** Strips `EXPLAIN [ANALYZE] [(…)]` and `PREPARE name [(…)] AS`: the engine runs what is inside. */
function unwrapped(tokens: readonly SqlToken[]): readonly SqlToken[] {
  if (isWord(tokens[0], 'explain')) {
    const start = isWord(tokens[1], 'analyze') ? 2 : 1;
    return unwrapped(tokens.slice(afterParentheses(tokens, start)));
  }
  if (isWord(tokens[0], 'prepare')) {
    const as = tokens.findIndex(token => isWord(token, 'as'));
    return as === -1 ? tokens : unwrapped(tokens.slice(as + 1));
  }
  return tokens;
}

function afterParentheses(tokens: readonly SqlToken[], start: number): number {
  if (!isSymbol(tokens[start], '(')) return start;
  const close = tokens.findIndex((token, at) => at > start && isSymbol(token, ')'));
  return close === -1 ? tokens.length : close + 1;
}

/** `UPDATE EXTENSIONS` updates extensions; `UPDATE extensions SET …` updates a table of that name. */
function judgeUpdate(rest: readonly SqlToken[]): Verdict {
  const updates = isWord(rest[0], 'extensions') && (rest[1] === undefined || isSymbol(rest[1], '('));
  return updates ? { reason: 'update-extensions', subject: lower(rest[2]) } : undefined;
}

function judgeAttach(rest: readonly SqlToken[]): Verdict {
  const types = rest.filter((token, at) => isTypeOption(rest[at - 1], rest[at - 2]) && token !== undefined);
  const foreign = types.find(token => lower(token) !== 'duckdb');
  if (foreign !== undefined) return { reason: 'attach-type', subject: lower(foreign) };
  const path = rest.find(token => token.kind === 'text')?.value ?? '';
  const scheme = /^([A-Za-z][\w+.-]+):/.exec(path)?.[1];
  return scheme === undefined ? undefined : { reason: 'attach-scheme', subject: scheme.toLowerCase() };
}

/** Whether the two tokens before an option's value read `( TYPE` or `, TYPE`. */
function isTypeOption(name: SqlToken | undefined, before: SqlToken | undefined): boolean {
  return lower(name) === 'type' && (isSymbol(before, '(') || isSymbol(before, ','));
}

function judgeSet(rest: readonly SqlToken[]): Verdict {
  return settingVerdict(rest, value => OFF.has(value));
}

function settingVerdict(tokens: readonly SqlToken[], isOff: (value: string) => boolean): Verdict {
  const scoped = ['global', 'session', 'local'].some(scope => isWord(tokens[0], scope));
  const [name, equals, value] = scoped ? tokens.slice(1) : tokens;
  const setting = lower(name);
  const finding = { reason: 'extension-setting', subject: setting } as const;
  if (PATH_SETTINGS.has(setting)) return finding;
  if (!BOOLEAN_SETTINGS.has(setting)) return undefined;
  const assigned = isSymbol(equals, '=') || isWord(equals, 'to') ? lower(value) : '';
  return isOff(assigned) ? undefined : finding;
}

function isName(token: SqlToken | undefined): boolean {
  return token !== undefined && token.kind !== 'symbol';
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && lower(token) === word;
}

function isSymbol(token: SqlToken | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && token.value === symbol;
}

function lower(token: SqlToken | undefined): string {
  return token?.value.toLowerCase() ?? '';
}
