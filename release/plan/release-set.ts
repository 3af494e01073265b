import { compareCodePoints } from '../../core/code-points.ts';
import { outputsOf } from './matrix.ts';
import type { Cell, PlannedImage, ReleaseConfig } from './types.ts';

/** File names of the formulas: one per profile, and the bare one that carries the project's name. */
export function formulaNames(config: ReleaseConfig): readonly string[] {
  return [...new Set([...config.profiles.map(({ name }) => name), config.name])]
    .map(name => `${name}.rb`)
    .sort(compareCodePoints);
}

/** What the fan-in writes to `--out`, by name. */
export function aggregateFiles(config: ReleaseConfig, signed: boolean): readonly string[] {
  return [
    ...formulaNames(config).map(name => `Formula/${name}`),
    'SHA256SUMS',
    'install.sh',
    'manifest.json',
    'release.json',
    ...(signed ? ['SHA256SUMS.minisig', 'envelopes.jsonl', 'release.intoto.jsonl'] : []),
  ].sort(compareCodePoints);
}

/** The exact set of a release's assets, by name (release.md 17.2): of all cells, never of a selection. */
export function releaseAssets(
  cells: readonly Cell[],
  config: ReleaseConfig,
  signed: boolean,
): readonly string[] {
  return [
    ...cells.flatMap(({ stem }) => outputsOf(stem, signed)),
    ...formulaNames(config),
    'SHA256SUMS',
    'install.sh',
    'release.json',
    ...(signed ? ['SHA256SUMS.minisig', 'release.intoto.jsonl'] : []),
  ].sort(compareCodePoints);
}

/** One image for each profile that ships for a platform of the configuration. */
export function plannedImages(
  cells: readonly Cell[],
  config: ReleaseConfig,
  version: string,
): readonly PlannedImage[] {
  return config.profiles.flatMap(({ name }) => {
    const platforms = config.image.platforms.flatMap(({ platform, target }) => {
      const cell = cells.find(one => one.profile === name && one.target === target);
      return cell === undefined ? [] : [{ platform, cell: cell.id }];
    });
    if (platforms.length === 0) return [];
    const tags = config.image.tags.map(tag => tag.replaceAll('{version}', version));
    return [{ profile: name, repository: config.image.repository ?? null, tags, platforms }];
  });
}

/** Owner and repository: as configured, else of a GitHub address in the manifest. */
export function githubHome(
  config: ReleaseConfig,
  repository: string | undefined,
): { readonly owner: string | null; readonly repo: string | null } {
  const match = /^https:\/\/github\.com\/([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+?)(?:\.git)?\/?$/.exec(
    repository ?? '',
  );
  return {
    owner: config.github.owner ?? match?.[1] ?? null,
    repo: config.github.repo ?? match?.[2] ?? null,
  };
}
