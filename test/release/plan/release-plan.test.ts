import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../core/digest.ts';
import { releaseJson } from '../../../release/inputs/canonical.ts';
import { cellInputs } from '../../../release/inputs/cell-inputs.ts';
import {
  type CellRecord,
  cellRecordText,
  packKey,
  readCellRecord,
  recordPath,
} from '../../../release/inputs/cell-record.ts';
import { keptBinary } from '../../../release/inputs/cell-state.ts';
import { builderArgv } from '../../../release/plan/builder-argv.ts';
import { releaseConfig } from '../../../release/plan/config.ts';
import { githubMatrix } from '../../../release/plan/github-matrix.ts';
import { matrixOf } from '../../../release/plan/matrix.ts';
import { listText, planDigest, planJson, releasePlan } from '../../../release/plan/release-plan.ts';
import { releaseAssets } from '../../../release/plan/release-set.ts';
import { findWorkspaceRoot, readPackage } from '../../../release/plan/workspace.ts';
import { isPeerMissing } from '../../support/peers.ts';
import { vectorCases } from '../../support/vectors.ts';
import { type WorkspaceCopy, workspaceCopy } from '../../support/workspace-copy.ts';

const copies: WorkspaceCopy[] = [];
afterEach(() => {
  for (const copy of copies.splice(0)) copy.remove();
});

function copied(): WorkspaceCopy {
  const copy = workspaceCopy();
  copies.push(copy);
  return copy;
}

const FULL_MUSL = { profiles: ['contextful-full'], targets: ['x86_64-unknown-linux-musl'] };
const section = { inputs: { include: ['LICENSE'] } };

async function planOf(copy: WorkspaceCopy, more: Partial<Parameters<typeof releasePlan>[0]> = {}) {
  const request = {
    root: copy.root,
    config: releaseConfig(section),
    ...FULL_MUSL,
    out: join(copy.root, 'dist'),
    offline: true,
    signed: false,
    ...more,
  };
  return (await releasePlan(request, copy.context)).plan;
}

describe.skipIf(isPeerMissing('cargo', 'rustup.rs'))('release.md 3.5 plan', () => {
  test('the ten cells of the fixture by real cargo, the same bytes in another folder, no path of the machine', async () => {
    const [a, b] = [copied(), copied()];
    const everything = { profiles: [], targets: [] };
    const [first, second] = [await planOf(a, everything), await planOf(b, everything)];
    expect(first.cells.map(({ id, state }) => `${id} ${state}`)).toEqual(
      matrixOf(releaseConfig(), '0.3.0').map(({ id }) => `${id} build`),
    );
    expect(new Set(first.cells.map(({ key }) => key)).size).toBe(10);
    const text = releaseJson(planJson(first));
    expect(releaseJson(planJson(second))).toBe(text);
    expect(planDigest(first)).toBe(planDigest(second));
    for (const path of [a.root, dirname(a.root), a.context.env['HOME'] ?? '/home']) {
      expect(text).not.toContain(`${path}/`);
    }
    expect(text).not.toMatch(/windows|wasm/);
    const [option, flags] = first.cells[0]?.argv.slice(-2) ?? [];
    expect(option).toBe('--config');
    // Which of the two is first follows their lengths on the machine.
    expect(flags).toMatch(/^build\.rustflags=\[.*"--remap-path-prefix=<root>=\/src"/);
    expect(flags).toContain('"--remap-path-prefix=<cargo-home>=/cargo"');
  }, 60_000);

  test('version, tag, commit, epoch and publish come from tree and manifests', async () => {
    const copy = copied();
    const { cells: _, aggregate, images, ...plan } = await planOf(copy, { signed: true });
    expect({ ...plan, publish: { ...plan.publish, assets: plan.publish.assets.length } }).toEqual({
      schemaVersion: 1,
      kind: 'release-plan',
      version: '0.3.0',
      tag: 'v0.3.0',
      commit: copy.git('rev-parse', 'HEAD'),
      dirty: false,
      epoch: 1767225600,
      epochSource: 'commit',
      defaultProfile: 'contextful-full',
      publish: {
        owner: 'contextful-example',
        repo: 'contextful',
        tag: 'v0.3.0',
        prerelease: false,
        assets: 69,
      },
    });
    expect(aggregate).toContain('Formula/contextful.rb');
    expect(images.map(({ profile, tags }) => [profile, ...tags])).toEqual([
      ['contextful-control', '0.3.0'],
      ['contextful-edge', '0.3.0'],
      ['contextful-full', '0.3.0'],
    ]);
    appendFileSync(join(copy.root, 'README.md'), 'x');
    expect(await planOf(copy, { epoch: '7' })).toMatchObject({ dirty: true, epoch: 7, epochSource: 'flag' });
  });

  test('a variable that is set and malformed is refused, not passed over', async () => {
    const copy = copied();
    const env = { ...copy.context.env, SOURCE_DATE_EPOCH: '' };
    await expect(planOf({ ...copy, context: { ...copy.context, env } })).rejects.toMatchObject({
      code: 'EpochMalformed',
    });
  });

  test('a recorded cell is reused; another epoch packs again; a changed file builds again and is named', async () => {
    const copy = copied();
    await recordCell(copy);
    expect((await planOf(copy)).cells[0]).toMatchObject({ state: 'reuse', changed: [] });
    expect((await planOf(copy, { epoch: '7' })).cells[0]?.state).toBe('repack');
    writeFileSync(join(copy.root, 'dist', `${STEM}.cdx.json`), 'damaged');
    expect((await planOf(copy)).cells[0]?.state).toBe('repack');
    writeFileSync(keptBinary(copy.root, CELL), 'damaged');
    expect((await planOf(copy)).cells[0]?.state).toBe('build');
    appendFileSync(join(copy.root, 'crates/core/src/lib.rs'), '// x\n');
    const [cell] = (await planOf(copy)).cells;
    expect(cell?.state).toBe('build');
    expect(cell?.changed.map(({ input, files }) => [input, files])).toEqual([
      ['tree.contextful-core', ['src/lib.rs']],
    ]);
  });

  test('a torn record, or one that its build left open, is no reason to reuse', async () => {
    const copy = copied();
    const path = await recordCell(copy);
    const record = await readCellRecord(copy.root, CELL);
    if (record === undefined) throw new RangeError('no record');
    expect(cellRecordText(record)).toBe(readFileSync(path, 'utf8'));
    writeFileSync(path, cellRecordText({ ...record, reusable: false }));
    expect((await planOf(copy)).cells[0]?.state).toBe('build');
    writeFileSync(path, '{"schemaVersion": 1');
    expect((await planOf(copy)).cells[0]).toMatchObject({ state: 'build', changed: [] });
  });

  test('prebuilt binaries need no cargo', async () => {
    const copy = copied();
    const prebuilt = join(copy.root, 'prebuilt');
    mkdirSync(join(prebuilt, 'x86_64-unknown-linux-musl/contextful-full'), { recursive: true });
    writeFileSync(join(prebuilt, 'x86_64-unknown-linux-musl/contextful-full/contextful'), 'binary');
    const context = { ...copy.context, env: { PATH: '/nonexistent' } };
    const [cell] = (await planOf({ ...copy, context }, { prebuilt, epoch: '1' })).cells;
    expect(cell).toMatchObject({ state: 'prebuilt', builder: 'prebuilt', argv: [], env: [] });
    const [absent] = (await planOf({ ...copy, context }, { prebuilt: copy.root, epoch: '1' })).cells;
    expect(absent?.key).not.toBe(cell?.key);
  });

  test.each([
    [{ binary: 'contextfull' }, 'release.binary', 'contextful'],
    [
      { profile: [{ name: 'contextful-full', features: ['contextful-ful'] }] },
      'release.profile[0].features',
      'contextful-full',
    ],
    [{ package: 'contextful-cly' }, 'release.package', 'contextful-cli'],
  ])('%j is held against the workspace', async (wrong, path, nearest) => {
    const refused = await planOf(copied(), { config: releaseConfig(wrong) }).catch(error => error);
    expect(refused).toMatchObject({ code: 'ConfigInvalid', exit: 2, place: { path } });
    expect(refused.facts.suggestions[0]).toBe(nearest);
  });
});

describe('release.md 3.4 the version of a workspace', () => {
  test.each([
    ['workspace', '[workspace]\nmembers = ["a"]\n', undefined, 'VersionMissing'],
    ['package', '[workspace]\nmembers = ["*"]\n', '1.2.3', undefined],
    ['package', '[workspace]\nmembers = ["a"]\nexclude = ["a"]\n', undefined, 'ConfigInvalid'],
    [
      'workspace',
      '[workspace]\nmembers = ["a"]\n[workspace.package]\nversion = "1.0.0+x"\n',
      undefined,
      'VersionUnreleasable',
    ],
    ['workspace', '[workspace\n', undefined, 'ConfigInvalid'],
  ] as const)('from %s of %j', async (versionFrom, top, version, code) => {
    const { root } = copied();
    mkdirSync(join(root, 'a'));
    writeFileSync(join(root, 'Cargo.toml'), top);
    writeFileSync(join(root, 'a/Cargo.toml'), '[package]\nname = "a"\nversion = "1.2.3"\n');
    const read = readPackage(root, { package: 'a', versionFrom });
    if (code === undefined) expect(await read).toEqual({ name: 'a', version, manifest: 'a/Cargo.toml' });
    else await expect(read).rejects.toMatchObject({ code });
  });

  test('fields are inherited, and the root is found from below', async () => {
    const { root } = copied();
    expect(await readPackage(root, { package: 'contextful-cli', versionFrom: 'package' })).toMatchObject({
      version: '0.3.0',
      license: 'Apache-2.0',
      repository: 'https://github.com/contextful-example/contextful',
    });
    expect(await findWorkspaceRoot(join(root, 'crates/cli/src'))).toBe(root);
    expect(await findWorkspaceRoot(dirname(root))).toBeUndefined();
  });
});

describe('release.md 1 plan --list and --github', () => {
  const config = releaseConfig({ target: { 'aarch64-apple-darwin': { runner: 'mine' } } });
  const cells = matrixOf(config, '0.3.0');

  test('a line per cell', () => {
    expect(listText(cells).split('\n').slice(0, 2)).toEqual([
      'contextful-control x86_64-unknown-linux-musl',
      'contextful-control aarch64-unknown-linux-musl',
    ]);
    expect(listText(cells).split('\n')).toHaveLength(11);
  });

  test('a matrix entry per cell with its runner', () => {
    const { include } = githubMatrix(cells, config);
    expect(new Set(include.map(({ target, runner }) => `${target} ${runner}`))).toEqual(
      new Set([
        'x86_64-unknown-linux-musl ubuntu-24.04',
        'aarch64-unknown-linux-musl ubuntu-24.04-arm',
        'aarch64-apple-darwin mine',
        'x86_64-apple-darwin macos-15-intel',
      ]),
    );
  });

  test('the assets of a signed release are the exact set', () => {
    for (const { names } of vectorCases<{ names: string[] }>('release', 'assets')) {
      expect(releaseAssets(cells, config, true)).toEqual(names);
    }
  });
});

const CELL = 'contextful-full/x86_64-unknown-linux-musl';
const STEM = 'contextful-full-0.3.0-x86_64-unknown-linux-musl';

/** What a build leaves: outputs, the kept binary, the record. Gives the record's path. */
async function recordCell({ root, context }: WorkspaceCopy): Promise<string> {
  const config = releaseConfig(section);
  const cells = matrixOf(config, '0.3.0')
    .filter(({ id }) => id === CELL)
    .map(cell => ({
      ...cell,
      builder: 'cargo' as const,
      argv: builderArgv(cell, config, { builder: 'cargo', offline: true }),
    }));
  const found = (await cellInputs({ root, config, cells, epoch: 1767225600, offline: true }, context)).get(
    CELL,
  );
  if (found === undefined) throw new RangeError('no inputs');
  const names = ['.tar.gz', '.tar.gz.sha256', '.cdx.json', '.facts.json', '.release.json'].map(
    end => `${STEM}${end}`,
  );
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (const name of names) writeFileSync(join(root, 'dist', name), name);
  const members = new Map(
    config.files.map(path => [path, `100644 ${sha256Hex(readFileSync(join(root, path)))}`]),
  );
  const record: CellRecord = {
    cell: CELL,
    key: found.key,
    inputs: found.inputs,
    files: found.files,
    binary: { sha256: sha256Hex('binary'), size: 6 },
    pack: packKey({ version: '0.3.0', epoch: 1767225600, signed: false, members }),
    outputs: new Map(names.map(name => [name, sha256Hex(name)])),
    reusable: true,
  };
  const path = recordPath(root, CELL);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(keptBinary(root, CELL), 'binary');
  writeFileSync(path, cellRecordText(record));
  return path;
}
