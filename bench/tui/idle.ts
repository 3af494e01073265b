import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PtyTerminal } from '../../test/support/terminal.ts';
import { absolute, type Figures, interleave, type Measurement, type Subject } from '../harness.ts';
import { runOfCases } from './store.ts';
import { openTui, untilReady } from './terminal.ts';

const IDLE_MS = 10_000;
const MANY = 200_000;
const FEW = 1000;
const TOUR = ['j'.repeat(100), 'G', 'g', '\r', '}', '}', '\u001b', 'i', '\u001b', '2', '3', 'G', 'g'];
/** Ticks of the scheduler in a second, as /proc counts time. */
const TICKS = 100;

/** What it does when nobody presses a key, and what a tour leaves in memory. */
export const tuiIdle: Measurement = {
  name: 'tui-idle',
  run: async place => {
    const subjects: readonly Subject[] = await Promise.all(
      (
        [
          ['200,000 cases', Math.ceil(MANY / place.shrink)],
          ['1,000 cases', FEW],
        ] as const
      ).map(async ([name, count]) => {
        const cwd = await runOfCases(place, count);
        return { name, run: () => observed(openTui(place, cwd, 'run/latest/cases'), place.shrink === 1) };
      }),
    );
    const samples = await interleave(1, subjects, false);
    const rss = (name: string): number => samples.get(name)?.[0]?.['rssMb'] ?? Number.NaN;
    return [
      absolute(samples, {
        what: 'CPU of 10 s without a key',
        unit: 'ms',
        ours: ['200,000 cases', 'idleCpuMs'],
        budget: { of: 'value', atMost: 10 },
      }),
      absolute(samples, {
        what: 'bytes of 10 s without a key',
        unit: 'B',
        ours: ['200,000 cases', 'idleBytes'],
        budget: { of: 'value', atMost: 0 },
      }),
      {
        what: 'memory after a tour, 200,000 cases over 1,000',
        unit: 'MB',
        ours: rss('200,000 cases') - rss('1,000 cases'),
        peer: { name: 'of 1,000 cases', value: rss('1,000 cases') },
        ratio: null,
        budget: { of: 'value', atMost: 64 * 1.048576 },
      },
    ];
  },
};

async function observed(terminal: PtyTerminal, long: boolean): Promise<Figures> {
  try {
    await untilReady(terminal);
    for (const keys of TOUR) {
      terminal.send(keys);
      await sleep(long ? 1000 : 200);
    }
    const { length } = terminal.output;
    const before = cpuMs(terminal.pid);
    await sleep(long ? IDLE_MS : 1000);
    return {
      idleCpuMs: cpuMs(terminal.pid) - before,
      idleBytes: terminal.output.length - length,
      rssMb: rssMb(terminal.pid),
    };
  } finally {
    terminal.dispose();
  }
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

function rssMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
}
