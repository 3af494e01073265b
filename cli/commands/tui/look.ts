import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../core/config-file/index.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { Preferences } from '../../../tui/index.ts';
import type { CommandContext } from '../../command.ts';
import { withFurther } from '../../present/refusal.ts';
import type { Settings } from '../../settings.ts';

/** How a session starts, before any key. */
export type Look = {
  /** A link whose runs are whole ids. */
  readonly link: string;
  readonly symbols: 'ascii' | 'utf8';
  readonly preferences: Preferences;
  /** Saved filters. */
  readonly filters: readonly string[];
  readonly readOnlyReason: string | null;
  readonly escMs: number;
};

const ESC_MS = 25;

/**
 * Flags, `[tui]` of the project and the user's own file as one (tui-cli.md 7). Refuses ThemeUnknown, the codes of
 * keymaps with their places, and what a link is refused with.
 */
export async function readLook(context: CommandContext, settings: Settings): Promise<Look> {
  const { env, root, cwd, look, config } = context;
  const { chooseSymbols, chooseTheme, DEFAULT_PREFERENCES, resolveLink } = await import(
    '../../../tui/index.ts'
  );
  const tui = { ...look?.file.config.tui, ...config.tui };
  const theme = settings.text('theme') ?? 'auto';
  chooseTheme({ theme, level: 0, colorFgBg: undefined });
  const symbols = chooseSymbols({
    symbols: wishedSymbols(settings.text('symbols')),
    env,
    screenReader: settings.on('screen-reader'),
    wideAmbiguous: tui.ambiguous === 'wide',
  });
  return {
    link: await resolveLink(root, settings.word('LINK') ?? config.tui?.start ?? 'runs', cwd),
    symbols: symbols === 'ascii' ? 'ascii' : 'utf8',
    preferences: {
      ...DEFAULT_PREFERENCES,
      preview: tui.preview ?? true,
      mouse: settings.on('mouse'),
      theme,
      keymap: await readKeys(context),
    },
    filters: (config.tui?.filters ?? []).map(({ filter }) => filter),
    readOnlyReason: settings.on('read-only') ? readOnlyBy(settings) : unwritable(root),
    escMs: tui.esc_ms ?? ESC_MS,
  };
}

function readOnlyBy(settings: Settings): string {
  return settings.origin('read-only')?.from === 'flag' ? '--read-only' : 'read_only of [tui]';
}

/** Nothing can be changed where the store takes no file. */
function unwritable(root: string): string | null {
  const store = join(root, '.contextful');
  try {
    accessSync(existsSync(store) ? store : root, constants.W_OK);
    return null;
  } catch {
    return 'the store is not writable';
  }
}

async function readKeys(context: CommandContext): Promise<Preferences['keymap']> {
  const own = context.look?.file.config.tui?.keys;
  const { keys } = context.config.tui ?? {};
  if (own === undefined && keys === undefined) return {};
  const { readKeymap } = await import('../../../tui/index.ts');
  const { keymap, faults } = readKeymap({ ...own, ...keys });
  const [first, ...others] = faults.map((fault): Refusal => {
    const place = placeOf(fault.action, context);
    const { code, action, chord, why, suggestions } = fault;
    return refuse(code, {
      message: chord === null ? why : `\`${chord}\` can not be a key of ${action}: ${why}`,
      ...(place === undefined ? {} : { place }),
      ...(chord === null ? {} : { found: `\`${chord}\`` }),
      ...(suggestions.length === 0 ? {} : { hint: `did you mean ${suggestions.join(' or ')}?` }),
      facts: { action, chord, why },
    });
  });
  if (first !== undefined) throw withFurther([first, ...others]);
  return keymap;
}

function placeOf(action: string, { configPath, configPlaces, look }: CommandContext): Refusal['place'] {
  const path = `tui.keys.${/^[A-Za-z0-9_-]+$/.test(action) ? action : JSON.stringify(action)}`;
  const ours = configPlaces.get(path);
  if (configPath !== undefined && ours !== undefined) return { file: configPath, ...ours, path };
  const own = look?.file.places.get(path);
  return look === undefined || own === undefined ? undefined : { file: look.path, ...own, path };
}

function wishedSymbols(text: string | undefined): NonNullable<NonNullable<Config['tui']>['symbols']> {
  return text === 'ascii' || text === 'utf8' || text === 'braille' ? text : 'auto';
}
