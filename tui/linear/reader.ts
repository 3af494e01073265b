import { noTerminal, type Performer } from '../effects/perform.ts';
import { createSource, type Loader } from '../effects/source.ts';
import { isStageEffect } from '../effects/stage.ts';
import { createSession, type Session } from '../session.ts';
import { scopesOf } from '../state/scopes.ts';
import { type Effect, type Event, here, initialState, type Preferences } from '../state/state.ts';
import { SPOKEN_PAGE, spokenDetail, spokenHead, spokenRows } from './spoken.ts';
import { readSpokenInput, type SpokenInput, spokenActions } from './spoken-input.ts';
import { createNews } from './spoken-news.ts';
import { answerOverlay, spokenOverlay } from './spoken-overlay.ts';

export type ReaderRequest = {
  /** A link whose runs are whole ids. */
  readonly link: string;
  readonly preferences: Preferences;
  readonly filters: readonly string[];
  readonly readOnlyReason: string | null;
  /** Nobody sees what is typed, as over a pipe: an answer begins on a line of its own. */
  readonly piped: boolean;
};

export type ReaderPorts = {
  /** Lines as they are typed, without their ends. */
  readonly lines: AsyncIterable<string>;
  /** False: nobody reads any more. */
  readonly write: (text: string) => Promise<boolean>;
  readonly load: Loader;
  readonly perform: Performer;
  readonly signal: AbortSignal;
  readonly elapsedMs: () => number;
  /** Keeps what a fault of a screen's code left; returns where. */
  readonly crash: (error: unknown) => string;
};

export const READER_GREETING = 'contextful tui: screen-reader mode on; type ? for help.';

const PROMPT = '> ';
/** The command line turns this into the code of the signal that it was. */
const INTERRUPTED = 130;
/** `q` quits from any screen. */
const KEYS = { back: 'esc', quit: 'ctrl+c' } as const;
/** No line is cut, and an overlay shows as many of its lines. */
const SIZE = { columns: 400, rows: 500 };

/**
 * The interface as lines and a prompt (tui-cli.md 20, linear mode): no control sequence, no drawing, no UI library,
 * over pipes as in a terminal. Ends at `q` or at the end of the lines; resolves to the exit code. Rejects with what
 * was thrown by a fault of ours.
 */
export async function runReader(request: ReaderRequest, ports: ReaderPorts): Promise<number> {
  const reader = createReader(request, ports, sentence => {
    void ports.write(`\n${sentence}\n${PROMPT}`);
  });
  const input = ports.lines[Symbol.asyncIterator]();
  const interrupted = aborted(ports.signal);
  let said = [READER_GREETING, ...(await reader.begin())];
  for (;;) {
    if (!(await ports.write(`${textOf(said)}${PROMPT}`))) return 0;
    const next = await Promise.race([input.next(), interrupted]);
    if (next === undefined) return INTERRUPTED;
    if (next.done === true) break;
    if (request.piped) await ports.write('\n');
    said = [...(await reader.answer(next.value))];
    if (reader.over()) {
      await ports.write(textOf(said));
      return 0;
    }
  }
  await ports.write('\n');
  return 0;
}

type Reader = {
  readonly begin: () => Promise<readonly string[]>;
  /** What a typed line is answered with. */
  readonly answer: (line: string) => Promise<readonly string[]>;
  readonly over: () => boolean;
};

/** `tell` says what nobody asked for, beside the prompt. */
function createReader(request: ReaderRequest, ports: ReaderPorts, tell: (sentence: string) => void): Reader {
  const news = createNews(ports.elapsedMs);
  const faults: unknown[] = [];
  const fail = (error: unknown): void => {
    faults.push(error);
  };
  const source = createSource(ports.load, fail);
  const stage = noTerminal(source.reload);
  const perform = async (effect: Effect): Promise<readonly Event[]> => {
    if (effect.t === 'reload') source.reload();
    return isStageEffect(effect) ? [] : ports.perform(effect, session, stage);
  };
  let isAnswering = true;
  const session: Session = createSession(
    initialState(request.link, SIZE, request.preferences, request.readOnlyReason, request.filters),
    // Signs of our own are heard as their names, so the plainest set is the clearest.
    {
      source,
      symbols: 'ascii',
      perform,
      changed: () => {
        const sentence = isAnswering ? undefined : news(here(session.state()).link, source);
        if (sentence !== undefined) tell(session.pen.span(sentence).text);
      },
      broken: ports.crash,
      fail,
    },
  );
  /** Rows up to here were said. */
  let said = 0;

  async function settle(): Promise<void> {
    await session.settled();
    const [fault] = faults;
    if (fault !== undefined) throw fault;
  }

  async function answer(line: string): Promise<readonly string[]> {
    const before = session.state();
    const scopes = scopesOf(here(before).link);
    const actions = spokenActions(scopes, before.preferences.keymap);
    const tabs = session.screen().tabs.map(tab => tab.id);
    if (before.overlay !== null) answerOverlay(session, before.overlay, line);
    else {
      const told = take(readSpokenInput(line, tabs, actions));
      if (told !== undefined) return await told;
    }
    await settle();
    return session.over() ? [] : sayChange(before);
  }

  /** Plays what was asked for; an answer of its own comes back where no screen can give it. */
  function take(input: SpokenInput): Promise<readonly string[]> | readonly string[] | undefined {
    switch (input.t) {
      case 'nothing':
        return [];
      case 'open':
        return openRow(input.row);
      case 'more':
        return sayMore();
      case 'help':
        return sayHelp();
      case 'unknown':
        return [session.pen.span(`there is no action \`${input.text}\`; ? lists them`).text];
      case 'filter':
        return filter(input.text);
      case 'act':
        return act(input.action.keys[0] ?? '', input.row);
      default:
        session.press(input.t === 'tab' ? input.chord : KEYS[input.t]);
        return undefined;
    }
  }

  async function openRow(row: number): Promise<readonly string[]> {
    const before = session.state();
    const missing = select(row);
    if (missing !== undefined) return missing;
    const screen = session.screen();
    const { column } = here(before);
    if (screen.list.focus(row - 1, column).link === undefined) {
      const detail = spokenDetail(screen, row - 1, column);
      return detail.length > 0 ? detail : ['nothing more is known of this row'];
    }
    session.press('enter');
    await settle();
    return sayChange(before);
  }

  /** Puts the cursor on a row; what to say where there is no such row. */
  function select(row: number): readonly string[] | undefined {
    const { total } = session.screen().list;
    if (row < 1 || row > total) return [`there is no row ${row}: this list has ${total}`];
    session.send({ t: 'listed', link: here(session.state()).link, total, cursor: row - 1 });
    return undefined;
  }

  function act(chord: string, row: number | null): readonly string[] | undefined {
    const missing = row === null ? undefined : select(row);
    if (missing === undefined) session.press(chord);
    return missing;
  }

  /** A filter with a fault filters nothing. */
  function filter(text: string): readonly string[] | undefined {
    session.press('/');
    session.press('ctrl+u');
    if (text !== '') session.send({ t: 'paste', text });
    const fault = session.frame().draft?.fault;
    session.press(fault === undefined ? 'enter' : 'esc');
    return fault === undefined ? undefined : [`the filter has a fault at column ${fault}`];
  }

  async function sayMore(): Promise<readonly string[]> {
    const { list } = session.screen();
    return said < list.total ? await sayRows(said) : ['the list ends here'];
  }

  async function sayScreen(): Promise<readonly string[]> {
    const { cursor } = here(session.state());
    return [
      ...spokenHead(session.screen()),
      ...(await sayRows(Math.floor(cursor / SPOKEN_PAGE) * SPOKEN_PAGE)),
    ];
  }

  async function sayRows(from: number): Promise<readonly string[]> {
    const rows = (): readonly string[] => {
      const { list } = session.screen();
      said = Math.min(list.total, from + SPOKEN_PAGE);
      return spokenRows(list, from, said);
    };
    // Asking for rows starts their loading.
    rows();
    await settle();
    const { list } = session.screen();
    const lines = rows();
    if (list.progress !== undefined) return [...lines, list.progress];
    return said < list.total ? [...lines, `${said} of ${list.total}; m says more`] : lines;
  }

  /** A screen that came is said whole; of one that stayed, what was told about it. */
  async function sayChange(before: ReturnType<Session['state']>): Promise<readonly string[]> {
    const now = session.state();
    const notice = now.notice === null ? [] : [session.pen.span(now.notice.text).text];
    const overlay = session.frame().overlay;
    if (overlay !== null) return [...notice, ...spokenOverlay(overlay)];
    if (here(now).link !== here(before).link) return [...notice, ...(await sayScreen())];
    if (notice.length > 0) return notice;
    return now.stack === before.stack && now.overlay === before.overlay ? ['nothing changed'] : ['done'];
  }

  function sayHelp(): readonly string[] {
    const { link } = here(session.state());
    const { readOnly, preferences } = session.state();
    const actions = spokenActions(scopesOf(link), preferences.keymap).filter(
      one => !(one.mutates && readOnly),
    );
    return [
      'a number opens that row',
      'b goes back; m says more rows; q quits',
      '/text filters the list; / alone shows all of it again',
      "a tab's name shows that tab",
      'words of an action do it on the row that was last opened, or on the one whose number follows:',
      ...actions.map(({ label }) => `  ${label.toLowerCase()}`),
    ];
  }

  /** What moves meanwhile is part of the answer. */
  async function answering(make: () => Promise<readonly string[]>): Promise<readonly string[]> {
    isAnswering = true;
    const lines = await make();
    news(here(session.state()).link, source);
    isAnswering = false;
    return lines;
  }

  return {
    begin: () =>
      answering(async () => {
        await settle();
        return await sayScreen();
      }),
    answer: line => answering(() => answer(line)),
    over: session.over,
  };
}

function textOf(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('');
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
