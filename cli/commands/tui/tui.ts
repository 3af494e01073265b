import { refuse } from '../../../spec/refusals.ts';
import type { Preferences } from '../../../tui/index.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { print } from './print.ts';

/** How the screens of a session look, before any key. */
export type Look = {
  readonly link: string;
  readonly symbols: 'ascii' | 'utf8';
  readonly preferences: Preferences;
  readonly readOnlyReason: string | null;
};

/** `tui [LINK]`: the screens in a terminal, or one of them printed. */
export async function openTui(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { env, root, cwd } = context;
  const { chooseSymbols, resolveLink, restoreTerminal } = await import('../../../tui/index.ts');
  if (settings.on('restore')) {
    if (!restoreTerminal())
      throw noTerminal('there is no terminal on stdin and stdout to give back', undefined);
    return left(0);
  }
  const link = await resolveLink(root, settings.word('LINK') ?? 'runs', cwd);
  const symbols = chooseSymbols({
    symbols: wishedSymbols(settings.text('symbols')),
    env,
    screenReader: settings.on('screen-reader'),
    wideAmbiguous: false,
  });
  const look: Look = {
    link,
    symbols: symbols === 'ascii' ? 'ascii' : 'utf8',
    preferences: {
      preview: true,
      mouse: settings.on('mouse'),
      theme: settings.text('theme') ?? 'auto',
      codePoints: false,
      zoom: false,
      pane: 'list',
    },
    readOnlyReason: settings.on('read-only') ? '--read-only' : null,
  };
  return settings.on('print') ? await print(context, settings, look) : await openTerminal(context, look);
}

async function openTerminal(context: CommandContext, look: Look): Promise<CommandResult> {
  const { createLoader, runTui, terminalHost } = await import('../../../tui/index.ts');
  const { root, clock, view, env, config, signal } = context;
  const host = terminalHost(root);
  if (host === undefined) throw noTerminal('the terminal UI needs a terminal on stdin and stdout', look.link);
  const exit = await runTui(
    { ...look, level: view.colour, colorFgBg: env['COLORFGBG'], escMs: 25 },
    {
      host,
      signal,
      load: createLoader({ root, corpusRoots: config.eval?.corpus_roots ?? [], clock }),
      perform: async () => [],
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

function wishedSymbols(text: string | undefined): 'auto' | 'ascii' | 'utf8' | 'braille' {
  return text === 'ascii' || text === 'utf8' || text === 'braille' ? text : 'auto';
}
