import { readFileSync } from 'node:fs';
import { BIN } from './built-command.ts';
import { PtyTerminal, type TerminalOptions } from './terminal.ts';

/** Job control as in a user's shell, which tells the state of the terminal before and after, and then takes commands. */
const SCRIPT = `
set -m
printf 'before %s\\n' "$(stty -g)"
"$@"
printf '\\nleft %s\\n' "$?"
printf 'after %s\\n' "$(stty -g)"
while read -r line; do eval "$line"; done
`;

/** The command in a pseudo-terminal, started by a shell that stays when it ends. */
export class ShellTerminal extends PtyTerminal {
  constructor(args: readonly string[], options: TerminalOptions) {
    super(['/bin/bash', '-c', SCRIPT, 'bash', process.execPath, BIN, ...args], options);
  }

  /** The process id of the command. */
  child(): number {
    const path = `/proc/${this.pid}/task/${this.pid}/children`;
    return Number(readFileSync(path, 'utf8').trim().split(' ')[0]);
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.child(), name);
  }

  /** Waits until the shell is back; the exit code that it saw, and whether the terminal's settings are as before. */
  async left(): Promise<{ readonly code: number; readonly isAsBefore: boolean }> {
    await this.until('the shell again', ({ output }) => /^after \S+\r?$/m.test(output));
    const [before, after] = ['before', 'after'].map(
      word => new RegExp(`^${word} (\\S+)\\r?$`, 'm').exec(this.output)?.[1],
    );
    const code = Number(/^left (\d+)\r?$/m.exec(this.output)?.[1]);
    return { code, isAsBefore: before !== undefined && before === after };
  }
}
