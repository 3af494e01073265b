import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { compareCodePoints } from '../../core/code-points.ts';
import { matchesGlob } from '../../core/glob.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readRegular } from '../../core/regular-file.ts';
import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { PackageFacts, ReleaseConfig } from './types.ts';
import { releasableVersion } from './version.ts';

/**
 * What the manifests say of the released package, inheritance resolved, without running cargo: a sandbox that makes
 * formulas has none. Refuses ConfigInvalid for a workspace without that package or with an unreadable manifest,
 * VersionMissing and VersionUnreleasable for its version.
 */
export async function readPackage(
  root: string,
  config: Pick<ReleaseConfig, 'package' | 'versionFrom'>,
): Promise<PackageFacts> {
  const top = await readManifest(root, 'Cargo.toml');
  const shared = table(table(top, 'workspace'), 'package');
  const manifests = await memberManifests(root, top);
  const found = manifests.find(({ name }) => name === config.package);
  if (found === undefined) throw noPackage(config.package, manifests);
  const field = (name: string) => inherited(table(found.manifest, 'package')[name], shared[name]);
  const version = config.versionFrom === 'workspace' ? text(shared['version']) : field('version');
  const from = config.versionFrom === 'workspace' ? 'Cargo.toml' : found.path;
  return {
    name: config.package,
    version: releasableVersion(version, from),
    manifest: found.path,
    ...present('homepage', field('homepage')),
    ...present('repository', field('repository')),
    ...present('description', field('description')),
    ...present('license', field('license')),
  };
}

/** The nearest folder upwards whose Cargo.toml has `[workspace]`; undefined where there is none. */
export async function findWorkspaceRoot(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'Cargo.toml'))) {
      const manifest = await readManifest(folder, 'Cargo.toml');
      if (manifest['workspace'] !== undefined) return folder;
    }
    if (dirname(folder) === folder) return undefined;
  }
}

type Member = { readonly name: string; readonly path: string; readonly manifest: JsonObject };

/** The root's own package and the members of its globs, by path. */
async function memberManifests(root: string, top: JsonObject): Promise<readonly Member[]> {
  const workspace = table(top, 'workspace');
  const excluded = texts(workspace['exclude']);
  const folders = await Promise.all(texts(workspace['members']).map(glob => foldersOf(root, glob)));
  const paths = [...new Set(folders.flat())]
    .filter(folder => !excluded.some(out => folder === out || folder.startsWith(`${out}/`)))
    .sort(compareCodePoints)
    .map(folder => `${folder}/Cargo.toml`)
    .filter(path => existsSync(join(root, path)));
  const members = await Promise.all(
    paths.map(async path => ({ path, manifest: await readManifest(root, path) })),
  );
  return [{ path: 'Cargo.toml', manifest: top }, ...members].flatMap(({ path, manifest }) => {
    const name = text(table(manifest, 'package')['name']);
    return name === undefined ? [] : [{ name, path, manifest }];
  });
}

/** Folders below the root that a member glob names; only the parts that hold a sign are looked up. */
async function foldersOf(root: string, glob: string): Promise<readonly string[]> {
  const parts = glob.split('/').filter(part => part !== '' && part !== '.');
  let found = [''];
  for (const part of parts) {
    const next = await Promise.all(found.map(folder => step(root, folder, part)));
    found = next.flat();
  }
  return found.filter(folder => folder !== '');
}

async function step(root: string, folder: string, part: string): Promise<readonly string[]> {
  const below = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  if (!/[*?]/.test(part)) return [below(part)];
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isDirectory() && matchesGlob(entry.name, part))
    .map(({ name }) => below(name));
}

async function readManifest(root: string, path: string): Promise<JsonObject> {
  let found = 'no TOML table';
  let place: { line: number; column: number } | undefined;
  try {
    const value: unknown = parse((await readRegular(join(root, path))).toString('utf8'));
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    found = error.message.split('\n')[0] ?? '';
    if (error instanceof TomlError) place = { line: error.line, column: error.column };
  }
  throw refuse('ConfigInvalid', {
    message: `${path} cannot be read`,
    place: { file: path, ...place },
    found,
    want: 'the manifest of a cargo workspace',
    facts: { kind: 'manifest', path },
  });
}

function noPackage(name: string, members: readonly Member[]) {
  const known = members.map(member => member.name).sort(compareCodePoints);
  return refuse('ConfigInvalid', {
    message: `the workspace has no package ${name}`,
    place: { file: 'contextful.toml', path: 'release.package' },
    found: name,
    want: known.length === 0 ? 'a workspace with packages' : `one of ${known.join(', ')}`,
    hint: 'set [release] package',
    facts: { kind: 'bad-value', path: 'release.package', suggestions: suggest(name, known) },
  });
}

/** `field.workspace = true` takes the workspace's value. */
function inherited(own: JsonValue | undefined, shared: JsonValue | undefined): string | undefined {
  return text(isJsonObject(own) && own['workspace'] === true ? shared : own);
}

function table(value: JsonObject, name: string): JsonObject {
  const found = value[name];
  return isJsonObject(found) ? found : {};
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

function present<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  const record: { [Key in Name]?: string } = {};
  if (value !== undefined) record[name] = value;
  return record;
}
