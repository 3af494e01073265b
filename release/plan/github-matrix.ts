import { isDarwin } from './matrix.ts';
import type { Cell, ReleaseConfig } from './types.ts';

/** The machine of a CI that builds a target by itself (release.md 18); `runner` of the target is stronger. */
export function runnerOf(target: string, config: ReleaseConfig): string {
  const set = config.targets.get(target)?.runner;
  if (set !== undefined) return set;
  const isArm = target.startsWith('aarch64-');
  if (isDarwin(target)) return isArm ? 'macos-15' : 'macos-15-intel';
  return isArm ? 'ubuntu-24.04-arm' : 'ubuntu-24.04';
}

export type MatrixEntry = {
  readonly cell: string;
  readonly profile: string;
  readonly target: string;
  readonly runner: string;
};

/** `--github`: what a job takes as its matrix, one entry per cell in plan order. */
export function githubMatrix(
  cells: readonly Cell[],
  config: ReleaseConfig,
): { readonly include: readonly MatrixEntry[] } {
  return {
    include: cells.map(({ id, profile, target }) => ({
      // A slash can stand in no name of an artifact.
      cell: id.replace('/', '-'),
      profile,
      target,
      runner: runnerOf(target, config),
    })),
  };
}
