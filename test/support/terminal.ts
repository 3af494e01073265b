import { type IPty, spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

export type TerminalOptions = {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
};

/** One cell as it is seen: its character and what colours and styles it has. */
export type SeenCell = { readonly text: string; readonly style: string };

/** So long a test waits for something to appear before it fails and tells what is there instead. */
const PATIENCE_MS = 30_000;
export const FRAME_END = '\u001b[?2026l';

/** A screen that shows what was written to it. */
class Screen {
  readonly terminal: headless.Terminal;

  constructor(columns: number, rows: number) {
    this.terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  }

  lines(): readonly headless.IBufferLine[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, y) => active.getLine(active.baseY + y)).filter(
      line => line !== undefined,
    );
  }

  cells(): readonly (readonly SeenCell[])[] {
    return this.lines().map(line =>
      Array.from({ length: this.terminal.cols }, (_, x) => {
        const cell = line.getCell(x);
        if (cell === undefined) return { text: '', style: '' };
        const style = [
          cell.getFgColorMode(),
          cell.getFgColor(),
          cell.getBgColorMode(),
          cell.getBgColor(),
          cell.isBold(),
          cell.isDim(),
          cell.isInverse(),
        ];
        return { text: cell.getChars() || (cell.getWidth() === 0 ? '' : ' '), style: style.join() };
      }),
    );
  }
}

/** What a screen of that size shows after that was written to it. */
export async function cellsAfter(
  output: string,
  columns: number,
  rows: number,
): Promise<ReturnType<Screen['cells']>> {
  const screen = new Screen(columns, rows);
  await new Promise<void>(resolve => screen.terminal.write(output, resolve));
  const cells = screen.cells();
  screen.terminal.dispose();
  return cells;
}

/**
 * A program in a pseudo-terminal, behind a terminal that answers as a real one does. Tests wait for what the screen
 * shows, never for time to pass.
 */
export class PtyTerminal {
  readonly pid: number;
  /** Everything that was written, in order. */
  output = '';
  /** When the newest piece of output came, and the newest that ended a frame (`performance.now()`). */
  outputAt = 0;
  frameAt = 0;
  /** Ends of synchronized updates so far. */
  frames = 0;
  exit: { readonly exitCode: number; readonly signal: number | undefined } | undefined;
  readonly #pty: IPty;
  readonly #screen: Screen;
  readonly #waiting = new Set<() => void>();
  #unparsed = 0;

  constructor(
    [file = '', ...args]: readonly string[],
    { cwd, columns = 100, rows = 40, env = {} }: TerminalOptions,
  ) {
    this.#screen = new Screen(columns, rows);
    this.#pty = spawn(file, [...args], {
      cwd,
      cols: columns,
      rows,
      name: 'xterm-256color',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', ...env },
    });
    this.pid = this.#pty.pid;
    this.#pty.onData(text => this.#take(text));
    this.#pty.onExit(({ exitCode, signal }) => {
      this.exit = { exitCode, signal };
      this.#wake();
    });
    this.#screen.terminal.onData(reply => this.#pty.write(reply));
  }

  send(bytes: string): void {
    this.#pty.write(bytes);
  }

  resize(columns: number, rows: number): void {
    this.#screen.terminal.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  /** The visible rows without the blanks at their ends. */
  rows(): readonly string[] {
    return this.#screen
      .lines()
      .map(line => line.translateToString(true, 0, this.#screen.terminal.cols).trimEnd());
  }

  text(): string {
    return this.rows().join('\n');
  }

  cells(): ReturnType<Screen['cells']> {
    return this.#screen.cells();
  }

  onAlternateScreen(): boolean {
    return this.#screen.terminal.buffer.active.type === 'alternate';
  }

  modes(): headless.IModes {
    return this.#screen.terminal.modes;
  }

  /** Resolves as soon as the screen is so; fails when the program ended and it never will be. */
  async until(what: string, isSo: (terminal: PtyTerminal) => boolean): Promise<void> {
    const limit = Date.now() + PATIENCE_MS;
    while (!(this.#isWhole() && isSo(this))) {
      if (this.exit !== undefined && this.#unparsed === 0) throw this.#never(what);
      await this.#next(limit, what);
    }
  }

  /** All that came is drawn, and it was no half of a frame. */
  #isWhole(): boolean {
    return this.#unparsed === 0 && !this.modes().synchronizedOutputMode;
  }

  untilText(pattern: RegExp): Promise<void> {
    return this.until(`/${pattern.source}/`, terminal => pattern.test(terminal.text()));
  }

  /** Presses a key and waits for the frame that it leads to. */
  async press(bytes: string): Promise<void> {
    const before = this.frames;
    this.send(bytes);
    await this.until(`a frame after ${JSON.stringify(bytes)}`, terminal => terminal.frames > before);
  }

  async ended(): Promise<number> {
    await this.until('the end of the program', terminal => terminal.exit !== undefined);
    return this.exit?.exitCode ?? -1;
  }

  /** Ends the program if it still runs. */
  dispose(): void {
    if (this.exit === undefined) this.#pty.kill('SIGKILL');
    this.#screen.terminal.dispose();
  }

  #take(text: string): void {
    this.output += text;
    this.outputAt = performance.now();
    if (text.includes(FRAME_END)) this.frameAt = this.outputAt;
    this.#unparsed += 1;
    this.#screen.terminal.write(text, () => {
      this.#unparsed -= 1;
      this.frames += text.split(FRAME_END).length - 1;
      this.#wake();
    });
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #next(limit: number, what: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.add(resolve);
      timer = setTimeout(() => reject(this.#never(what)), limit - Date.now());
    }).finally(() => clearTimeout(timer));
  }

  #never(what: string): Error {
    const end = this.exit === undefined ? 'it still runs' : `it ended with ${this.exit.exitCode}`;
    return new Error(`the screen never showed ${what}; ${end}:\n${this.text()}`);
  }
}
