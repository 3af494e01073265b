import type { Context } from '../../core/context.ts';
import { refuse } from '../../spec/refusals.ts';
import { machineOf, withoutMachine } from '../cells/command.ts';
import { buildEnvironment } from '../plan/build-environment.ts';
import type { Builder, Cell, ReleaseConfig } from '../plan/types.ts';
import { releaseJson } from './canonical.ts';
import { type GraphPackage, readTree, treeArguments } from './cargo-tree.ts';
import { cellKey, type InputMap, type TreeFiles } from './key.ts';
import { lockInputs } from './lock.ts';
import { readSources, type Sources, shapingFiles } from './sources.ts';
import { type Tool, toolAt, toolchainInputs } from './toolchain.ts';

/** Rises when the way from inputs to a binary changes in this tool. */
const RECIPE = '1';

export type CellInputs = {
  readonly key: string;
  readonly inputs: InputMap;
  readonly files: TreeFiles;
  /** Packages of the cell's graph, in the order of cargo tree. */
  readonly graph: readonly GraphPackage[];
};

export type CellToKey = Cell & { readonly builder: Builder; readonly argv: readonly string[] };

export type InputsRequest = {
  /** Absolute. */
  readonly root: string;
  readonly config: ReleaseConfig;
  readonly cells: readonly CellToKey[];
  readonly epoch: number;
  readonly offline: boolean;
};

/**
 * Everything that each cell's binary depends on, and its key (release.md 5). Runs `cargo tree` once per cell, two at
 * once, and reads each source file once. Refuses BuilderMissing without cargo, CellBuildFailed where cargo tree
 * fails: a stale lock or an unknown feature fails the build in the same words.
 */
export async function cellInputs(
  request: InputsRequest,
  context: Context,
): Promise<ReadonlyMap<string, CellInputs>> {
  const sources = await readSources(request.root, request.config.inputs.exclude, context);
  const toolchains = new Map<Builder, Promise<readonly [string, string][]>>();
  const found = new Map<string, CellInputs>();
  const waiting = [...request.cells];
  const work = async () => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      const { transport } = buildEnvironment(request.config, cell.target, context.env);
      const tool = toolAt(request.root, transport, context);
      const toolchain = toolchains.get(cell.builder) ?? toolchainInputs(cell.builder, tool);
      toolchains.set(cell.builder, toolchain);
      found.set(
        cell.id,
        await inputsOf(cell, request, { sources, tool, toolchain: await toolchain, context }),
      );
    }
  };
  await Promise.all([work(), work()]);
  return found;
}

type Parts = {
  readonly sources: Sources;
  readonly tool: Tool;
  readonly toolchain: readonly [string, string][];
  readonly context: Context;
};

async function inputsOf(cell: CellToKey, request: InputsRequest, parts: Parts): Promise<CellInputs> {
  const { config, root } = request;
  const { sources, context } = parts;
  const graph = await graphOf(cell, request, parts.tool);
  const inputs = new Map<string, string>([
    ['format', RECIPE],
    ['cell', cell.id],
    ['builder', cell.builder],
    ['argv', releaseJson([...cell.argv])],
    ...parts.toolchain,
  ]);
  const { inputs: variables } = buildEnvironment(config, cell.target, context.env);
  // A checkout elsewhere has the same key: the two folders that differ between machines get names.
  for (const [name, value] of variables)
    inputs.set(`env.${name}`, withoutMachine(value, machineOf(root, context)));
  if (config.build.passEpoch) inputs.set('env.SOURCE_DATE_EPOCH', String(request.epoch));
  await setFiles(inputs, 'file', shapingFiles(graph), sources);
  await setFiles(inputs, 'include', sources.matching(config.inputs.include), sources);
  const files = new Map<string, ReadonlyMap<string, string>>();
  for (const { name, folder } of graph) {
    if (folder === undefined) continue;
    const tree = await sources.tree(folder);
    inputs.set(`tree.${name}`, tree.digest);
    files.set(`tree.${name}`, tree.files);
  }
  for (const [name, value] of lockInputs(graph, sources.locked)) inputs.set(name, value);
  return { key: cellKey(inputs), inputs, files, graph };
}

async function setFiles(
  inputs: Map<string, string>,
  kind: 'file' | 'include',
  paths: readonly string[],
  sources: Sources,
): Promise<void> {
  for (const path of paths) {
    const digest = await sources.file(path);
    if (digest !== undefined) inputs.set(`${kind}.${path}`, digest);
  }
}

async function graphOf(
  cell: CellToKey,
  request: InputsRequest,
  tool: Tool,
): Promise<readonly GraphPackage[]> {
  const args = treeArguments(request.config.package, cell, request.offline);
  const result = await tool('cargo', args);
  if (result.exitCode === 0) return readTree(result.stdout, request.root);
  const errors = result.stderr.split('\n').filter(line => line.startsWith('error'));
  throw refuse('CellBuildFailed', {
    message: `${cell.id}: cargo tree exited ${result.exitCode ?? result.signal ?? 'early'}`,
    excerpt: result.stderr.trimEnd().split('\n').slice(0, 5),
    found: errors[0] ?? 'no error line',
    want: 'the graph of the cell',
    hint: 'mend the manifest, or run cargo update where the lock is stale',
    facts: { cell: cell.id, argv: ['cargo', ...args], exit: result.exitCode ?? null },
  });
}
