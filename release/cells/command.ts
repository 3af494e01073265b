import { join } from 'node:path';
import { type Context, envValue } from '../../core/context.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../inputs/toolchain.ts';
import { buildEnvironment } from '../plan/build-environment.ts';
import type { ReleaseConfig } from '../plan/types.ts';
import { readCfg } from './cfg.ts';
import { remapPaths } from './remap.ts';

/** The two folders that differ between machines. */
export type Machine = { readonly root: string; readonly cargoHome: string | undefined };

export type CellCommand = {
  readonly argv: readonly string[];
  /** All of the caller's variables that the build sees, those of paths extended. */
  readonly env: ReadonlyMap<string, string>;
};

export function machineOf(root: string, context: Context): Machine {
  const home = envValue(context, 'HOME');
  const cargoHome =
    envValue(context, 'CARGO_HOME') ?? (home === undefined ? undefined : join(home, '.cargo'));
  return { root, cargoHome };
}

/** The argv of a cell with the pair that remaps paths, and its variables (release.md 4.2, 4.3). */
export async function cellCommand(
  cell: { readonly target: string; readonly argv: readonly string[] },
  config: ReleaseConfig,
  parts: {
    readonly machine: Machine;
    readonly configs: readonly JsonObject[];
    readonly tool: Tool;
    readonly context: Context;
  },
): Promise<CellCommand> {
  const { transport, inputs } = buildEnvironment(config, cell.target, parts.context.env);
  const env = new Map([...transport, ...inputs]);
  if (!config.build.remapPaths) return { argv: cell.argv, env };
  const remap = await remapPaths({
    target: cell.target,
    ...parts.machine,
    env: inputs,
    configs: parts.configs,
    cfg: async () => readCfg((await parts.tool('rustc', ['--print', 'cfg', '--target', cell.target])).stdout),
  });
  if (remap.how === 'argument') return { argv: [...cell.argv, ...remap.arguments], env };
  return { argv: cell.argv, env: env.set(remap.name, remap.value) };
}

/** Text without the machine's own folders: `<root>` and `<cargo-home>` stand for them. */
export function withoutMachine(text: string, { root, cargoHome }: Machine): string {
  const pairs: [string, string][] = [[root, '<root>']];
  if (cargoHome !== undefined) pairs.push([cargoHome, '<cargo-home>']);
  return pairs
    .sort(([a], [b]) => b.length - a.length)
    .flatMap(([path, name]): [string, string][] => [
      [JSON.stringify(path).slice(1, -1), name],
      [path, name],
    ])
    .reduce((shown, [path, name]) => shown.replaceAll(path, name), text);
}
