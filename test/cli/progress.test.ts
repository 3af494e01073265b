import { describe, expect, test } from 'vitest';
import { Progress, type ProgressMode, type ProgressStep } from '../../cli/progress.ts';
import { progressSteps } from '../../cli/progress-steps.ts';

/** A stderr that remembers, and a clock that the test moves. */
function screen(mode: ProgressMode) {
  let written = '';
  let nowMs = 0;
  let tick: () => void = () => {};
  let everyMs = 0;
  const progress = new Progress(mode, 30_000, {
    write: text => {
      written += text;
    },
    columns: () => 40,
    elapsedMs: () => nowMs,
    every: (ms, action) => {
      everyMs = ms;
      tick = action;
      return () => {
        everyMs = 0;
      };
    },
    symbols: 'utf8',
  });
  return {
    progress,
    at: (ms: number, step?: ProgressStep) => {
      nowMs = ms;
      if (step === undefined) tick();
      else progress.step(step);
    },
    take: () => {
      const text = written;
      written = '';
      return text;
    },
    timerMs: () => everyMs,
  };
}

function cases(done: number): ProgressStep {
  return { kind: 'phase', label: 'run', unit: 'cases', done, total: 412 };
}

describe('tui-cli.md 5 progress on a terminal', () => {
  test('one line, repainted at most ten times a second, then one that stays', () => {
    const { progress, at, take, timerMs } = screen('repaint');
    at(0, { kind: 'phase', label: 'land', unit: 'corpora', done: 1, total: 1 });
    expect(take()).toBe('\r\u001b[Kland 1/1 corpora 100%');
    at(50, cases(0));
    expect(take()).toBe('');
    at(150, cases(10));
    expect(take()).toBe('\r\u001b[Kland 1/1 corpora · run 10/412 cases 2%');
    at(4900, cases(412));
    expect(take()).toBe('\r\u001b[Kland 1/1 corpora · run 412/412 cases 1…');
    progress.end();
    expect(take()).toBe('\r\u001b[Krun 412 cases in 4.85 s\n');
    expect(timerMs()).toBe(0);
  });

  test('a note takes the painted line away first', () => {
    const { at, take } = screen('repaint');
    at(0, cases(1));
    take();
    at(10, { kind: 'note', text: 'warning: \u001b[31mred' });
    expect(take()).toBe('\r\u001b[Kwarning: ␛[31mred\n');
  });

  test('the lasting line stands before the verdict, once', () => {
    const { progress, at, take } = screen('repaint');
    at(0, cases(412));
    take();
    at(1000, { kind: 'verdict', text: 'floor verdict: held' });
    progress.end();
    expect(take()).toBe('\r\u001b[Krun 412 cases in 1.00 s\nfloor verdict: held\n');
  });

  test('time goes on without events', () => {
    const { at, take } = screen('repaint');
    at(0, cases(1));
    take();
    at(3000);
    expect(take()).toBe('\r\u001b[Krun 1/412 cases 0%  0.3/s  20m 33s left');
  });

  test('clear leaves the terminal as it was, once', () => {
    const { progress, at, take } = screen('repaint');
    at(0, cases(1));
    take();
    progress.clear();
    progress.clear();
    expect(take()).toBe('\r\u001b[K');
  });
});

describe('tui-cli.md 5 progress elsewhere', () => {
  test('plain: a line at the start, every heartbeat and at the end, no escapes', () => {
    const { progress, at, take, timerMs } = screen('plain');
    at(0, cases(0));
    expect(take()).toBe('run 0/412 cases 0%\n');
    at(10_000, cases(200));
    expect(take()).toBe('');
    expect(timerMs()).toBe(30_000);
    at(30_000);
    expect(take()).toBe('run 200/412 cases 48%  6.7/s  31.8 s left\n');
    at(31_000, cases(412));
    progress.end();
    expect(take()).toBe('run 412 cases in 31.0 s\n');
  });

  test('notes: no progress lines; off: the verdict alone', () => {
    for (const [mode, expected] of [
      ['notes', 'a note\nfloor verdict: held\n'],
      ['off', 'floor verdict: held\n'],
    ] as const) {
      const { progress, at, take, timerMs } = screen(mode);
      at(0, cases(1));
      at(1, { kind: 'note', text: 'a note' });
      at(2, { kind: 'verdict', text: 'floor verdict: held' });
      progress.end();
      expect(take()).toBe(expected);
      expect(timerMs()).toBe(0);
    }
  });
});

describe('events in words', () => {
  test.each<[{ t: string; [name: string]: unknown }, readonly ProgressStep[]]>([
    [
      { t: 'run.progress', phase: 'land', done: 1, of: 2 },
      [{ kind: 'phase', label: 'land', unit: 'corpora', done: 1, total: 2 }],
    ],
    [{ t: 'run.resumed', finished: 1200 }, [{ kind: 'note', text: 'resuming 1,200 finished cases' }]],
    [{ t: 'run.warning', message: 'x' }, [{ kind: 'note', text: 'warning: x' }]],
    [
      { t: 'run.interrupted', resume: 'contextful eval run --resume r1' },
      [
        {
          kind: 'note',
          text: 'interrupted; finished cases are kept. Resume: contextful eval run --resume r1',
        },
      ],
    ],
    [
      { t: 'run.verdict', lines: ['floor verdict: held (12 checks)', 'baseline verdict: none'] },
      [
        { kind: 'verdict', text: 'floor verdict: held (12 checks)' },
        { kind: 'verdict', text: 'baseline verdict: none' },
      ],
    ],
    [{ t: 'case.end', case: 'a' }, []],
    [{ t: '__proto__' }, []],
  ])('%j', (event, steps) => {
    expect(progressSteps(event)).toEqual(steps);
  });
});
