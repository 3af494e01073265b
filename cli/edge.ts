import { readFile } from 'node:fs/promises';
import { isUtf8Locale } from '../core/locale.ts';
import { Refusal } from '../core/refusal.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import { type ColourLevel, colourLevel } from './colour.ts';
import { crashed, redactedStack } from './crash.ts';
import { type Host, writeWhole } from './host.ts';
import { loadConfig } from './load-config.ts';
import { hasSwitch } from './parse.ts';
import { refusalEnvelope } from './present/envelope.ts';
import { refusalText } from './present/refusal.ts';
import { redact } from './redact.ts';
import { findRoot } from './root.ts';
import { version } from './version.ts';

/** How to tell what went wrong; known from the first moment, before any flag is understood. */
export type Edge = {
  readonly host: Host;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: number;
  readonly symbols: SymbolSet;
  /** Of stderr. */
  readonly colour: ColourLevel;
  /** `[cli] suggest`. */
  readonly suggest: boolean;
};

export function edgeOf(host: Host): Edge {
  return {
    host,
    json: hasSwitch(host.argv, 'json'),
    quiet: hasSwitch(host.argv, 'quiet'),
    verbose: host.argv.filter(word => word === '-v' || word === '--verbose').length,
    symbols: isUtf8Locale(host.env) ? 'utf8' : 'ascii',
    colour: colourLevel({ flag: undefined, env: host.env, tty: host.stderr.isTTY === true }),
    suggest: true,
  };
}

/** Tells a refusal on stderr, and with `--json` as the one document on stdout. Returns its exit code. */
export async function showRefusal(refusal: Refusal, path: readonly string[], edge: Edge): Promise<number> {
  const { host, json } = edge;
  await writeWhole(host.stderr, toldRefusal(refusal, edge));
  if (json) await writeWhole(host.stdout, redact(refusalEnvelope(path, refusal), host));
  return refusal.exit;
}

/** The text of a refusal. Bad values are told as they were typed, and one may hold a password. */
export function toldRefusal(refusal: Refusal, { host, colour, symbols, suggest }: Edge): string {
  return redact(refusalText(refusal, { colour, symbols, suggest, cwd: host.cwd }), host);
}

/** The same for anything thrown: what is no refusal is a crash of ours, kept in a file of the project. */
export async function showFailure(
  error: unknown,
  path: readonly string[],
  edge: Edge,
  root: string | undefined,
): Promise<number> {
  const refusal = error instanceof Refusal ? error : crashed(error, edge.host, version, root);
  const exit = await showRefusal(refusal, path, edge);
  if (edge.verbose > 1) await writeWhole(edge.host.stderr, `${redactedStack(error, edge.host)}\n`);
  return exit;
}

/** What the project says about suggestions, for a line that was refused before its project was opened. */
export async function wantsSuggestions(cwd: string): Promise<boolean> {
  const found = findRoot({ cwd, root: undefined, config: undefined });
  if (!found.ok || found.configPath === undefined) return true;
  // Only a file that speaks of it is worth loading the reader for.
  if (!(await readFile(found.configPath, 'utf8')).includes('suggest')) return true;
  const loading = await loadConfig(found.configPath);
  return !loading.ok || (loading.config.file.config.cli?.suggest ?? true);
}
