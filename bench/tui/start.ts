import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PtyTerminal } from '../../test/support/terminal.ts';
import {
  absolute,
  atMost,
  compare,
  interleave,
  type Measurement,
  type Place,
  type Subject,
} from '../harness.ts';
import { emptyProgram, processSubject } from '../process.ts';
import { program, runsProject } from '../projects.ts';
import { hasRows, isMounted, openTui, SIZE } from './terminal.ts';

const ROUNDS = 15;
const RUNS = 1000;
const FIRST_PAINT_MS = 150;
const TUI_KB = 700;

/** From the start of the process to its first rows, and to the library that has played the keys typed meanwhile. */
export const tuiStart: Measurement = {
  name: 'tui-start',
  run: async place => {
    const runs = Math.ceil(RUNS / place.shrink);
    const cwd = await runsProject(place, runs);
    const [ours, empty, ink] = [
      start(place, cwd),
      inPty('node -e 0'),
      inPty('unbundled Ink', 'import("ink")'),
    ];
    const print = processSubject('tui --print', [program(place), 'tui', '--print', '--size', '120x40'], {
      cwd,
    });
    const piped = emptyProgram(place);
    const rounds = place.rounds === 1 ? 1 : ROUNDS;
    const samples = await interleave(rounds, [
      ours,
      empty,
      ink,
      print,
      { ...piped, name: 'node -e 0, piped' },
    ]);
    const paint = {
      what: `first paint over ${runs} runs`,
      unit: 'ms',
      ours: [ours.name, 'paintMs'],
    } as const;
    return [
      compare(samples, { ...paint, peer: [empty.name, 'wallMs'], budget: atMost(2.2) }),
      absolute(samples, { ...paint, budget: { of: 'value', atMost: FIRST_PAINT_MS } }),
      compare(samples, {
        what: 'library mounted, three keys played',
        unit: 'ms',
        ours: [ours.name, 'mountedMs'],
        peer: [empty.name, 'wallMs'],
        budget: atMost(6),
      }),
      compare(samples, {
        what: 'the same beside the import of',
        unit: 'ms',
        ours: [ours.name, 'mountedMs'],
        peer: [ink.name, 'wallMs'],
      }),
      compare(samples, {
        what: 'tui --print',
        unit: 'ms',
        ours: [print.name, 'wallMs'],
        peer: ['node -e 0, piped', 'wallMs'],
        budget: atMost(2.6),
      }),
      {
        what: 'dist/tui.mjs',
        unit: 'kB',
        ours: statSync(join(place.root, 'dist', 'tui.mjs')).size / 1000,
        peer: null,
        ratio: null,
        budget: { of: 'value', atMost: TUI_KB },
      },
    ];
  },
};

function start(place: Place, cwd: string): Subject {
  return {
    name: 'contextful tui',
    run: async () => {
      const started = performance.now();
      const terminal = openTui(place, cwd, 'runs');
      try {
        await terminal.until('rows', hasRows);
        const paintMs = terminal.outputAt - started;
        terminal.send('jjj');
        await terminal.until('the library at row 3', one => isMounted(one) && cursorRow(one) === 3);
        return { paintMs, mountedMs: terminal.frameAt - started };
      } finally {
        terminal.dispose();
      }
    },
  };
}

function cursorRow(terminal: PtyTerminal): number {
  const rows = terminal.rows();
  return rows.findIndex(row => row.startsWith('▸')) - rows.findIndex(row => row.includes('verdict')) - 1;
}

function inPty(name: string, code = '0'): Subject {
  return {
    name,
    run: async () => {
      const started = performance.now();
      const terminal = new PtyTerminal([process.execPath, '-e', code], { cwd: process.cwd(), ...SIZE });
      await terminal.ended();
      terminal.dispose();
      return { wallMs: performance.now() - started };
    },
  };
}
