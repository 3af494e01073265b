import type { JsonObject } from '../core/json.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import { refuse } from '../spec/refusals.ts';
import { noTerminal, type Performer } from './effects/perform.ts';
import { createSource, type Loader } from './effects/source.ts';
import { isStageEffect } from './effects/stage.ts';
import { parseKeyScript } from './input/script.ts';
import { frameJson } from './linear/json.ts';
import { frameLines } from './linear/lines.ts';
import { ansiLine, type ColourLevel, plainText } from './linear/print.ts';
import { createSession, type Session } from './session.ts';
import { checkLink } from './state/check-link.ts';
import { type Effect, type Event, here, initialState, type Preferences } from './state/state.ts';
import type { Theme } from './theme/themes.ts';

export type PrintRequest = {
  /** A link whose runs are whole ids. */
  readonly link: string;
  readonly columns: number;
  /** null: all rows. */
  readonly rows: number | null;
  /** Rows of the list at most, where `rows` is null. */
  readonly limit: number | null;
  readonly keys: string;
  readonly symbols: SymbolSet;
  readonly theme: Theme;
  readonly level: ColourLevel;
  readonly preferences: Preferences;
  readonly filters: readonly string[];
  readonly readOnlyReason: string | null;
};

export type Printed = { readonly text: string; readonly ansi: string; readonly document: JsonObject };

export type PrintPorts = {
  readonly load: Loader;
  readonly perform: Performer;
};

const KEY_ROWS = 40;

/**
 * Any screen without a terminal (tui-cli.md 20): keys are played through the same reducer, each after the effects and
 * data of the one before it. Refuses UsageBadValue for a chord that no terminal sends, DeepLinkUnresolved for a case
 * that the run lacks, what a screen's data or an effect is refused with, and ReadOnly.
 */
export async function printScreen(request: PrintRequest, ports: PrintPorts): Promise<Printed> {
  const chords = parseKeyScript(request.keys);
  const faults: unknown[] = [];
  const source = createSource(ports.load, error => faults.push(error));
  const size = { columns: request.columns, rows: request.rows ?? KEY_ROWS };
  const state = initialState(
    request.link,
    size,
    request.preferences,
    request.readOnlyReason,
    request.filters,
  );
  const stage = noTerminal(source.reload);
  const perform = async (effect: Effect): Promise<readonly Event[]> => {
    if (effect.t === 'reload') source.reload();
    if (isStageEffect(effect)) return [];
    try {
      return await ports.perform(effect, session, stage);
    } catch (error) {
      // On a screen it would be a notice; a command ends with it.
      faults.push(error);
      return [];
    }
  };
  const session: Session = createSession(state, {
    source,
    symbols: request.symbols,
    perform,
    changed: () => {},
    fail: error => faults.push(error),
  });
  await settle(session, faults);
  checkLink(here(session.state()).link, source);
  for (const chord of chords) {
    session.press(chord);
    await settle(session, faults);
    requireWritable(session);
  }
  const frame = limited(session.frame({ columns: request.columns, rows: request.rows }), request.limit);
  const lines = frameLines(frame, session.pen);
  return {
    text: plainText(lines),
    ansi: lines.map(line => `${ansiLine(line, request.theme, request.level)}\n`).join(''),
    document: frameJson(frame),
  };
}

function requireWritable(session: Session): void {
  const { notice } = session.state();
  if (notice?.code !== 'ReadOnly') return;
  throw refuse('ReadOnly', { message: notice.text.slice('ReadOnly: '.length) });
}

async function settle(session: Session, faults: readonly unknown[]): Promise<void> {
  await session.settled();
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}

function limited(frame: ReturnType<Session['frame']>, limit: number | null): ReturnType<Session['frame']> {
  const { list } = frame;
  if (limit === null || list === null || list.rows.length <= limit) return frame;
  const rows = list.rows.slice(0, limit);
  return {
    ...frame,
    list: { ...list, rows, window: { ...list.window, to: list.window.from + rows.length } },
  };
}

/** `--size 100x40`. */
export function parseSize(text: string): { readonly columns: number; readonly rows: number } {
  const found = /^(\d{1,4})x(\d{1,4})$/.exec(text);
  if (found !== null) return { columns: Number(found[1]), rows: Number(found[2]) };
  throw refuse('UsageBadValue', {
    message: `--size is columns x rows, not \`${text}\``,
    found: text,
    want: 'columns x rows, such as 100x40',
    facts: { flag: 'size' },
  });
}
