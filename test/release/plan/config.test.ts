import { describe, expect, test } from 'vitest';
import { readConfigText } from '../../../core/config-file/index.ts';
import { Refusal } from '../../../core/refusal.ts';
import { releaseConfig } from '../../../release/plan/config.ts';

function configOf(text: string) {
  const reading = readConfigText(`version = 1\n${text}`);
  if (!reading.ok) throw new TypeError(JSON.stringify(reading.faults));
  return releaseConfig(reading.file.config.release, { file: 'contextful.toml', places: reading.file.places });
}

describe('release.md 2 defaults', () => {
  test('an absent table, an empty one and no file are the same', () => {
    expect(configOf('')).toEqual(releaseConfig());
    expect(configOf('[release]\n')).toEqual(releaseConfig());
  });

  test('each key has the default that the table shows', () => {
    const { profiles: _, targets, workflow, ...rest } = releaseConfig();
    expect(targets.size).toBe(0);
    expect([...workflow.pins.keys()]).toHaveLength(4);
    expect(rest).toEqual({
      package: 'contextful-cli',
      binary: 'contextful',
      name: 'contextful',
      versionFrom: 'workspace',
      files: ['LICENSE', 'README.md'],
      defaultProfile: 'contextful-full',
      baseUrl: 'https://github.com/{owner}/{repo}/releases/download/{tag}',
      build: {
        builder: 'cargo',
        jobs: 'auto',
        timeoutS: 5400,
        remapPaths: true,
        passEpoch: false,
        keepTarget: false,
        minFreeGib: 2,
        passEnv: [],
      },
      inputs: { include: [], exclude: [] },
      sbom: { buildDeps: false },
      budget: {
        sizes: [],
        codec: 'gzip-6',
        needed: [
          'libc.so',
          'libm.so',
          'libpthread.so',
          'libdl.so',
          'librt.so',
          'ld-linux',
          'ld-musl-',
          'libc.musl-',
        ],
      },
      formula: { livecheck: false, conflicts: true, tests: [] },
      image: {
        dockerfile: 'Dockerfile',
        caBundle: 'node',
        platforms: [
          { platform: 'linux/amd64', target: 'x86_64-unknown-linux-musl' },
          { platform: 'linux/arm64', target: 'aarch64-unknown-linux-musl' },
        ],
        tags: ['{version}'],
      },
      sign: { trust: [], threshold: 1, builderId: 'urn:contextful:local' },
      tag: { prefix: 'v', branch: 'origin/HEAD', scheme: 'workspace', sign: true },
      github: {
        makeLatest: 'auto',
        concurrency: 4,
        apiUrl: 'https://api.github.com',
        notes: 'CHANGELOG.md',
      },
    });
  });

  test('a profile takes its short from its name, and the base URL loses its last slashes', () => {
    const config = configOf(`[release]
name = "ripple"
default_profile = "ripple-tls"
base_url = "https://mirror.example//"
[[release.profile]]
name = "ripple-tls"
[[release.profile]]
name = "plain"
targets = ["s390x-unknown-linux-gnu"]
[release.budget]
tls = "12 MiB"
`);
    expect(config.profiles.map(({ short, features }) => [short, features])).toEqual([
      ['tls', ['ripple-tls']],
      ['plain', ['plain']],
    ]);
    expect(config.baseUrl).toBe('https://mirror.example');
    expect(config.budget.sizes).toEqual([{ short: 'tls', mib: 12 }]);
  });

  test.each([
    [
      '[[release.profile]]\nname = "contextful-full"\n[[release.profile]]\nname = "contextful-full"\n',
      5,
      'release.profile[1].name',
    ],
    [
      '[[release.profile]]\nname = "contextful-full"\nshort = "x"\n[[release.profile]]\nname = "b"\nshort = "x"\n',
      7,
      'release.profile[1].short',
    ],
    [
      '[[release.profile]]\nname = "contextful-full"\ntargets = ["a-b", "a-b"]\n',
      4,
      'release.profile[0].targets[1]',
    ],
    ['[release]\ndefault_profile = "contextful-fll"\n', 3, 'release.default_profile'],
    [
      '[release.target.s390x-unknown-linux-gnu]\nstatic = true\n',
      2,
      'release.target.s390x-unknown-linux-gnu',
    ],
    ['[release.budget]\nfll = "1 MiB"\n', 3, 'release.budget.fll'],
  ])('%j is ConfigInvalid at its line', (text, line, path) => {
    let caught: unknown;
    try {
      configOf(text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(Refusal);
    expect(caught).toMatchObject({
      code: 'ConfigInvalid',
      exit: 2,
      place: { file: 'contextful.toml', line, path },
    });
  });
});
