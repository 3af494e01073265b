import { refuse } from '../../../spec/refusals.ts';
import { resolveLink } from '../../../tui/effects/resolve-link.ts';
import { chooseSymbols } from '../../../tui/theme/symbols.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';

const DEFAULT_COLUMNS = 80;

/** `tui [LINK]`: the screens in a terminal, or one of them printed. */
export async function openTui(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { env, root, cwd } = context;
  if (settings.on('restore')) return restore();
  const symbols = chooseSymbols({
    symbols: symbolsOf(settings.text('symbols')),
    env,
    screenReader: settings.on('screen-reader'),
    wideAmbiguous: false,
  });
  const set = symbols === 'ascii' ? 'ascii' : 'utf8';
  const link = await resolveLink(root, settings.word('LINK') ?? 'runs', cwd);
  if (settings.on('print')) return print(context, settings, link, set);
  throw refuse('TerminalUnsupported', {
    message: 'the terminal UI needs a terminal on stdin and stdout',
    hint: `contextful tui --print ${link}, or --screen-reader`,
  });
}

async function print(
  context: CommandContext,
  settings: Settings,
  link: string,
  symbols: 'ascii' | 'utf8',
): Promise<CommandResult> {
  const { root, clock, view, env, config } = context;
  const { createLoader } = await import('../../../tui/effects/load/index.ts');
  const { printScreen, parseSize } = await import('../../../tui/print.ts');
  const { chooseTheme } = await import('../../../tui/theme/choose.ts');
  const { PRINT_SCHEMA } = await import('../../../tui/linear/json.ts');
  const { okDocument } = await import('../../present/envelope.ts');
  const size = settings.text('size');
  const rows = settings.text('rows') ?? 'all';
  const format = settings.text('format') ?? 'text';
  const level = format === 'ansi' ? Math.max(1, view.colour) : 0;
  const printed = await printScreen(
    {
      link,
      columns: size === undefined ? DEFAULT_COLUMNS : parseSize(size).columns,
      rows: size === undefined ? null : parseSize(size).rows,
      limit: rows === 'all' ? null : Number(rows),
      keys: settings.text('keys') ?? '',
      symbols,
      theme: chooseTheme({
        theme: settings.text('theme') ?? 'auto',
        level: levelOf(level),
        colorFgBg: env['COLORFGBG'],
      }),
      level: levelOf(level),
      preferences: {
        preview: true,
        mouse: false,
        theme: settings.text('theme') ?? 'auto',
        codePoints: false,
        zoom: false,
        pane: 'list',
      },
      readOnlyReason: settings.on('read-only') ? '--read-only' : null,
    },
    {
      load: createLoader({ root, corpusRoots: config.eval?.corpus_roots ?? [], clock }),
      perform: async () => [],
    },
  );
  const document = { schema: PRINT_SCHEMA, data: printed.document };
  const text =
    format === 'json'
      ? okDocument(PRINT_SCHEMA, printed.document)
      : format === 'ansi'
        ? printed.ansi
        : printed.text;
  return { exit: 0, document, text };
}

function restore(): CommandResult {
  return { exit: 0, document: { schema: 'contextful.tui.restore/1', data: {} }, text: '' };
}

function symbolsOf(text: string | undefined): 'auto' | 'ascii' | 'utf8' | 'braille' {
  return text === 'ascii' || text === 'utf8' || text === 'braille' ? text : 'auto';
}

function levelOf(level: number): 0 | 1 | 2 | 3 {
  return level === 1 || level === 2 || level === 3 ? level : 0;
}
