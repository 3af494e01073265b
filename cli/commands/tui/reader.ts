import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { effectPorts } from './effect-ports.ts';
import { loadPorts } from './load-ports.ts';
import type { Look } from './look.ts';

/** Wished for by a flag, the configuration or the environment; it needs no terminal then. */
export function wantsReader({ env }: CommandContext, settings: Settings): boolean {
  return settings.on('screen-reader') || env['ACCESSIBLE'] === '1' || env['INK_SCREEN_READER'] === 'true';
}

/** The screens as lines and a prompt. */
export async function openReader(context: CommandContext, look: Look): Promise<CommandResult> {
  const { createLoader, createPerformer, lineHost, runReader } = await import('../../../tui/index.ts');
  const { clock, signal } = context;
  const { close, ...host } = lineHost();
  try {
    const exit = await runReader(
      { ...look, piped: host.piped },
      {
        ...host,
        signal,
        load: createLoader(loadPorts(context)),
        elapsedMs: clock.elapsedMs,
        perform: createPerformer(await effectPorts(context)),
        crash: error => context.keepCrash(error) ?? 'no file: the disk takes none',
      },
    );
    return { exit, document: { schema: 'contextful.tui.left/1', data: { exit } }, text: '' };
  } finally {
    close();
  }
}
