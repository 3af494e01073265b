import { compareCodePoints } from '../../core/code-points.ts';
import { suggest } from '../../core/suggest.ts';
import { type RefusalCode, refuse } from '../../spec/refusals.ts';
import { refuseExcluded } from './matrix.ts';
import type { Cell } from './types.ts';

export type Selection = {
  /** In plan order. */
  readonly cells: readonly Cell[];
  /** Pairs asked for that do not ship, one sentence each. */
  readonly notes: readonly string[];
};

/** The machine at hand, as Node names it. */
export type Host = { readonly arch: string; readonly platform: string };

/**
 * Cells that `--profile` and `--target` name; all without them (release.md 3.3). Refuses, in this order,
 * ProfileUnknown, TargetExcluded, TargetUnknown, SelectionEmpty.
 */
export function selectCells(
  cells: readonly Cell[],
  asked: { readonly profiles: readonly string[]; readonly targets: readonly string[] },
  host?: Host,
): Selection {
  const profiles = new Set(asked.profiles);
  const targets = new Set(asked.targets.map(target => (target === 'host' ? hostTarget(host) : target)));
  const knownProfiles = new Set(cells.map(({ profile }) => profile));
  const knownTargets = new Set(cells.map(({ target }) => target));
  for (const profile of profiles) {
    if (!knownProfiles.has(profile)) throw unknown('ProfileUnknown', 'profile', profile, knownProfiles);
  }
  for (const target of targets) refuseExcluded(target);
  for (const target of targets) {
    if (!knownTargets.has(target)) throw unknown('TargetUnknown', 'target', target, knownTargets);
  }
  const selected = cells.filter(
    cell =>
      (profiles.size === 0 || profiles.has(cell.profile)) && (targets.size === 0 || targets.has(cell.target)),
  );
  if (selected.length === 0) throw empty(profiles, targets, cells);
  return { cells: selected, notes: absentPairs(profiles, targets, selected) };
}

function hostTarget(host: Host | undefined): string {
  const arch = host === undefined ? undefined : ARCHES.get(host.arch);
  if (arch !== undefined && host?.platform === 'linux') return `${arch}-unknown-linux-musl`;
  if (arch !== undefined && host?.platform === 'darwin') return `${arch}-apple-darwin`;
  return 'host';
}

const ARCHES: ReadonlyMap<string, string> = new Map([
  ['x64', 'x86_64'],
  ['arm64', 'aarch64'],
  ['riscv64', 'riscv64gc'],
  ['s390x', 's390x'],
  ['ppc64', 'powerpc64le'],
]);

function absentPairs(
  profiles: ReadonlySet<string>,
  targets: ReadonlySet<string>,
  selected: readonly Cell[],
): readonly string[] {
  const there = new Set(selected.map(({ id }) => id));
  return [...profiles].flatMap(profile =>
    [...targets]
      .filter(target => !there.has(`${profile}/${target}`))
      .map(target => `${profile} does not ship for ${target}: left out`),
  );
}

function unknown(code: RefusalCode, kind: string, name: string, known: ReadonlySet<string>) {
  const names = [...known].sort(compareCodePoints);
  return refuse(code, {
    message: `${name} is no ${kind} of the matrix`,
    found: name,
    want: `one of ${names.join(', ')}`,
    facts: { name, known: names, suggestions: suggest(name, names) },
  });
}

function empty(profiles: ReadonlySet<string>, targets: ReadonlySet<string>, cells: readonly Cell[]) {
  const ships = [...profiles].map(
    profile =>
      `${profile}: ${cells
        .filter(cell => cell.profile === profile)
        .map(({ target }) => target)
        .join(', ')}`,
  );
  return refuse('SelectionEmpty', {
    message: 'no profile that is chosen ships for a target that is chosen',
    found: `${[...profiles].join(', ')} with ${[...targets].join(', ')}`,
    want: ships.join('; '),
    facts: { profiles: [...profiles], targets: [...targets] },
  });
}
