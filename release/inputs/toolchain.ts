import type { Context } from '../../core/context.ts';
import { sha256Hex } from '../../core/digest.ts';
import { type ProcessResult, runProcess } from '../../core/process-runner.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Builder } from '../plan/types.ts';

/** Runs a tool of the build at the root and gives its output. */
export type Tool = (command: string, args: readonly string[]) => Promise<ProcessResult>;

/** A tool that cannot be started is BuilderMissing; what it answers is for the caller to judge. */
export function toolAt(root: string, env: ReadonlyMap<string, string>, context: Context): Tool {
  return async (command, args) => {
    const result = await runProcess(
      {
        command,
        arguments: args,
        cwd: root,
        env: { ...Object.fromEntries(env), LC_ALL: 'C.UTF-8', CARGO_TERM_COLOR: 'never' },
      },
      context,
    );
    if (result.aborted) throw refuse('Interrupted', { message: `${command} was interrupted` });
    if (result.failedToStart === undefined) return result;
    throw refuse('BuilderMissing', {
      message: `${command} cannot be started`,
      found: result.failedToStart,
      want: `${command} on PATH`,
      facts: { tool: command },
    });
  };
}

/** `toolchain.*` inputs: what compiles, by its own words; zig only where it is used (release.md 5.1). */
export async function toolchainInputs(builder: Builder, tool: Tool): Promise<readonly [string, string][]> {
  const cargo = await answer(tool, 'cargo', ['-V']);
  const rustc = await answer(tool, 'rustc', ['-vV']);
  const base: [string, string][] = [
    ['toolchain.cargo', cargo.trim()],
    ['toolchain.rustc', sha256Hex(rustc)],
  ];
  if (builder === 'cargo') return base;
  const zig = await answer(tool, 'zig', ['version']);
  const zigbuild = await answer(tool, 'cargo-zigbuild', ['--version']);
  return [...base, ['toolchain.zig', zig.trim()], ['toolchain.zigbuild', zigbuild.trim()]];
}

async function answer(tool: Tool, command: string, args: readonly string[]): Promise<string> {
  const result = await tool(command, args);
  if (result.exitCode === 0) return result.stdout;
  throw refuse('BuilderMissing', {
    message: `${command} ${args.join(' ')} exited ${result.exitCode ?? result.signal ?? 'early'}`,
    found: result.stderr.split('\n')[0] ?? '',
    want: 'its version',
    facts: { tool: command },
  });
}
