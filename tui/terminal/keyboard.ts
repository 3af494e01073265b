import type { Timer } from '../../core/context.ts';
import { DECODE_START, decode, type InputEvent, isPending } from '../input/decode.ts';
import type { KeyStream } from './host.ts';

export type KeyboardPorts = {
  readonly stdin: KeyStream;
  readonly after: Timer;
};

export type Keyboard = {
  readonly start: () => void;
  /** Another program reads from now on. */
  readonly stop: () => void;
};

/**
 * Reads the bytes of a terminal as events (tui-cli.md 12): all of them, however they were cut. `escMs` after its last
 * byte a lone ESC is the key; `gone` tells that the terminal is no more.
 */
export function createKeyboard(
  { stdin, after }: KeyboardPorts,
  escMs: number,
  send: (event: InputEvent) => void,
  gone: () => void,
): Keyboard {
  let state = DECODE_START;
  let cancel = (): void => {};
  const take = (bytes: Uint8Array, flush: boolean): void => {
    cancel();
    const decoded = decode(state, bytes, flush);
    state = decoded.state;
    for (const event of decoded.events) send(event);
    if (!flush && isPending(state)) cancel = after(escMs, () => take(new Uint8Array(), true));
  };
  const onData = (bytes: Uint8Array): void => take(bytes, false);
  return {
    start: () => {
      stdin.on('data', onData);
      stdin.on('end', gone);
      stdin.on('error', gone);
      stdin.resume();
    },
    stop: () => {
      cancel();
      state = DECODE_START;
      stdin.off('data', onData);
      stdin.off('end', gone);
      stdin.off('error', gone);
      stdin.pause();
    },
  };
}
