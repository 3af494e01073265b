import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coalesce } from '../../core/coalesce.ts';
import { fakeTimer } from '../support/fake-timer.ts';

describe('evaluate.md 11.3 progress coalesces', () => {
  test('the first goes at once, of the rest the newest of each kind, one at a time', () => {
    const timer = fakeTimer();
    const sent: string[] = [];
    const { offer } = coalesce<string>(value => sent.push(value), 100, timer.after);
    for (const value of ['land 1', 'land 2', 'run 1', 'land 3', 'run 2']) offer(value.slice(0, -2), value);
    expect(sent).toEqual(['land 1']);
    timer.pass(100);
    expect(sent).toEqual(['land 1', 'land 3']);
    timer.pass(100);
    expect(sent).toEqual(['land 1', 'land 3', 'run 2']);
  });

  test('what is settled goes at once, and what waited of its kind never does', () => {
    const timer = fakeTimer();
    const sent: number[] = [];
    const { offer, settle } = coalesce<number>(value => sent.push(value), 100, timer.after);
    for (const n of [1, 2]) offer('run', n);
    settle('run', 3);
    timer.pass(1000);
    expect(sent).toEqual([1, 3]);
  });

  test('the end sends what waits and leaves no timer', () => {
    const timer = fakeTimer();
    const sent: number[] = [];
    const { offer, end } = coalesce<number>(value => sent.push(value), 100, timer.after);
    for (const n of [1, 2]) offer('run', n);
    end();
    expect(sent).toEqual([1, 2]);
    expect(timer.pending()).toBe(0);
  });

  test('at most ten a second, whatever is offered', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(250), fc.constantFrom('land', 'run'))), offers => {
        const timer = fakeTimer();
        const sentMs: number[] = [];
        const { offer } = coalesce<null>(() => sentMs.push(timer.nowMs()), 100, timer.after);
        for (const [passMs, kind] of offers) {
          timer.pass(passMs);
          offer(kind, null);
        }
        for (const [i, atMs] of sentMs.entries()) {
          expect(sentMs.slice(i).filter(laterMs => laterMs < atMs + 1000).length).toBeLessThanOrEqual(10);
        }
      }),
    );
  });
});
