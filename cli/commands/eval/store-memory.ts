import { shownPath } from '../../../core/shown-path.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext } from '../../command.ts';
import { coerce } from '../../flags.ts';

/** Below this the embedded engine can not even hold the blocks of a small corpus. */
const LEAST = { text: '64MiB', bytes: 64 << 20 } as const;

/** Refuses ConfigInvalid for a `[eval.store] memory` that no engine could work in. */
export function requireStoreMemory({ config, configPath, configPlaces, cwd }: CommandContext): void {
  const store = config.eval?.store;
  const memory = typeof store === 'object' ? store.memory : undefined;
  if (memory === undefined) return;
  const read = coerce({ form: 'bytes' }, memory.replace(' ', ''), cwd);
  if (!read.ok || typeof read.value !== 'number' || read.value >= LEAST.bytes) return;
  const path = 'eval.store.memory';
  throw refuse('ConfigInvalid', {
    message: `\`${path}\` is too small for any engine`,
    place: {
      file: configPath === undefined ? 'contextful.toml' : shownPath(configPath, cwd),
      ...configPlaces.get(path),
      path,
    },
    found: memory,
    want: `${LEAST.text} or more`,
    hint: 'leave it out for 1GiB',
    facts: { kind: 'bad-value', path },
  });
}
