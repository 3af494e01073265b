import * as z from 'zod';
import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Tool } from '../inputs/toolchain.ts';
import type { ReleaseConfig } from './types.ts';

const metadata = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      features: z.record(z.string(), z.array(z.string())),
      targets: z.array(z.object({ name: z.string(), kind: z.array(z.string()) })),
    }),
  ),
});

type Package = z.infer<typeof metadata>['packages'][number];

/**
 * Holds `[release]` against what cargo itself says of the workspace: the package, its bin target, the features of
 * each profile. Refuses ConfigInvalid with the names that there are.
 */
export async function checkPackage(config: ReleaseConfig, offline: boolean, tool: Tool): Promise<void> {
  const args = [
    'metadata',
    '--format-version',
    '1',
    '--no-deps',
    '--locked',
    ...(offline ? ['--offline'] : []),
  ];
  const result = await tool('cargo', args);
  if (result.exitCode !== 0) {
    throw refuse('ConfigInvalid', {
      message: 'cargo cannot read the workspace',
      place: { file: 'Cargo.toml' },
      excerpt: result.stderr.trimEnd().split('\n').slice(0, 5),
      found: result.stderr.split('\n').find(line => line.startsWith('error')) ?? 'no error line',
      want: 'a workspace that cargo metadata reads',
      facts: { kind: 'manifest', argv: ['cargo', ...args] },
    });
  }
  const { packages } = metadata.parse(JSON.parse(result.stdout));
  const found = packages.find(({ name }) => name === config.package);
  if (found === undefined) {
    throw absent(
      'package',
      config.package,
      packages.map(({ name }) => name),
      'the workspace',
    );
  }
  const bins = found.targets.filter(({ kind }) => kind.includes('bin')).map(({ name }) => name);
  if (!bins.includes(config.binary)) throw absent('binary', config.binary, bins, `package ${found.name}`);
  checkFeatures(config, found);
}

function checkFeatures(config: ReleaseConfig, found: Package): void {
  const known = Object.keys(found.features);
  config.profiles.forEach(({ features }, at) => {
    for (const feature of features) {
      // `dep/feature` belongs to a dependency: cargo judges it.
      if (!feature.includes('/') && !known.includes(feature)) {
        throw absent(`profile[${at}].features`, feature, known, `package ${found.name}`);
      }
    }
  });
}

function absent(key: string, name: string, known: readonly string[], owner: string) {
  const path = `release.${key}`;
  return refuse('ConfigInvalid', {
    message: `${owner} has no ${JSON.stringify(name)}`,
    place: { file: 'contextful.toml', path },
    found: name,
    want: known.length === 0 ? 'none there' : `one of ${known.join(', ')}`,
    facts: { kind: 'bad-value', path, suggestions: suggest(name, known) },
  });
}
