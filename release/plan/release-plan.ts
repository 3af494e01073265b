import { join } from 'node:path';
import type { Context } from '../../core/context.ts';
import { digestOf } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';
import { readCargoConfigs } from '../cells/cargo-config.ts';
import { cellCommand, machineOf, withoutMachine } from '../cells/command.ts';
import { releaseJson } from '../inputs/canonical.ts';
import { cellInputs, type InputsRequest } from '../inputs/cell-inputs.ts';
import { packKey, readCellRecord } from '../inputs/cell-record.ts';
import { cellState, fileSha256 } from '../inputs/cell-state.ts';
import { cellKey, changedInputs, type InputMap, type TreeFiles } from '../inputs/key.ts';
import { toolAt } from '../inputs/toolchain.ts';
import { treeFile } from '../inputs/tree-digest.ts';
import { buildEnvironment, environmentNames } from './build-environment.ts';
import { builderArgv, builderOf } from './builder-argv.ts';
import { releaseEpoch } from './epoch.ts';
import { type Repository, readRepository } from './git.ts';
import { expectsOf, matrixOf, outputsOf } from './matrix.ts';
import { checkPackage } from './metadata.ts';
import { aggregateFiles, githubHome, plannedImages, releaseAssets } from './release-set.ts';
import { type Host, selectCells } from './selection.ts';
import type { Builder, Cell, ChangedInput, PlannedCell, ReleaseConfig, ReleasePlan } from './types.ts';
import { isPrerelease } from './version.ts';
import { readPackage } from './workspace.ts';

export type PlanRequest = {
  /** Absolute folder of the workspace. */
  readonly root: string;
  readonly config: ReleaseConfig;
  readonly profiles: readonly string[];
  readonly targets: readonly string[];
  /** Absolute output folder. */
  readonly out: string;
  readonly offline: boolean;
  readonly signed: boolean;
  /** `--epoch` as it was typed. */
  readonly epoch?: string;
  /** `--builder`: for all cells. */
  readonly builder?: Builder;
  /** Absolute folder of `--prebuilt`: then cargo is never run. */
  readonly prebuilt?: string;
  /** What `--target host` stands for. */
  readonly host?: Host;
};

export type Planned = { readonly plan: ReleasePlan; readonly notes: readonly string[] };

/**
 * The plan of a release (release.md 3.5): every step of a run follows from it. Changes nothing. Refuses what the
 * configuration, the selection, the version, the epoch and the manifests refuse; then what cellInputs refuses.
 */
export async function releasePlan(request: PlanRequest, context: Context): Promise<Planned> {
  const { config, root } = request;
  const facts = await readPackage(root, config);
  const matrix = matrixOf(config, facts.version);
  const { cells, notes } = selectCells(matrix, request, request.host);
  const keyed = cells.map(cell => toKey(cell, request));
  const repository = await readRepository(root, context);
  const { epoch, source } = epochOf(request, repository, context);
  const inputs = await inputsOf({ ...request, cells: keyed, epoch }, request, context);
  const pack = packKey({
    version: facts.version,
    epoch,
    signed: request.signed,
    members: await membersOf(root, config),
  });
  const show = await shownArgv(request, context);
  const planned = await Promise.all(
    keyed.map(cell => plannedCell(cell, { request, found: inputs.get(cell.id), pack, show, context })),
  );
  const tag = `${config.tag.prefix}${facts.version}`;
  const plan: ReleasePlan = {
    schemaVersion: 1,
    kind: 'release-plan',
    version: facts.version,
    tag,
    commit: repository.commit ?? null,
    dirty: repository.dirty,
    epoch,
    epochSource: source,
    defaultProfile: config.defaultProfile,
    cells: planned,
    aggregate: aggregateFiles(config, request.signed),
    images: plannedImages(matrix, config, facts.version),
    publish: {
      ...githubHome(config, config.repository ?? facts.repository),
      tag,
      prerelease: isPrerelease(facts.version),
      assets: releaseAssets(matrix, config, request.signed),
    },
  };
  return { plan, notes };
}

/** Digest of a plan's canonical JSON: two runs of one tree and flags have the same. */
export function planDigest(plan: ReleasePlan) {
  return digestOf(releaseJson(planJson(plan)));
}

/** A plan as JSON; its types hold nothing else. */
export function planJson(plan: ReleasePlan): JsonObject {
  return {
    ...plan,
    cells: plan.cells.map(cell => ({ ...cell, changed: cell.changed.map(change => ({ ...change })) })),
    images: plan.images.map(image => ({ ...image, platforms: image.platforms.map(one => ({ ...one })) })),
  };
}

/** `--list`: one `<profile> <target>` line per cell; runs nothing. */
export function listText(cells: readonly Pick<Cell, 'profile' | 'target'>[]): string {
  return cells.map(({ profile, target }) => `${profile} ${target}\n`).join('');
}

type Keyed = Cell & { readonly builder: Builder; readonly argv: readonly string[] };

function toKey(cell: Cell, { config, builder: flag, offline }: PlanRequest): Keyed {
  const builder = builderOf(cell.target, config, flag);
  return { ...cell, builder, argv: builderArgv(cell, config, { builder, offline }) };
}

function epochOf(request: PlanRequest, repository: Repository, context: Context) {
  return releaseEpoch({
    flag: request.epoch,
    variable: context.env['SOURCE_DATE_EPOCH'],
    commit: repository.committed,
  });
}

type Found = { readonly key: string; readonly inputs: InputMap; readonly files: TreeFiles };

async function inputsOf(
  inputs: InputsRequest,
  { prebuilt, config }: PlanRequest,
  context: Context,
): Promise<ReadonlyMap<string, Found>> {
  if (prebuilt !== undefined) {
    const found = await Promise.all(
      inputs.cells.map(async ({ id, target, profile }): Promise<[string, Found]> => {
        const sha256 = await fileSha256(join(prebuilt, target, profile, config.binary));
        const map = new Map([
          ['format', '1'],
          ['cell', id],
          ['builder', 'prebuilt'],
          ['prebuilt', sha256 ?? 'absent'],
        ]);
        return [id, { key: cellKey(map), inputs: map, files: new Map() }];
      }),
    );
    return new Map(found);
  }
  const { transport } = buildEnvironment(config, '', context.env);
  await checkPackage(config, inputs.offline, toolAt(inputs.root, transport, context));
  return cellInputs(inputs, context);
}

async function plannedCell(
  cell: Keyed,
  parts: {
    readonly request: PlanRequest;
    readonly found: Found | undefined;
    readonly pack: string;
    readonly show: ShownArgv;
    readonly context: Context;
  },
): Promise<PlannedCell> {
  const { request, found, pack, show, context } = parts;
  if (found === undefined) throw new RangeError(`no inputs of ${cell.id}`);
  const { config, root, out } = request;
  const isPrebuilt = request.prebuilt !== undefined;
  const outputs = outputsOf(cell.stem, request.signed);
  const record = await readCellRecord(root, cell.id);
  const otherwise = isPrebuilt ? 'prebuilt' : 'build';
  const state = await cellState({ root, out, record, key: found.key, pack, outputs, otherwise });
  const changed: readonly ChangedInput[] =
    record === undefined ? [] : changedInputs(record.inputs, found.inputs, record.files, found.files);
  const environment = buildEnvironment(config, cell.target, context.env);
  return {
    ...cell,
    builder: isPrebuilt ? 'prebuilt' : cell.builder,
    argv: isPrebuilt ? [] : await show(cell),
    env: isPrebuilt ? [] : environmentNames(environment, config),
    targetDir: targetDir(cell, context),
    expects: expectsOf(cell.target, config),
    outputs,
    key: found.key,
    state,
    changed,
  };
}

type ShownArgv = (cell: Keyed) => Promise<readonly string[]>;

/** The argv that will run, with names for the machine's own folders. */
async function shownArgv({ config, root }: PlanRequest, context: Context): Promise<ShownArgv> {
  const machine = machineOf(root, context);
  const configs = await readCargoConfigs(root, machine.cargoHome);
  return async cell => {
    const { transport } = buildEnvironment(config, cell.target, context.env);
    const tool = toolAt(root, transport, context);
    const { argv } = await cellCommand(cell, config, { machine, configs, tool, context });
    return argv.map(argument => withoutMachine(argument, machine));
  };
}

/** A folder of its own for each cell, without a version in it (release.md 4.4). */
function targetDir({ profile, target }: Cell, context: Context): string {
  const isShared = (context.env['CARGO_TARGET_DIR'] ?? '') !== '';
  return `${isShared ? '<cargo-target-dir>/contextful' : '.contextful/target'}/${profile}/${target}`;
}

/** Extra members of an archive that are there, by path; what is missing is for packing to judge. */
async function membersOf(root: string, config: ReleaseConfig): Promise<ReadonlyMap<string, string>> {
  const members = new Map<string, string>();
  for (const path of config.files) {
    const file = await treeFile(root, path);
    if (file !== undefined) members.set(path, `${file.mode} ${file.sha256}`);
  }
  return members;
}
