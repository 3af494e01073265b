import type { JsonObject } from '../../core/json.ts';
import { targetsWithFlags } from './cargo-config.ts';
import { matchesCfg, type TargetCfg } from './cfg.ts';

export type RemapRequest = {
  readonly target: string;
  readonly root: string;
  readonly cargoHome: string | undefined;
  /** Variables that reach the build. */
  readonly env: ReadonlyMap<string, string>;
  readonly configs: readonly JsonObject[];
  /** What rustc says of the target; asked only where a file sets flags for a `cfg(…)`. */
  readonly cfg: () => Promise<TargetCfg>;
};

/** More arguments for cargo, or another value of one variable. */
export type Remap =
  | { readonly how: 'argument'; readonly arguments: readonly string[] }
  | { readonly how: 'variable'; readonly name: string; readonly value: string };

/**
 * Keeps the paths of the building machine out of a binary (release.md 4.3). Cargo takes rustflags from one source
 * alone, so the source in force is extended: flags that a user has set stay.
 */
export async function remapPaths(request: RemapRequest): Promise<Remap> {
  const flags = remapFlags(request.root, request.cargoHome);
  const { env, target } = request;
  const encoded = env.get('CARGO_ENCODED_RUSTFLAGS');
  if (encoded !== undefined) return encodedFlags(encoded === '' ? [] : encoded.split('\u001f'), flags);
  const plain = env.get('RUSTFLAGS');
  if (plain !== undefined) {
    // The plain form splits at blanks, so a path that holds one needs the encoded form.
    const own = plain.split(' ').filter(flag => flag !== '');
    if (flags.some(flag => flag.includes(' '))) return encodedFlags(own, flags);
    return { how: 'variable', name: 'RUSTFLAGS', value: [...own, ...flags].join(' ') };
  }
  const table = (await isSetForTarget(request)) ? `target.${target}` : 'build';
  const list = flags.map(flag => JSON.stringify(flag)).join(', ');
  return { how: 'argument', arguments: ['--config', `${table}.rustflags=[${list}]`] };
}

/** Shorter prefix first: rustc takes the last that matches, and one folder may lie in the other. */
function remapFlags(root: string, cargoHome: string | undefined): readonly string[] {
  const pairs = [
    { from: root, to: '/src' },
    ...(cargoHome === undefined ? [] : [{ from: cargoHome, to: '/cargo' }]),
  ];
  return pairs
    .sort((a, b) => a.from.length - b.from.length)
    .map(({ from, to }) => `--remap-path-prefix=${from}=${to}`);
}

function encodedFlags(own: readonly string[], flags: readonly string[]): Remap {
  return { how: 'variable', name: 'CARGO_ENCODED_RUSTFLAGS', value: [...own, ...flags].join('\u001f') };
}

async function isSetForTarget({ target, env, configs, cfg }: RemapRequest): Promise<boolean> {
  if (env.has(`CARGO_TARGET_${target.toUpperCase().replace(/[-.]/g, '_')}_RUSTFLAGS`)) return true;
  const keys = targetsWithFlags(configs);
  if (keys.includes(target)) return true;
  const conditional = keys.filter(key => key.startsWith('cfg('));
  if (conditional.length === 0) return false;
  const known = await cfg();
  return conditional.some(key => matchesCfg(key, known));
}
