import type { Profile } from './types.ts';

const LINUX = ['x86_64-unknown-linux-musl', 'aarch64-unknown-linux-musl'];
const DARWIN = ['aarch64-apple-darwin', 'x86_64-apple-darwin'];

/** Targets of a profile that names none. */
export const SEED_TARGETS: readonly string[] = [...LINUX, ...DARWIN];

/** The matrix of a workspace that configures none: ten cells (assurance.build.targets, release.md 3.1). */
export const SEED_PROFILES: readonly Profile[] = [
  { name: 'contextful-control', short: 'control', features: ['contextful-control'], targets: LINUX },
  { name: 'contextful-edge', short: 'edge', features: ['contextful-edge'], targets: SEED_TARGETS },
  { name: 'contextful-full', short: 'full', features: ['contextful-full'], targets: SEED_TARGETS },
];

/** OCI platform and its triple, in the order of the image index. */
export const SEED_PLATFORMS = [
  { platform: 'linux/amd64', target: 'x86_64-unknown-linux-musl' },
  { platform: 'linux/arm64', target: 'aarch64-unknown-linux-musl' },
] as const;

/** How the names of C libraries start that every system has (release.md 7.1). */
export const SEED_NEEDED: readonly string[] = [
  'libc.so',
  'libm.so',
  'libpthread.so',
  'libdl.so',
  'librt.so',
  'ld-linux',
  'ld-musl-',
  'libc.musl-',
];

/** Actions of the generated workflow, each by the commit of a version (release.md 18). */
export const SEED_PINS: ReadonlyMap<string, string> = new Map([
  ['actions/checkout', '08c6903cd8c0fde910a37f88322edcfb5dd907a8'],
  ['actions/setup-node', '49933ea5288caeca8642d1e84afbd3f7d6820020'],
  ['actions/upload-artifact', 'ea165f8d65b6e75b540449e92b4886f43607fa02'],
  ['actions/download-artifact', 'd3f86a106a0bac45b974a628896c90dbdf5c8093'],
]);

export const SEED_BASE_URL = 'https://github.com/{owner}/{repo}/releases/download/{tag}';
export const SEED_API_URL = 'https://api.github.com';
