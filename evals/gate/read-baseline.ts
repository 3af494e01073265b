import { resolve } from 'node:path';
import { readRegular } from '../../core/regular-file.ts';
import { shownPath } from '../../core/shown-path.ts';
import { refuse } from '../../spec/refusals.ts';

/** The bytes of a baseline, with its name as messages show it. Rejects with BaselinePathUnresolved (2). */
export async function readBaselineBytes(
  baseline: string,
  cwd: string,
): Promise<{ readonly file: string; readonly bytes: Uint8Array }> {
  const path = resolve(cwd, baseline);
  const file = shownPath(path, cwd);
  try {
    return { file, bytes: await readRegular(path) };
  } catch (cause) {
    throw refuse('BaselinePathUnresolved', {
      message: `the baseline ${file} cannot be read`,
      place: { file },
      found: cause instanceof Error ? cause.message : 'an error',
      want: 'a baseline file',
      hint: `measure one: contextful eval baseline init --report latest-green --out ${file}`,
      facts: { path: '', stage: 'plan' },
      cause,
    });
  }
}
