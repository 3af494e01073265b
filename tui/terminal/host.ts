import type { Timer } from '../../core/context.ts';

/** Where keys come from. */
export type KeyStream = {
  readonly setRawMode: (raw: boolean) => unknown;
  readonly on: (event: 'data' | 'end' | 'error', listener: (bytes: Uint8Array) => void) => unknown;
  readonly off: (event: 'data' | 'end' | 'error', listener: (bytes: Uint8Array) => void) => unknown;
  readonly resume: () => unknown;
  readonly pause: () => unknown;
};

/** What is drawn on. */
export type ScreenStream = {
  readonly columns?: number;
  readonly rows?: number;
  readonly on: (event: 'resize', listener: () => void) => unknown;
  readonly off: (event: 'resize', listener: () => void) => unknown;
};

/** The process and its terminal, as the interface needs them; `tui/process.ts` has the real ones. */
export type TuiHost = {
  readonly stdin: KeyStream;
  readonly stdout: ScreenStream;
  readonly write: (text: string) => void;
  /** Writes at once, also while the process ends. */
  readonly writeNow: (text: string) => void;
  /** Rows at the bottom of the screen that are left free. */
  readonly spareRows: number;
  readonly after: Timer;
  /** The process ends now. */
  readonly onExit: (listener: () => void) => () => void;
  /** Something was thrown that nobody caught. */
  readonly onFault: (listener: (error: unknown) => void) => () => void;
  /** The process was stopped and goes on. */
  readonly onContinue: (listener: () => void) => () => void;
  /** Stops our process group as Ctrl-Z does; resolves when it goes on. */
  readonly stop: () => Promise<void>;
  /** Makes `stdout` know its size again. */
  readonly refreshSize: () => void;
  /** Keeps what is written to the console off the screen until the answer is called. */
  readonly divertConsole: () => () => void;
};
