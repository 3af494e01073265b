import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ConfigFault } from '../core/config-file/index.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import type { LoadedConfig, LoadedLook } from './config.ts';

type Loading<Config> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly faults: readonly Refusal[] };

export type ConfigLoading = Loading<LoadedConfig>;

/** Reads and checks contextful.toml. Its readers load here, so commands without configuration never pay for them. */
export async function loadConfig(path: string): Promise<ConfigLoading> {
  const { readConfigText } = await import('../core/config-file/index.ts');
  const reading = readConfigText(await readText(path));
  if (reading.ok) return { ok: true, config: { path, file: reading.file } };
  return { ok: false, faults: reading.faults.map(fault => invalid(path, fault)) };
}

/**
 * The user's own look of the screens (tui-cli.md 7): `contextful/tui.toml` in the folder of a user's configuration.
 * undefined where there is none.
 */
export async function loadLook(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Loading<LoadedLook> | undefined> {
  const home = env['HOME'] || undefined;
  const folder = env['XDG_CONFIG_HOME'] || (home === undefined ? undefined : join(home, '.config'));
  if (folder === undefined) return undefined;
  const path = join(folder, 'contextful', 'tui.toml');
  if (!existsSync(path)) return undefined;
  const { readLookText } = await import('../core/config-file/index.ts');
  const reading = readLookText(await readText(path));
  if (reading.ok) return { ok: true, config: { path, file: reading.file } };
  return { ok: false, faults: reading.faults.map(fault => invalid(path, fault)) };
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    throw refuse('ConfigInvalid', {
      message: 'the configuration file cannot be read',
      place: { file: path },
      found: cause instanceof Error ? cause.message : 'an error',
      want: 'UTF-8 text that may be read',
      facts: { kind: 'unreadable', path: '' },
      cause,
    });
  }
}

function invalid(file: string, fault: ConfigFault): Refusal {
  const { kind, place, path, found, want, suggestions } = fault;
  const message =
    kind === 'syntax'
      ? `${found}`
      : kind === 'unknown-key'
        ? `\`${path}\` is no key that ${basename(file)} has`
        : `\`${path}\` can not be ${found}`;
  return refuse('ConfigInvalid', {
    message,
    place: { file, ...place, ...(path === '' ? {} : { path }) },
    found,
    want,
    hint: 'mend the key at this line',
    facts: { kind, path, line: place.line, column: place.column, suggestions },
  });
}
