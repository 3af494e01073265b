import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../core/refusal.ts';
import { builderArgv } from '../../../release/plan/builder-argv.ts';
import { releaseConfig } from '../../../release/plan/config.ts';
import { expectsOf, matrixOf, outputsOf } from '../../../release/plan/matrix.ts';
import { selectCells } from '../../../release/plan/selection.ts';
import type { Builder } from '../../../release/plan/types.ts';
import { vectorCases } from '../../support/vectors.ts';

const config = releaseConfig();
const cells = matrixOf(config, '0.3.0');

function refusalOf(action: () => unknown): Refusal | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

describe('assurance.build.targets', () => {
  test('an empty table gives the ten cells of the seed in plan order', () => {
    const want = vectorCases<{ id: string; profile: string; short: string; target: string; stem: string }>(
      'release',
      'matrix',
    );
    expect(cells.map(({ features: _, ...cell }) => cell)).toEqual(want);
    expect(new Set(cells.map(({ profile, features }) => `${profile} ${features.join()}`)).size).toBe(3);
  });

  test('another workspace keeps its own order, and an empty short leaves no gap', () => {
    const ripple = releaseConfig({
      name: 'ripple',
      default_profile: 'ripple',
      profile: [
        {
          name: 'ripple',
          short: '',
          features: ['tls'],
          targets: ['riscv64gc-unknown-linux-gnu', 'aarch64-apple-darwin'],
        },
      ],
    });
    expect(matrixOf(ripple, '1.4.0').map(({ stem }) => stem)).toEqual([
      'ripple-1.4.0-riscv64gc-unknown-linux-gnu',
      'ripple-1.4.0-aarch64-apple-darwin',
    ]);
    expect(expectsOf('riscv64gc-unknown-linux-gnu', ripple)).toEqual({
      format: 'elf',
      arch: 'riscv64',
      static: false,
      glibcFloor: null,
    });
    expect(expectsOf('aarch64-apple-darwin', ripple).format).toBe('mach-o');
  });

  test('the record is written last, the envelope only where records are signed', () => {
    expect(outputsOf('s', true)).toEqual([
      's.tar.gz',
      's.tar.gz.sha256',
      's.cdx.json',
      's.facts.json',
      's.intoto.jsonl',
      's.release.json',
    ]);
    expect(outputsOf('s', false)).toHaveLength(5);
  });
});

describe('release.md 3.3 selection', () => {
  type Case = { profiles: string[]; targets: string[]; cells?: string[]; refusal?: string; names?: string };

  test.each(vectorCases<Case>('release', 'selection'))('$profiles $targets', want => {
    const refusal = refusalOf(() =>
      expect(selectCells(cells, want).cells.map(({ id }) => id)).toEqual(want.cells),
    );
    expect(refusal?.code).toBe(want.refusal);
    if (want.names !== undefined) expect(refusal?.found).toBe(want.names);
  });

  test('a profile that does not ship for a target is left out with a note', () => {
    const { notes } = selectCells(cells, {
      profiles: ['contextful-control', 'contextful-edge'],
      targets: ['aarch64-apple-darwin'],
    });
    expect(notes).toEqual(['contextful-control does not ship for aarch64-apple-darwin: left out']);
  });

  test('an unknown name lists the valid ones by code point, an unknown profile comes before all', () => {
    const refusal = refusalOf(() => selectCells(cells, { profiles: [], targets: ['x86_64-apple'] }));
    expect(refusal?.want).toBe(
      'one of aarch64-apple-darwin, aarch64-unknown-linux-musl, x86_64-apple-darwin, x86_64-unknown-linux-musl',
    );
    const both = refusalOf(() => selectCells(cells, { profiles: ['x'], targets: ['wasm32-wasip2'] }));
    expect(both?.code).toBe('ProfileUnknown');
    const excludedFirst = refusalOf(() =>
      selectCells(cells, { profiles: [], targets: ['y', 'wasm32-wasip2'] }),
    );
    expect(excludedFirst?.code).toBe('TargetExcluded');
  });

  test('host stands for the machine, and is unknown on one that no cell fits', () => {
    const of = (arch: string, platform: string) =>
      selectCells(cells, { profiles: ['contextful-full'], targets: ['host'] }, { arch, platform }).cells.map(
        ({ target }) => target,
      );
    expect(of('x64', 'linux')).toEqual(['x86_64-unknown-linux-musl']);
    expect(of('arm64', 'darwin')).toEqual(['aarch64-apple-darwin']);
    expect(refusalOf(() => of('x64', 'win32'))?.code).toBe('TargetUnknown');
  });

  test('any selection is a part of the plan in its order', () => {
    const names = fc.subarray(['contextful-control', 'contextful-edge', 'contextful-full'], { minLength: 0 });
    const triples = fc.subarray([...new Set(cells.map(({ target }) => target))]);
    fc.assert(
      fc.property(names, triples, fc.boolean(), (profiles, targets, twice) => {
        const asked = { profiles: twice ? [...profiles, ...profiles].reverse() : profiles, targets };
        const refusal = refusalOf(() => {
          const chosen = selectCells(cells, asked).cells;
          expect(chosen).toEqual(cells.filter(cell => chosen.includes(cell)));
        });
        expect([undefined, 'SelectionEmpty']).toContain(refusal?.code);
      }),
    );
  });
});

describe('assurance.build.windows-target', () => {
  test.each(['x86_64-pc-windows-msvc', 'wasm32-wasip2'])('%s is refused wherever it stands', triple => {
    const profile = { name: 'contextful-full', targets: [triple] };
    const config = [
      { profile: [profile] },
      { target: { [triple]: {} } },
      { image: { platforms: { 'linux/amd64': triple } } },
    ];
    for (const section of config) {
      const refusal = refusalOf(() => releaseConfig(section));
      expect(refusal?.code).toBe('TargetExcluded');
      expect(refusal?.found).toBe(triple);
      expect(refusal?.exit).toBe(2);
    }
  });
});

describe('assurance.build.release-builder', () => {
  type Case = { builder: Builder; cell: string; glibc?: string; argv?: string[]; refusal?: string };

  test.each(vectorCases<Case>('release', 'argv'))('$builder $cell $glibc', want => {
    const [profile = '', target = ''] = want.cell.split('/');
    const section = {
      profile: [{ name: profile, targets: [target] }],
      default_profile: profile,
      ...(want.glibc === undefined ? {} : { target: { [target]: { glibc: want.glibc } } }),
    };
    const config = releaseConfig(section);
    const [cell] = matrixOf(config, '0.3.0');
    if (cell === undefined) throw new RangeError('no cell');
    const options = { builder: want.builder, offline: false };
    const refusal = refusalOf(() => expect(builderArgv(cell, config, options)).toEqual(want.argv));
    expect(refusal?.code).toBe(want.refusal);
  });

  test('offline comes after locked', () => {
    const [cell] = cells;
    if (cell === undefined) throw new RangeError('no cell');
    expect(builderArgv(cell, config, { builder: 'cargo', offline: true }).slice(0, 5)).toEqual([
      'cargo',
      'build',
      '--release',
      '--locked',
      '--offline',
    ]);
  });
});
