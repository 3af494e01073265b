import { refuse } from '../../spec/refusals.ts';
import type { Builder, Cell, ReleaseConfig } from './types.ts';

/** Who builds a target: the flag, else what is set for the target, else for all. */
export function builderOf(target: string, config: ReleaseConfig, flag?: Builder): Builder {
  return flag ?? config.targets.get(target)?.builder ?? config.build.builder;
}

/**
 * The command of a cell as an array, without the pair that remaps paths (assurance.build.release-builder, release.md
 * 4.1). A glibc floor is a suffix that zigbuild alone knows: GlibcFloorNeedsZig otherwise.
 */
export function builderArgv(
  cell: Pick<Cell, 'id' | 'target' | 'features'>,
  config: ReleaseConfig,
  options: { readonly builder: Builder; readonly offline: boolean },
): readonly string[] {
  const floor = config.targets.get(cell.target)?.glibc;
  if (floor !== undefined && options.builder !== 'zigbuild') {
    throw refuse('GlibcFloorNeedsZig', {
      message: `${cell.id}: cargo alone can not keep to glibc ${floor}`,
      found: `glibc = "${floor}" with builder ${options.builder}`,
      want: 'builder zigbuild',
      facts: { cell: cell.id, glibc: floor, builder: options.builder },
    });
  }
  return [
    'cargo',
    options.builder === 'zigbuild' ? 'zigbuild' : 'build',
    '--release',
    '--locked',
    ...(options.offline ? ['--offline'] : []),
    '-p',
    config.package,
    '--bin',
    config.binary,
    '--no-default-features',
    '--features',
    cell.features.join(','),
    '--target',
    floor === undefined ? cell.target : `${cell.target}.${floor}`,
    '--message-format=json-render-diagnostics',
  ];
}
