import type { DuckDBValue } from '@duckdb/node-api';
import { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../spec/refusals.ts';
import { guardDuckdbSql } from '../../../spec/sql-guard/duckdb.ts';
import type { Statement } from './statement.ts';

/** Refuses ExtensionAutoloadRefused before any statement of a text runs that would load an extension (gates.md 12.6). */
export function admitSql(sql: string): void {
  const [finding] = guardDuckdbSql(sql);
  if (finding === undefined) return;
  const { statement, offset, reason, subject } = finding;
  throw refuse('ExtensionAutoloadRefused', {
    message: `statement ${statement} at ${offset} would load an extension: ${reason}`,
    found: subject === '' ? reason : `${reason} ${subject}`,
    want: 'statements over linked functions alone',
    facts: { extension: subject, statement, offset, reason },
  });
}

/** What the engine says when it would need an extension, with the extension's name where the text has it. */
const EXTENSION_NEEDED: readonly RegExp[] = [
  /but it exists in the (\S+) extension/,
  /exists in the (\S+) extension, but/,
  /Missing Extension Error(?:.*?requires the extension (\S+) to be loaded)?/s,
  /requires the extension (\S+) to be loaded/,
  /Extension Autoloading Error(?:.*?required extension '([^']+)')?/s,
  /Extension "([^"]+)" is an existing\s+extension/,
  /Loading external extensions is disabled/,
  // After lock-down the file system answers first, and a remote path would have needed `httpfs`.
  /Cannot access (?:file|directory) "([A-Za-z][\w+.-]+):/,
];

/** The extension that an engine message asks for; empty where it names none; undefined for any other message. */
export function extensionNeeded(message: string): string | undefined {
  for (const pattern of EXTENSION_NEEDED) {
    const match = pattern.exec(message);
    if (match !== null) return match[1] ?? '';
  }
  return undefined;
}

/** Turns an engine failure into the refusal that it stands for; any other failure stays what it is. */
export function engineFailure(error: unknown, sql: string): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const extension = extensionNeeded(error.message);
  if (extension === undefined) return error;
  return refuse('ExtensionAutoloadRefused', {
    message: `the engine would need the extension ${extension === '' ? 'that a statement names' : extension}`,
    found: extension === '' ? 'an extension load' : extension,
    want: 'a statically linked function',
    facts: { extension, statement: statementKind(sql) },
    cause: error,
  });
}

/** Refuses when the engine has loaded an extension that is not linked into it. Run after each batch (evaluate.md 7.2). */
export async function checkLoadedExtensions(
  ask: (statement: Statement) => Promise<readonly (readonly DuckDBValue[])[]>,
): Promise<void> {
  const loaded = (await ask(LOADED_LATER)).map(([name]) => String(name));
  if (loaded.length === 0) return;
  throw refuse('ExtensionAutoloadRefused', {
    message: `the engine has loaded ${loaded.join(', ')}`,
    found: loaded.join(', '),
    want: 'statically linked extensions alone',
    facts: { extension: loaded.join(', '), statement: 'batch' },
  });
}

const LOADED_LATER: Statement = {
  text: `SELECT extension_name FROM duckdb_extensions() WHERE loaded AND install_mode <> 'STATICALLY_LINKED'`,
  bindings: [],
};

/** The first word of a statement: what a refusal may tell of its text. */
function statementKind(sql: string): string {
  return /[A-Za-z]+/.exec(sql)?.[0].toUpperCase() ?? '';
}
