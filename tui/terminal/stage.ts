import type { Stage } from '../effects/stage.ts';
import type { Display } from './display.ts';
import type { Keyboard } from './keyboard.ts';
import type { Terminal } from './terminal.ts';

export type StageParts = {
  readonly terminal: Terminal;
  readonly display: Display;
  readonly keyboard: Keyboard;
  readonly write: (text: string) => void;
  /** Reads the size anew; another program may have seen it change. */
  readonly resize: () => void;
  readonly reload: () => void;
  readonly stop: () => Promise<void>;
};

export type OwnStage = Stage & {
  /** Takes the terminal and draws the whole screen. */
  readonly enter: () => void;
  /** Gives it back; whoever has it borrowed meanwhile gives it to nobody. `last` stands on the main screen then. */
  readonly close: (last: string) => void;
  /** The process was stopped and goes on: whatever was on the terminal is gone. */
  readonly resume: () => void;
};

/** The terminal, what draws on it and what reads from it, as one thing that is had or not. */
export function createStage(parts: StageParts): OwnStage {
  const { terminal, display, keyboard } = parts;
  let closed = false;
  const leave = (last: string): void => {
    terminal.leave(last);
    keyboard.stop();
    display.stop();
  };
  const enter = (): void => {
    terminal.enter();
    display.start();
    keyboard.start();
  };
  const enterAgain = (): void => {
    if (closed) return;
    parts.resize();
    enter();
  };
  const lend = async <T>(action: () => Promise<T>): Promise<T> => {
    leave('');
    try {
      return await action();
    } finally {
      enterAgain();
    }
  };
  return {
    write: parts.write,
    lend,
    reload: parts.reload,
    repaint: () => display.start(),
    suspend: () => lend(parts.stop),
    mouse: on => terminal.setMouse(on),
    enter,
    close: last => {
      closed = true;
      leave(last);
    },
    resume: () => {
      if (!terminal.entered) return;
      leave('');
      enterAgain();
    },
  };
}
