import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../../core/atomic-file.ts';
import { runDirectory } from '../../evals/run/run-directory.ts';
import { refuse } from '../../spec/refusals.ts';
import { runOf } from '../state/relink.ts';
import { humanInt } from '../text/human.ts';
import { osc52 } from './osc52.ts';
import type { EffectPorts } from './perform.ts';

type Write = ((sequence: string) => void) | undefined;
type CopyPorts = Pick<EffectPorts, 'root' | 'env' | 'programs' | 'settings'>;

/** Programs that take a text on stdin, in the order in which they are tried. */
const TOOLS: readonly (readonly string[])[] = [
  ['wl-copy'],
  ['xclip', '-selection', 'clipboard'],
  ['xsel', '--clipboard', '--input'],
  ['pbcopy'],
  ['clip.exe'],
];

const FILE = '.contextful/clipboard.txt';

/**
 * Copies a text by the first route that takes it (tui-cli.md 20): the terminal, a program unless the session came
 * over ssh, else a file. Answers with route and bytes. ClipboardUnavailable (2) where the routes that the
 * configuration allows take it not.
 */
export async function copyText(text: string, ports: CopyPorts, write: Write): Promise<string> {
  const { clipboard } = ports.settings;
  if (clipboard === 'off') throw unavailable('copying is switched off', 'clipboard of [tui] is "off"');
  const size = `${humanInt(Buffer.byteLength(text))} bytes`;
  for (const route of ROUTES.filter(({ name }) => clipboard === 'auto' || clipboard === name)) {
    const through = await route.take(text, ports, write);
    if (through !== undefined) return `copied ${size} ${through}`;
  }
  throw unavailable(`the text of ${size} could not be copied`, `clipboard of [tui] is "${clipboard}"`);
}

/** Until reports are rendered, opening one copies where its data lies. */
export async function copyReportPath(link: string, ports: CopyPorts, write: Write): Promise<string> {
  const path = runDirectory(ports.root, runOf(link) ?? '').file('report.json');
  return `${await copyText(path, ports, write)}: the path of report.json`;
}

type Route = {
  readonly name: 'osc52' | 'tool' | 'file';
  /** How it was taken; undefined: it was not. */
  readonly take: (text: string, ports: CopyPorts, write: Write) => Promise<string | undefined>;
};

const ROUTES: readonly Route[] = [
  {
    name: 'osc52',
    take: async (text, { env }, write) => {
      const sequence = osc52(text, { tmux: isSet(env['TMUX']) });
      if (sequence === null || write === undefined) return undefined;
      write(sequence);
      return 'through the terminal';
    },
  },
  {
    name: 'tool',
    take: async (text, { env, programs }) => {
      if (isSet(env['SSH_CONNECTION'])) return undefined;
      for (const words of TOOLS) {
        if (await programs.feed(words, text)) return `through ${words[0]}`;
      }
      return undefined;
    },
  },
  {
    name: 'file',
    take: async (text, { root }) => {
      try {
        await makeFolder(join(root, '.contextful'));
        await writeFileAtomic(join(root, FILE), text, { mode: 0o600 });
        return `to ${FILE}`;
      } catch {
        return undefined;
      }
    },
  },
];

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function unavailable(message: string, found: string): Error {
  return refuse('ClipboardUnavailable', {
    message,
    found,
    want: 'clipboard = "auto" in [tui]',
    facts: { found },
  });
}
