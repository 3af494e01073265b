import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { effectPorts } from './effect-ports.ts';
import { loadPorts } from './load-ports.ts';
import { type Look, readLook } from './look.ts';
import { print } from './print.ts';
import { openReader, wantsReader } from './reader.ts';

/** `tui [LINK]`: the screens in a terminal, or one of them printed. */
export async function openTui(context: CommandContext, settings: Settings): Promise<CommandResult> {
  if (settings.on('restore')) return await restore();
  const look = await readLook(context, settings);
  if (settings.on('print')) return await print(context, settings, look);
  return await (wantsReader(context, settings) ? openReader(context, look) : openTerminal(context, look));
}

async function restore(): Promise<CommandResult> {
  const { restoreTerminal } = await import('../../../tui/index.ts');
  if (!restoreTerminal())
    throw noTerminal('there is no terminal on stdin and stdout to give back', undefined);
  return left(0);
}

async function openTerminal(context: CommandContext, look: Look): Promise<CommandResult> {
  const { createLoader, createPerformer, runTui, terminalHost } = await import('../../../tui/index.ts');
  const { root, view, env, signal } = context;
  const host = terminalHost(root);
  if (host === undefined) throw noTerminal('the terminal UI needs a terminal on stdin and stdout', look.link);
  if (env['TERM'] === 'dumb') return await openReader(context, look);
  const exit = await runTui(
    { ...look, level: view.colour, colorFgBg: env['COLORFGBG'] },
    {
      host,
      signal,
      load: createLoader(loadPorts(context)),
      perform: createPerformer(await effectPorts(context)),
      crash: error => context.keepCrash(error) ?? 'no file: the disk takes none',
    },
  );
  return left(exit);
}

function left(exit: number): CommandResult {
  return { exit, document: { schema: 'contextful.tui.left/1', data: { exit } }, text: '' };
}

function noTerminal(message: string, link: string | undefined): Error {
  return refuse('TerminalUnsupported', {
    message,
    ...(link === undefined ? {} : { hint: `contextful tui --print ${link}, or --screen-reader` }),
  });
}
