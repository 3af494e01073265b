import { fileURLToPath } from 'node:url';
import { PtyTerminal } from '../../test/support/terminal.ts';
import {
  absolute,
  atMost,
  compare,
  type Figures,
  interleave,
  type Measurement,
  type Subject,
} from '../harness.ts';
import { runOfCases } from './store.ts';
import { openTui, SIZE, untilReady } from './terminal.ts';

const MANY = 200_000;
const FEW = 1000;
const PAGE_DOWN = '\u001b[6~';
const MOVES = 'j'.repeat(80).split('');
const KEYS = [...MOVES, ...new Array(10).fill(PAGE_DOWN), '\u0004', 'G', 'k', 'k', 'g', 'j', 'k'];
/** Rows that the cursor passes before the window moves with it. */
const INSIDE = 20;

/** A key and the frame that it leads to, over many cases and few, beside a list of 1,000 mounted rows. */
export const tuiFrames: Measurement = {
  name: 'tui-frames',
  run: async place => {
    const many = await runOfCases(place, Math.ceil(MANY / place.shrink));
    const few = await runOfCases(place, FEW);
    const subjects: readonly Subject[] = [
      cases('200,000 cases', () => openTui(place, many, 'run/latest/cases'), KEYS),
      cases('1,000 cases', () => openTui(place, few, 'run/latest/cases'), KEYS),
      naiveList(),
    ];
    const samples = await interleave(place.rounds, subjects, false);
    const own = '200,000 cases';
    return [
      absolute(samples, {
        what: 'key to frame, 200,000 cases, p95',
        unit: 'ms',
        ours: [own, 'p95'],
        budget: { of: 'value', atMost: 33 },
      }),
      compare(samples, {
        what: 'the same, of a naive list, p95',
        unit: 'ms',
        ours: [own, 'p95'],
        peer: ['1,000 mounted rows', 'p95'],
        budget: atMost(0.3),
      }),
      compare(samples, {
        what: 'key to frame, p50',
        unit: 'ms',
        ours: [own, 'p50'],
        peer: ['1,000 cases', 'p50'],
        budget: atMost(1.25),
      }),
      absolute(samples, {
        what: 'bytes of a frame, cursor inside the window',
        unit: 'B',
        ours: [own, 'insideBytes'],
        budget: { of: 'value', atMost: 700 },
      }),
      absolute(samples, {
        what: 'bytes of a frame, scrolled',
        unit: 'B',
        ours: [own, 'scrolledBytes'],
        budget: { of: 'value', atMost: 4800 },
      }),
    ];
  },
};

function cases(name: string, open: () => PtyTerminal, keys: readonly string[]): Subject {
  return {
    name,
    run: async () => {
      const terminal = open();
      try {
        await untilReady(terminal);
        return await played(terminal, keys);
      } finally {
        terminal.dispose();
      }
    },
  };
}

function naiveList(): Subject {
  const script = fileURLToPath(new URL('naive-list.mjs', import.meta.url));
  return {
    name: '1,000 mounted rows',
    run: async () => {
      const terminal = new PtyTerminal([process.execPath, script], {
        cwd: process.cwd(),
        ...SIZE,
        env: { NODE_ENV: 'production' },
      });
      try {
        await terminal.untilText(/case 999/);
        return await played(terminal, MOVES.slice(0, INSIDE));
      } finally {
        terminal.dispose();
      }
    },
  };
}

/** Presses key after key, each when the frame of the one before it is whole. Keys that change nothing are not counted. */
async function played(terminal: PtyTerminal, keys: readonly string[]): Promise<Figures> {
  const times: number[] = [];
  const bytes: number[] = [];
  for (const key of keys) {
    const { frames, output } = terminal;
    const sent = performance.now();
    terminal.send(key);
    await terminal.until(`a frame after ${JSON.stringify(key)}`, one => one.frames > frames);
    times.push(terminal.frameAt - sent);
    bytes.push(Buffer.byteLength(terminal.output.slice(output.length)));
  }
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    insideBytes: percentile(bytes.slice(0, INSIDE), 0.5),
    scrolledBytes: percentile(bytes.slice(MOVES.length / 2), 0.5),
  };
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}
