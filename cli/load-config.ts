import { readFile } from 'node:fs/promises';
import type { ConfigFault } from '../core/config-file/index.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../spec/refusals.ts';
import type { LoadedConfig } from './config.ts';

export type ConfigLoading =
  | { readonly ok: true; readonly config: LoadedConfig }
  | { readonly ok: false; readonly faults: readonly Refusal[] };

/** Reads and checks contextful.toml. Its readers load here, so commands without configuration never pay for them. */
export async function loadConfig(path: string): Promise<ConfigLoading> {
  const { readConfigText } = await import('../core/config-file/index.ts');
  const reading = readConfigText(await readText(path));
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
        ? `\`${path}\` is no key that contextful.toml has`
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
