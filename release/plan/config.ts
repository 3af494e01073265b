import type { ReleaseSection } from '../../core/config-file/index.ts';
import { checkConfig } from './config-checks.ts';
import {
  SEED_API_URL,
  SEED_BASE_URL,
  SEED_NEEDED,
  SEED_PINS,
  SEED_PLATFORMS,
  SEED_PROFILES,
  SEED_TARGETS,
} from './seed.ts';
import type { Profile, ReleaseConfig, TargetSettings } from './types.ts';

/** Where `[release]` was read: the file as it is shown, and the place of each key. */
export type ConfigOrigin = {
  readonly file: string;
  readonly places: ReadonlyMap<string, { readonly line: number; readonly column: number }>;
};

/**
 * `[release]` with its defaults (release.md 2); an absent table or file is an empty one. Refuses TargetExcluded for a
 * Windows or WebAssembly triple, ConfigInvalid for what no schema of one key can see: repeats and dangling names.
 */
export function releaseConfig(section: ReleaseSection = {}, origin?: ConfigOrigin): ReleaseConfig {
  const name = section.name ?? 'contextful';
  const config: ReleaseConfig = {
    package: section.package ?? 'contextful-cli',
    binary: section.binary ?? 'contextful',
    name,
    versionFrom: section.version_from ?? 'workspace',
    ...pick(section, 'homepage', 'repository', 'description', 'license'),
    files: section.files ?? ['LICENSE', 'README.md'],
    defaultProfile: section.default_profile ?? 'contextful-full',
    baseUrl: (section.base_url ?? SEED_BASE_URL).replace(/\/+$/, ''),
    profiles: section.profile?.map(profile => profileOf(profile, name)) ?? SEED_PROFILES,
    targets: new Map(Object.entries(section.target ?? {}).map(([triple, one]) => [triple, targetOf(one)])),
    build: buildOf(section.build ?? {}),
    inputs: { include: section.inputs?.include ?? [], exclude: section.inputs?.exclude ?? [] },
    sbom: { buildDeps: section.sbom?.build_deps ?? false },
    budget: budgetOf(section.budget ?? {}),
    formula: formulaOf(section.formula ?? {}),
    image: imageOf(section.image ?? {}),
    sign: {
      trust: section.sign?.trust ?? [],
      threshold: section.sign?.threshold ?? 1,
      builderId: section.sign?.builder_id ?? 'urn:contextful:local',
    },
    tag: tagOf(section.tag ?? {}),
    github: githubOf(section.github ?? {}),
    workflow: {
      path: section.workflow?.path ?? '.github/workflows/release.yml',
      pins: new Map([...SEED_PINS, ...Object.entries(section.workflow?.pins ?? {})]),
    },
  };
  checkConfig(config, origin);
  return config;
}

type Table<Name extends keyof ReleaseSection> = NonNullable<ReleaseSection[Name]>;

function profileOf(written: Table<'profile'>[number], base: string): Profile {
  const { name } = written;
  const prefix = `${base}-`;
  return {
    name,
    short: written.short ?? (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    features: written.features ?? [name],
    targets: written.targets ?? SEED_TARGETS,
  };
}

function targetOf(written: Table<'target'>[string]): TargetSettings {
  return {
    ...pick(written, 'builder', 'glibc', 'static', 'runner'),
    ...(written.min_macos === undefined ? {} : { minMacos: written.min_macos }),
    env: written.env ?? {},
  };
}

function buildOf(written: Table<'build'>): ReleaseConfig['build'] {
  return {
    builder: written.builder ?? 'cargo',
    jobs: written.jobs ?? 'auto',
    timeoutS: written.timeout_s ?? 5400,
    remapPaths: written.remap_paths ?? true,
    passEpoch: written.pass_epoch ?? false,
    keepTarget: written.keep_target ?? false,
    minFreeGib: written.min_free_gib ?? 2,
    passEnv: written.pass_env ?? [],
  };
}

function budgetOf(written: Table<'budget'>): ReleaseConfig['budget'] {
  const { codec, needed, ...sizes } = written;
  return {
    sizes: Object.entries(sizes).map(([short, size]) => ({ short, mib: Number.parseInt(String(size), 10) })),
    codec: codec ?? 'gzip-6',
    needed: needed ?? SEED_NEEDED,
  };
}

function formulaOf(written: Table<'formula'>): ReleaseConfig['formula'] {
  return {
    ...pick(written, 'desc', 'tap'),
    livecheck: written.livecheck ?? false,
    conflicts: written.conflicts ?? true,
    tests: (written.test ?? []).map(one => ({
      ...pick(one, 'args', 'stdin', 'expect'),
      files: one.files ?? {},
      status: one.status ?? 0,
    })),
  };
}

function imageOf(written: Table<'image'>): ReleaseConfig['image'] {
  const platforms = written.platforms;
  return {
    ...pick(written, 'repository', 'user', 'volume', 'entrypoint'),
    dockerfile: written.dockerfile ?? 'Dockerfile',
    caBundle: written.ca_bundle ?? 'node',
    ...(written.ca_bundle_sha256 === undefined ? {} : { caBundleSha256: written.ca_bundle_sha256 }),
    platforms:
      platforms === undefined
        ? SEED_PLATFORMS
        : Object.entries(platforms).map(([platform, target]) => ({ platform, target })),
    tags: written.tags ?? ['{version}'],
  };
}

function tagOf(written: Table<'tag'>): ReleaseConfig['tag'] {
  return {
    prefix: written.prefix ?? 'v',
    branch: written.branch ?? 'origin/HEAD',
    scheme: written.scheme ?? 'workspace',
    ...(written.status_file === undefined ? {} : { statusFile: written.status_file }),
    sign: written.sign ?? true,
  };
}

function githubOf(written: Table<'github'>): ReleaseConfig['github'] {
  return {
    ...pick(written, 'owner', 'repo'),
    makeLatest: written.make_latest ?? 'auto',
    concurrency: written.concurrency ?? 4,
    apiUrl: (written.api_url ?? SEED_API_URL).replace(/\/+$/, ''),
    notes: written.notes ?? 'CHANGELOG.md',
  };
}

/** The members of those names that are there: an absent one stays absent. */
function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  ...names: readonly Name[]
): Pick<Value, Name> {
  const picked: Partial<Value> = {};
  for (const name of names) if (value[name] !== undefined) picked[name] = value[name];
  return picked as Pick<Value, Name>;
}
