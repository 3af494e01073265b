import { compareCodePoints } from '../../core/code-points.ts';
import type { ReleaseConfig } from './types.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a build may see of the caller's environment (release.md 4.2): everything else, and so every token, is kept away. */
export type BuildEnvironment = {
  /** How to reach tools and the network; changes no byte of a binary. */
  readonly transport: ReadonlyMap<string, string>;
  /** What a binary may depend on, by name: inputs of the key. */
  readonly inputs: ReadonlyMap<string, string>;
};

export function buildEnvironment(config: ReleaseConfig, target: string, env: Environment): BuildEnvironment {
  const transport = new Map<string, string>();
  const inputs = new Map<string, string>();
  const passed = new Set(config.build.passEnv);
  for (const name of Object.keys(env).sort(compareCodePoints)) {
    const value = env[name];
    if (value === undefined || SET_BY_US.has(name)) continue;
    if (TRANSPORT.test(name)) transport.set(name, value);
    else if (passed.has(name) || (INPUT.test(name) && !SECRET.test(name))) inputs.set(name, value);
  }
  for (const [name, value] of Object.entries(config.targets.get(target)?.env ?? {})) inputs.set(name, value);
  return { transport, inputs };
}

/** Names, sorted, of all variables that reach the build, ours included. */
export function environmentNames(environment: BuildEnvironment, config: ReleaseConfig): readonly string[] {
  const ours = [...SET_BY_US].filter(name => name !== 'SOURCE_DATE_EPOCH' || config.build.passEpoch);
  return [...new Set([...environment.transport.keys(), ...environment.inputs.keys(), ...ours])].sort(
    compareCodePoints,
  );
}

const SET_BY_US = new Set([
  'CARGO_BUILD_JOBS',
  'CARGO_INCREMENTAL',
  'CARGO_TARGET_DIR',
  'CARGO_TERM_COLOR',
  'LC_ALL',
  'SOURCE_DATE_EPOCH',
]);

const TRANSPORT =
  /^(PATH|HOME|USER|TMPDIR|CARGO_HOME|RUSTUP_HOME|RUSTUP_TOOLCHAIN|(HTTPS?|ALL|NO)_PROXY|(https?|all|no)_proxy|SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE|CARGO_HTTP_(PROXY|CAINFO))$/;

const INPUT =
  /^(RUSTFLAGS|CARGO_ENCODED_RUSTFLAGS|CARGO_BUILD_.*|CARGO_PROFILE_.*|CARGO_TARGET_.*|CC.*|CXX.*|AR.*|CFLAGS.*|CXXFLAGS.*|LDFLAGS|PKG_CONFIG.*|SDKROOT|DEVELOPER_DIR|MACOSX_DEPLOYMENT_TARGET|ZIG_.*)$/;

/** `AR*` and `CC*` are wide: what looks like a credential needs `pass_env`. */
const SECRET = /(TOKEN|PASSWORD|PASSPHRASE|SECRET|CREDENTIAL)/;
