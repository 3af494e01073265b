import type { Place } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Cell, PlannedCell, ReleaseConfig } from './types.ts';

/** All cells in plan order: profiles as configured, each with its targets (assurance.build.targets). */
export function matrixOf(config: ReleaseConfig, version: string): readonly Cell[] {
  return config.profiles.flatMap(({ name, short, features, targets }) =>
    targets.map(target => ({
      id: `${name}/${target}`,
      profile: name,
      short,
      target,
      features,
      stem: stemOf(config.name, short, version, target),
    })),
  );
}

/** `contextful-full-0.3.0-x86_64-unknown-linux-musl`; an empty short leaves no gap. */
export function stemOf(name: string, short: string, version: string, target: string): string {
  return [name, ...(short === '' ? [] : [short]), version, target].join('-');
}

/** The files of a cell in `--out`, in the order in which they are written: a record means a whole cell (8.5). */
export function outputsOf(stem: string, signed: boolean): readonly string[] {
  return [
    `${stem}.tar.gz`,
    `${stem}.tar.gz.sha256`,
    `${stem}.cdx.json`,
    `${stem}.facts.json`,
    ...(signed ? [`${stem}.intoto.jsonl`] : []),
    `${stem}.release.json`,
  ];
}

/** What the binary of a target has to be (release.md 6.6). */
export function expectsOf(target: string, config: ReleaseConfig): PlannedCell['expects'] {
  const settings = config.targets.get(target);
  return {
    format: isDarwin(target) ? 'mach-o' : 'elf',
    arch: archOf(target),
    static: settings?.static ?? target.endsWith('-musl'),
    glibcFloor: settings?.glibc ?? null,
  };
}

/** Rust's name of a triple's processor (release.md 6.3). */
export function archOf(target: string): string {
  const [first = ''] = target.split('-');
  if (first.startsWith('arm')) return 'arm';
  return first === 'riscv64gc' ? 'riscv64' : first;
}

export function isDarwin(target: string): boolean {
  return target.includes('-apple-');
}

/** Refuses TargetExcluded for a triple that no plan may hold (assurance.build.windows-target, .wasi-probe). */
export function refuseExcluded(target: string, place?: Place): void {
  if (!target.includes('-windows-') && !target.startsWith('wasm')) return;
  throw refuse('TargetExcluded', {
    message: `${target} is no target of a release`,
    place,
    found: target,
    want: 'a Linux or Darwin triple',
    facts: { target },
  });
}
