import type { CommandContext, CommandResult } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { effectPorts } from './effect-ports.ts';
import { loadPorts } from './load-ports.ts';
import type { Look } from './look.ts';

const DEFAULT_COLUMNS = 80;

/** `tui --print`: one screen as text, with colours, or as JSON. */
export async function print(context: CommandContext, settings: Settings, look: Look): Promise<CommandResult> {
  const { view, env } = context;
  const { chooseTheme, createLoader, createPerformer, PRINT_SCHEMA, parseSize, printScreen } = await import(
    '../../../tui/index.ts'
  );
  // Nothing is followed: the command ends once the screen is there.
  const { after: _after, ...load } = loadPorts(context);
  const size = settings.text('size');
  const rows = settings.text('rows') ?? 'all';
  const format = settings.text('format') ?? 'text';
  const level = format !== 'ansi' ? 0 : view.colour === 0 ? 1 : view.colour;
  const printed = await printScreen(
    {
      ...look,
      columns: size === undefined ? DEFAULT_COLUMNS : parseSize(size).columns,
      rows: size === undefined ? null : parseSize(size).rows,
      limit: rows === 'all' ? null : Number(rows),
      keys: settings.text('keys') ?? '',
      theme: chooseTheme({ theme: look.preferences.theme, level, colorFgBg: env['COLORFGBG'] }),
      level,
    },
    { load: createLoader(load), perform: createPerformer(await effectPorts(context)) },
  );
  const document = { schema: PRINT_SCHEMA, data: printed.document };
  return { exit: 0, document, text: await textOf(format, printed, PRINT_SCHEMA) };
}

async function textOf(
  format: string,
  { text, ansi, document }: Awaited<ReturnType<typeof import('../../../tui/index.ts')['printScreen']>>,
  schema: string,
): Promise<string> {
  if (format !== 'json') return format === 'ansi' ? ansi : text;
  const { okDocument } = await import('../../present/envelope.ts');
  return okDocument(schema, document);
}
