import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { configJsonSchema, readConfigText } from '../../core/config-file/index.ts';

const EVERY_KEY = `version = 1
[release]
package = "ripple-cli"
binary = "ripple"
name = "ripple"
version_from = "package"
homepage = "https://ripple.example"
repository = "https://github.com/ripple/ripple"
description = "Ripples"
license = "MIT"
files = ["LICENSE", "docs/NOTICE"]
default_profile = "ripple"
base_url = "https://mirror.example/{tag}/"
[[release.profile]]
name = "ripple"
short = ""
features = ["tls"]
targets = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin"]
[release.target.x86_64-unknown-linux-gnu]
builder = "zigbuild"
glibc = "2.17"
static = false
env = { OPENSSL_STATIC = "1" }
runner = "ubuntu-24.04"
[release.target.aarch64-apple-darwin]
min_macos = "11.0"
[release.build]
builder = "cargo"
jobs = "auto"
timeout_s = 60
remap_paths = false
pass_epoch = true
keep_target = true
min_free_gib = 0.5
pass_env = ["OPENSSL_DIR"]
[release.inputs]
include = ["LICENSE"]
exclude = ["**/*.md"]
[release.sbom]
build_deps = true
[release.budget]
codec = "zstd-19"
needed = ["libc.so"]
full = "12 MiB"
[release.formula]
desc = "Ripples"
tap = "../tap"
livecheck = true
conflicts = false
[[release.formula.test]]
args = ["check", "a.txt"]
files = { "a.txt" = "a" }
stdin = ""
expect = "1"
status = 0
[release.image]
repository = "ghcr.io/ripple/ripple"
dockerfile = "Dockerfile"
ca_bundle = "none"
ca_bundle_sha256 = "${'0'.repeat(64)}"
platforms = { "linux/riscv64" = "riscv64gc-unknown-linux-gnu" }
tags = ["{version}", "latest"]
user = "65532:65532"
volume = "/data"
entrypoint = ["/ripple"]
[release.sign]
trust = ["keys/a.pub.pem"]
threshold = 1
builder_id = "urn:x"
[release.tag]
prefix = "v"
branch = "origin/main"
scheme = "milestones"
status_file = "STATUS.md"
sign = false
[release.github]
owner = "ripple"
repo = "ripple"
make_latest = false
concurrency = 2
api_url = "https://api.example"
notes = "CHANGELOG.md"
[release.workflow]
path = ".github/workflows/release.yml"
pins = { "actions/checkout" = "08c6903cd8c0fde910a37f88322edcfb5dd907a8" }
`;

function faultsOf(text: string): readonly string[] {
  const reading = readConfigText(`version = 1\n${text}`);
  if (reading.ok) return [];
  return reading.faults.map(
    ({ kind, place, path, found, want, suggestions }) =>
      `${place.line}:${place.column} ${kind} ${path} | ${found} | ${want} | ${suggestions.join(',')}`,
  );
}

describe('release.md 2 [release]', () => {
  test('every key is known, to the reader and to the schema', () => {
    const reading = readConfigText(EVERY_KEY);
    expect(reading.ok ? [] : reading.faults).toEqual([]);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(configJsonSchema());
    expect(validate(parse(EVERY_KEY)), JSON.stringify(validate.errors)).toBe(true);
  });

  test('an empty table is enough', () => {
    expect(faultsOf('[release]\n')).toEqual([]);
  });

  test.each([
    ['[release]\npackge = "a"\n', '3:1 unknown-key release.packge'],
    ['[[release.profile]]\nname = "a"\nfeature = []\n', '4:1 unknown-key release.profile[0].feature'],
    ['[[release.profile]]\nname = "A_b"\n', '3:1 bad-value release.profile[0].name | "A_b" | a text such as'],
    ['[release.build]\nbulder = "cargo"\n', '3:1 unknown-key release.build.bulder'],
    [
      '[release.build]\nbuilder = "cross"\n',
      '3:1 bad-value release.build.builder | "cross" | one of "cargo", "zigbuild"',
    ],
    [
      '[release.build]\njobs = 0\n',
      '3:1 bad-value release.build.jobs | 0 | a whole number from 1 to 256 or "auto"',
    ],
    ['[release]\nfiles = ["../x"]\n', '3:10 bad-value release.files[0] | "../x" | a text such as'],
    ['[release]\nfiles = ["/etc/passwd"]\n', '3:10 bad-value release.files[0] | "/etc/passwd"'],
    [
      '[release.target.x86_64-unknown-linux-gnu]\nglibc = "9"\n',
      '3:1 bad-value release.target.x86_64-unknown-linux-gnu.glibc | "9" | a text such as "2.17"',
    ],
    [
      '[release.budget]\nfull = "1 GiB"\n',
      '3:1 bad-value release.budget.full | "1 GiB" | a text such as "12 MiB"',
    ],
    [
      '[release.workflow.pins]\n"actions/checkout" = 4\n',
      '3:1 bad-value release.workflow.pins."actions/checkout" | 4 | a text',
    ],
  ])('a fault has its place: %j', (text, want) => {
    expect(faultsOf(text).map(fault => fault.slice(0, want.length))).toEqual([want]);
  });

  test('a key that has no such form is told as a key', () => {
    expect(faultsOf('[release.target.WINDOWS]\nstatic = true\n')).toEqual([
      '2:17 bad-value release.target.WINDOWS | the key "WINDOWS" | a text such as "x86_64-unknown-linux-musl" | ',
    ]);
  });

  test('an unknown key names the nearest known one', () => {
    expect(faultsOf('[release]\ndefault_profle = "a"\n')).toEqual([
      expect.stringMatching(/\| default_profile$/),
    ]);
  });
});
