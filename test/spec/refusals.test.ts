import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readClauses } from '../../spec/clauses.ts';
import { type RefusalRecord, refusalAreas, refusals, refuse } from '../../spec/refusals.ts';
import { type RaisedCode, raisedCodes } from '../support/raised-codes.ts';
import { sourceFiles } from '../support/source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const declared = new Map<string, RefusalRecord>(Object.entries(refusals));

describe('the refusal tables', () => {
  test('no code stands in two areas', () => {
    const codes = refusalAreas.flatMap(({ codes }) => Object.keys(codes));
    expect(codes.length).toBeGreaterThan(300);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.length).toBe(declared.size);
  });

  test('codes are words in CamelCase', () => {
    expect([...declared.keys()].filter(code => !/^(?:[A-Z][a-z0-9]+)+$/.test(code))).toEqual([]);
  });

  test('`when` and `next` are one plain line each, without a full stop', () => {
    const spoilt = [...declared].filter(([, { when, next }]) =>
      [when, next].some(text => text.trim() !== text || !/^[^\r\n]+[^.\r\n]$/.test(text)),
    );
    expect(spoilt).toEqual([]);
  });

  test('each code leads to a clause of spec/clauses.json', async () => {
    const ids = new Set((await readClauses(`${root}/spec/clauses.json`)).map(({ id }) => id));
    expect([...declared].filter(([, { clause }]) => !ids.has(clause))).toEqual([]);
  });
});

describe('refuse', () => {
  test('takes exit, clause and hint from the table', () => {
    const refusal = refuse('CheckpointMismatch', { message: 'the journal belongs to another run' });
    expect(refusal).toMatchObject({
      code: 'CheckpointMismatch',
      exit: 4,
      clause: 'assurance.evaluate.checkpoint',
      hint: refusals.CheckpointMismatch.next,
      message: 'the journal belongs to another run',
    });
  });

  test('the call may say another exit, clause and hint', () => {
    const given = { message: 'm', exit: 3, clause: 'cli.runs', hint: 'h' } as const;
    expect(refuse('BaselinePathUnresolved', given)).toMatchObject({ exit: 3, clause: 'cli.runs', hint: 'h' });
  });
});

describe('codes raised in the source', () => {
  const raised = sourceFiles(root, ['core', 'spec', 'evals', 'release', 'tui', 'cli']).flatMap(raisedCodes);

  test('the scan sees both ways of raising, and what is wrong with them', () => {
    const text = [
      "throw refuse('EvalRowInvalid', { message });",
      'return new Refusal({',
      "  code: 'StoreBusy',",
      '  exit: 2,',
      '});',
      "throw refuse(\n  'NoSuchCode', {});",
    ].join('\n');
    const seen = raisedCodes({ path: 'a.ts', text });
    expect(seen.map(({ line, code, exit }) => [line, code, exit])).toEqual([
      [1, 'EvalRowInvalid', undefined],
      [6, 'NoSuchCode', undefined],
      [2, 'StoreBusy', 2],
    ]);
    expect(undeclared(seen).map(({ code }) => code)).toEqual(['NoSuchCode']);
    expect(otherExit(seen).map(({ code }) => code)).toEqual(['StoreBusy']);
  });

  test('core raises what the table declares, with its exit', () => {
    const byCore = raised.filter(({ path }) => path.startsWith('core/'));
    expect(byCore.map(({ code }) => code)).toContain('StoreBusy');
    expect(otherExit(byCore)).toEqual([]);
  });

  test('every code is declared', () => {
    expect(undeclared(raised)).toEqual([]);
  });
});

function undeclared(raised: readonly RaisedCode[]): readonly RaisedCode[] {
  return raised.filter(({ code }) => !declared.has(code));
}

function otherExit(raised: readonly RaisedCode[]): readonly RaisedCode[] {
  return raised.filter(({ code, exit }) => exit !== undefined && declared.get(code)?.exit !== exit);
}
