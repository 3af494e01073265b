import { describe, expect, test } from 'vitest';
import { checksText } from '../../../cli/present/checks-text.ts';
import type { RunChecks } from '../../../evals/gate/run-checks.ts';

const VIEW = { columns: 80, colour: 0, symbols: 'utf8' } as const;
const place = { case: 'c1', file: 'evals/cases/a.jsonl', line: 3 };

const ALL: RunChecks = {
  ok: false,
  also: { stores: ['duckdb', 'memory'], answers: 1254, difference: null },
  repeat: {
    runs: [
      { threads: 2, batch: 64, figures: 'sha256:a' },
      { threads: 1, batch: 1, figures: 'sha256:b' },
    ],
  },
  canary: {
    landed: { withheld: 20, foreign_zone: 20, future: 0 },
    answers: 1,
    difference: null,
    forbidden_absent: [{ ...place, row: 'kb/a#gone' }],
  },
  prove: {
    parts: [
      { part: 'policy', state: 'red', reds: ['a', 'b'], cases: 1, why: null },
      { part: 'window tier', state: 'not_exercised', reds: [], cases: 0, why: 'no case has a recency bound' },
      { part: 'order', state: 'green', reds: [], cases: 0, why: null },
    ],
  },
  findings: [
    {
      check: 'repeat',
      message: 'run 2 (threads 1, batch 1) has other figures than the first',
      case: { id: 'c1', file: place.file, line: 3 },
    },
    { check: 'prove', message: 'order is broken and no figure moves: no case tests it', case: null },
  ],
};

describe('evaluate.md 21: the checks of a run, for people', () => {
  test('one line per check and part, below them what was found', () => {
    expect(checksText(ALL, VIEW)).toEqual([
      'checks',
      '  also    duckdb and memory: 1,254 equal answers',
      '  repeat  2 runs, 2 figures digests',
      '  canary  1 answer unmoved beside 20 withheld, 20 foreign-zone rows',
      '          forbidden_absent  evals/cases/a.jsonl:3  c1  kb/a#gone',
      '  prove   policy: red, 2 figures and 1 case',
      '          window tier: not exercised: no case has a recency bound',
      '          order: green',
      '  repeat: evals/cases/a.jsonl:3 c1: run 2 (threads 1, batch 1) has other',
      '    figures than the first',
      '  prove: order is broken and no figure moves: no case tests it',
    ]);
  });

  test('what was not asked for has no line, and without checks there is no block', () => {
    expect(checksText({ ok: true, prove: { parts: null }, findings: [] }, VIEW)).toEqual([
      'checks',
      '  prove   not done: the run is not green',
    ]);
    expect(checksText(undefined, VIEW)).toEqual([]);
  });

  test('text of the project does not reach the terminal as control', () => {
    const evil = { ...place, row: 'kb/a#\u001b[2J' };
    const canary = { landed: { withheld: 0, foreign_zone: 0, future: 0 }, answers: 2, difference: null };
    const lines = checksText(
      { ok: true, canary: { ...canary, forbidden_absent: [evil] }, findings: [] },
      VIEW,
    );
    expect(lines[1]).toBe('  canary  2 answers unmoved beside no rows');
    expect(lines.join('')).not.toContain('\u001b');
  });
});
