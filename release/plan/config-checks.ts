import { keyPath } from '../../core/config-file/toml-places.ts';
import type { Place } from '../../core/refusal.ts';
import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { ConfigOrigin } from './config.ts';
import { refuseExcluded, stemOf } from './matrix.ts';
import type { ReleaseConfig } from './types.ts';

/** What the schema can not see of one key alone. The first fault in file order is thrown. */
export function checkConfig(config: ReleaseConfig, origin: ConfigOrigin | undefined): void {
  checkTriples(config, origin);
  checkRepeats(config, origin);
  const names = config.profiles.map(({ name }) => name);
  if (!names.includes(config.defaultProfile)) {
    throw invalid(['default_profile'], config.defaultProfile, 'the name of a profile', origin, names);
  }
  const shipped = new Set(config.profiles.flatMap(({ targets }) => targets));
  for (const triple of config.targets.keys()) {
    if (!shipped.has(triple)) {
      throw invalid(['target', triple], triple, 'a target that a profile ships for', origin, [...shipped]);
    }
  }
  const shorts = config.profiles.map(({ short }) => short);
  for (const { short } of config.budget.sizes) {
    if (!shorts.includes(short)) {
      throw invalid(['budget', short], short, 'the short of a profile, codec or needed', origin, shorts);
    }
  }
}

function checkTriples(config: ReleaseConfig, origin: ConfigOrigin | undefined): void {
  config.profiles.forEach(({ targets }, at) => {
    targets.forEach((target, index) => {
      refuseExcluded(target, placeOf(['profile', at, 'targets', index], origin));
    });
  });
  for (const target of config.targets.keys()) refuseExcluded(target, placeOf(['target', target], origin));
  for (const { platform, target } of config.image.platforms) {
    refuseExcluded(target, placeOf(['image', 'platforms', platform], origin));
  }
}

/** Two cells of one stem would write one file. */
function checkRepeats(config: ReleaseConfig, origin: ConfigOrigin | undefined): void {
  const names = new Set<string>();
  const stems = new Set<string>();
  config.profiles.forEach((profile, at) => {
    if (names.has(profile.name)) throw repeated(['profile', at, 'name'], profile.name, origin);
    names.add(profile.name);
    const targets = new Set<string>();
    profile.targets.forEach((target, index) => {
      const path = ['profile', at, 'targets', index];
      if (targets.has(target)) throw repeated(path, target, origin);
      targets.add(target);
      const stem = stemOf(config.name, profile.short, '0.0.0', target);
      if (stems.has(stem)) throw repeated(['profile', at, 'short'], profile.short, origin);
      stems.add(stem);
    });
  });
}

type Path = readonly (string | number)[];

function repeated(path: Path, value: string, origin: ConfigOrigin | undefined) {
  return invalid(path, value, 'a value that no other one repeats', origin, []);
}

function invalid(
  path: Path,
  value: string,
  want: string,
  origin: ConfigOrigin | undefined,
  known: readonly string[],
) {
  const shown = keyPath(['release', ...path]);
  const suggestions = suggest(value, known);
  return refuse('ConfigInvalid', {
    message: `\`${shown}\` can not be ${JSON.stringify(value)}`,
    place: placeOf(path, origin),
    found: JSON.stringify(value),
    want: known.length === 0 ? want : `${want}: ${known.join(', ')}`,
    facts: { kind: 'bad-value', path: shown, suggestions },
  });
}

/** The key itself, else what stands nearest around it; a default has no place in a file that lacks it. */
function placeOf(path: Path, origin: ConfigOrigin | undefined): Place {
  const full = ['release', ...path];
  for (let length = full.length; length > 0; length -= 1) {
    const place = origin?.places.get(keyPath(full.slice(0, length)));
    if (origin !== undefined && place !== undefined) {
      return { file: origin.file, ...place, path: keyPath(full) };
    }
  }
  return { file: origin?.file ?? 'contextful.toml', path: keyPath(full) };
}
