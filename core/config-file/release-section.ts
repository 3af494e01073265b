import * as z from 'zod';

const word = z.string().min(1);
const flag = z.boolean();
/** Names that become parts of file names, formulas and image references. */
const slug = (example: string) =>
  z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .meta({ examples: [example] });
const triple = z
  .string()
  .regex(/^[a-z0-9_.]+(-[a-z0-9_.]+)+$/)
  .meta({ examples: ['x86_64-unknown-linux-musl'] });
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
  .meta({ examples: ['OPENSSL_DIR'] });
const builder = z.enum(['cargo', 'zigbuild']).exactOptional();
/** Relative to the root and inside it. */
const inside = z
  .string()
  .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\0\\]+$/)
  .meta({ examples: ['docs/NOTICE'] });

const profile = z.strictObject({
  name: slug('contextful-full').describe('name of the profile, its formula and its image'),
  short: z
    .string()
    .regex(/^([a-z0-9][a-z0-9-]*)?$/)
    .meta({ examples: ['full', ''] })
    .exactOptional()
    .describe('part of the stem; default: the name without `<release.name>-`'),
  features: z.array(word).exactOptional().describe('cargo features; default: the name'),
  targets: z.array(triple).min(1).exactOptional().describe('triples in plan order; default: the four'),
});

const target = z.strictObject({
  builder,
  glibc: z
    .string()
    .regex(/^2\.[0-9]{1,3}(\.[0-9]{1,3})?$/)
    .meta({ examples: ['2.17'] })
    .exactOptional()
    .describe('highest glibc that the binary may need; needs zigbuild'),
  static: flag.exactOptional(),
  env: z.record(variable, z.string()).exactOptional().describe('variables of the build'),
  runner: word.exactOptional().describe('runner label of the workflow'),
  min_macos: z
    .string()
    .regex(/^[0-9]{1,3}(\.[0-9]{1,3}){0,2}$/)
    .meta({ examples: ['11.0'] })
    .exactOptional()
    .describe('highest minimum macOS that the binary may ask for'),
});

const build = z.strictObject({
  builder,
  jobs: z
    .union([z.int().min(1).max(256), z.literal('auto')])
    .exactOptional()
    .describe('cells at once'),
  timeout_s: z.int().min(1).exactOptional().describe('seconds that one cell may take'),
  remap_paths: flag.exactOptional(),
  pass_epoch: flag.exactOptional(),
  keep_target: flag.exactOptional(),
  min_free_gib: z.number().min(0).exactOptional(),
  pass_env: z.array(variable).exactOptional().describe('names of more variables that reach the build'),
});

const size = z
  .string()
  .regex(/^[1-9][0-9]{0,5} MiB$/)
  .meta({ examples: ['12 MiB'] });

/** Its other keys are the shorts of the profiles. */
const budget = z
  .object({
    codec: z.enum(['gzip-6', 'zstd-19']).exactOptional(),
    needed: z.array(word).exactOptional().describe('how the names of libraries that may be needed start'),
  })
  .catchall(size);

const formulaTest = z.strictObject({
  args: z.array(z.string()),
  files: z.record(inside, z.string()).exactOptional(),
  stdin: z.string().exactOptional(),
  expect: z.string().exactOptional().describe('text that the output holds'),
  status: z.int().min(0).max(255).exactOptional(),
});

const formula = z.strictObject({
  desc: word.exactOptional(),
  tap: word.exactOptional().describe('checkout of the tap'),
  livecheck: flag.exactOptional(),
  conflicts: flag.exactOptional(),
  test: z.array(formulaTest).exactOptional(),
});

const platform = z
  .string()
  .regex(/^[a-z0-9]+\/[a-z0-9]+(\/v[0-9]+)?$/)
  .meta({ examples: ['linux/riscv64'] });

const image = z.strictObject({
  repository: word.exactOptional(),
  dockerfile: inside.exactOptional(),
  ca_bundle: word.exactOptional().describe('node, none or a path'),
  ca_bundle_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ examples: ['64 hex digits'] })
    .exactOptional(),
  platforms: z.record(platform, triple).exactOptional().describe('triple by OCI platform, in index order'),
  tags: z.array(word).min(1).exactOptional(),
  user: word.exactOptional(),
  volume: word.exactOptional(),
  entrypoint: z.array(word).min(1).exactOptional(),
});

const sign = z.strictObject({
  trust: z.array(word).exactOptional().describe('files of public keys'),
  threshold: z.int().min(1).max(100).exactOptional(),
  builder_id: word.exactOptional(),
});

const tag = z.strictObject({
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9._-]*$/)
    .meta({ examples: ['v'] })
    .exactOptional(),
  branch: word.exactOptional(),
  scheme: z.enum(['workspace', 'milestones']).exactOptional(),
  status_file: inside.exactOptional().describe('the file whose table of milestones counts'),
  sign: flag.exactOptional(),
});

const owned = z
  .string()
  .regex(/^[A-Za-z0-9._-]+$/)
  .meta({ examples: ['contextful'] })
  .exactOptional();

const github = z.strictObject({
  owner: owned,
  repo: owned,
  make_latest: z
    .union([z.literal('auto'), z.boolean()])
    .exactOptional()
    .describe('auto = the newest that is no pre-release'),
  concurrency: z.int().min(1).max(64).exactOptional(),
  api_url: z
    .string()
    .regex(/^https?:\/\/[^\s/]+(\/\S*)?$/)
    .meta({ examples: ['https://api.github.com'] })
    .exactOptional(),
  notes: inside.exactOptional(),
});

const workflow = z.strictObject({
  path: inside.exactOptional(),
  pins: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/)
        .meta({ examples: ['actions/checkout'] }),
      word,
    )
    .exactOptional()
    .describe('commit by action'),
});

/** `[release]` (release.md 2). Defaults are filled in by `release/plan`, which also knows the manifests. */
export const releaseSection = z.strictObject({
  package: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_-]*$/)
    .meta({ examples: ['contextful-cli'] })
    .exactOptional()
    .describe('cargo package'),
  binary: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_-]*$/)
    .meta({ examples: ['contextful'] })
    .exactOptional()
    .describe('its bin target'),
  name: slug('contextful').exactOptional().describe('base name of stems, formulas and images'),
  version_from: z.enum(['workspace', 'package']).exactOptional(),
  homepage: word.exactOptional(),
  repository: word.exactOptional(),
  description: word.exactOptional(),
  license: word.exactOptional(),
  files: z.array(inside).exactOptional().describe('more members of the archive'),
  default_profile: slug('contextful-full').exactOptional(),
  base_url: word.exactOptional().describe('{owner}, {repo} and {tag} are filled in'),
  profile: z.array(profile).min(1).exactOptional(),
  target: z.record(triple, target).exactOptional(),
  build: build.exactOptional(),
  inputs: z
    .strictObject({ include: z.array(inside).exactOptional(), exclude: z.array(inside).exactOptional() })
    .exactOptional(),
  sbom: z.strictObject({ build_deps: flag.exactOptional() }).exactOptional(),
  budget: budget.exactOptional(),
  formula: formula.exactOptional(),
  image: image.exactOptional(),
  sign: sign.exactOptional(),
  tag: tag.exactOptional(),
  github: github.exactOptional(),
  workflow: workflow.exactOptional(),
});

/** `[release]` as it is written, before defaults. */
export type ReleaseSection = z.infer<typeof releaseSection>;
