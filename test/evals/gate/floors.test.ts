import { describe, expect, test } from 'vitest';
import { matchesGlob } from '../../../core/glob.ts';
import type { JsonObject } from '../../../core/json.ts';
import { isCertain, type RedCheck } from '../../../evals/gate/certain.ts';
import { type ExitInput, exitCode } from '../../../evals/gate/exit-code.ts';
import { checkFloors } from '../../../evals/gate/floors.ts';
import { planCounts } from '../../../evals/gate/planned-counts.ts';
import {
  checkPlannedFloors,
  floorsOfSet,
  type RawFloor,
  readProjectFloors,
} from '../../../evals/gate/project-floors.ts';
import { vectorCases } from '../../support/vectors.ts';
import { truthOf } from '../score/support.ts';
import { refusalOf } from './support.ts';

describe('assurance.evaluate.precision-floor assurance.evaluate.forbidden-row-rate assurance.evaluate.duplicate-row-rate assurance.evaluate.in-window-rate assurance.baseline.floors-are-absolute assurance.baseline.floor-coverage: built-in floors', () => {
  type Vector = {
    id: string;
    description: string;
    input: { report: JsonObject };
    expect: { passed: boolean; checks: number; breaches: { path: string; measured: number | null }[] };
  };
  const cases = vectorCases<Vector>('scoring', 'floors');

  test.each(cases)('$id $description', ({ input, expect: want }) => {
    const { verdict, checks } = checkFloors(input.report);
    const breaches = checks.filter(({ holds }) => !holds).map(({ path, measured }) => ({ path, measured }));
    expect({ passed: verdict === 'held', checks: checks.length, breaches }).toEqual(want);
  });

  test('floors read the legs that the run declares; a declared leg that is missing breaches', () => {
    const held = cases.find(({ id }) => id === 'floor-01')?.input.report ?? {};
    const declared = (legs: string[]) => checkFloors({ ...held, harness: { retriever: { legs } } });
    expect(declared(['hybrid']).checks.map(({ path }) => path.split('.')[1])).toEqual(
      Array(4).fill('hybrid'),
    );
    expect(checkFloors({ retrieval: {}, harness: { retriever: { legs: ['vector'] } } })).toMatchObject({
      verdict: 'red',
      checks: [{ path: 'retrieval.vector.r_precision.mean', measured: null, n: null }, {}, {}, {}],
    });
  });

  test('a report that declares no leg is held to all three: no floor passes by having nothing to read', () => {
    const { verdict, checks } = checkFloors({ retrieval: {}, harness: { retriever: { legs: [] } } });
    expect({ verdict, checks: checks.length }).toEqual({ verdict: 'red', checks: 12 });
    expect(checkFloors({ retrieval: {}, harness: { retriever: { legs: ['fts'] } } }).checks).toHaveLength(12);
  });

  test('an empty object named like a prototype member is no figure', () => {
    expect(checkFloors(JSON.parse('{"__proto__":{"retrieval":{}}}')).checks).toHaveLength(12);
  });
});

describe('assurance.evaluate.run-verdict: certain red', () => {
  test.each(
    vectorCases<{ id: string; description: string; input: RedCheck; expect: boolean }>(
      'scoring',
      'certain_red',
    ),
  )('$id $description', ({ input, expect: want }) => {
    expect(isCertain(input)).toBe(want);
  });
});

describe('assurance.evaluate.run-verdict: exit code', () => {
  test.each(
    vectorCases<{ id: string; description: string; input: ExitInput; expect: number }>(
      'scoring',
      'exit_code',
    ),
  )('$id $description', ({ input, expect: want }) => {
    expect(exitCode(input)).toBe(want);
  });

  test('an entry that the run left without a figure is 3, below a certain red', () => {
    expect(exitCode({ floors: 'held', baseline: null, gateRefusal: 3 })).toBe(3);
    expect(exitCode({ floors: 'red', certain: false, baseline: null, gateRefusal: 3 })).toBe(3);
    expect(exitCode({ floors: 'red', certain: true, baseline: null, gateRefusal: 3 })).toBe(1);
  });
});

describe('assurance.baseline.floors-are-absolute: project floors', () => {
  type Vector = {
    id: string;
    description: string;
    input: { floor: JsonObject };
    expect: { accepted: true } | { refused: string };
  };

  test.each(vectorCases<Vector>('scoring', 'project_floors'))(
    '$id $description',
    ({ input, expect: want }) => {
      const read = () => readProjectFloors([raw(input.floor)]);
      if ('refused' in want) expect(codeOf(read)).toBe(want.refused);
      else expect(read()).toHaveLength(1);
    },
  );

  test.each([
    [{ path: 'n_cases', at_least: Number.POSITIVE_INFINITY }],
    [{ path: 'n_cases' }],
    [{ path: 'n_cases', at_least: 1, zero_cases: 'maybe' }],
    [{ path: 'n_cases', at_least: 1, sets: 'x' }],
    [{ at_least: 1 }],
    ['no table'],
  ])('refused: %j', entry => {
    expect(codeOf(() => readProjectFloors([raw(entry)]))).toBe('EvalFloorUnresolved');
  });

  test('the refusal names line, path and the nearest path; further faults stand beside it', () => {
    const refusal = refusalOf(() =>
      readProjectFloors([
        {
          entry: { path: 'retrieval.fts.recall_at_k', at_least: 1 },
          place: { file: 'contextful.toml', line: 7 },
        },
        { entry: { path: 'n_cases' }, place: { file: 'contextful.toml', line: 9 } },
      ]),
    );
    expect(refusal.place).toEqual({ file: 'contextful.toml', line: 7, path: 'retrieval.fts.recall_at_k' });
    expect(refusal.hint).toBe('did you mean retrieval.lexical.recall_at_k?');
    expect(refusal.facts['more']).toMatchObject([{ line: 9, path: 'n_cases' }]);
  });

  test('a floor of another set is not checked', () => {
    const floors = readProjectFloors([
      raw({ path: 'n_cases', at_least: 40, sets: ['evals/cases/**/native*.jsonl'] }),
      raw({ path: 'n_cases', at_least: 1 }),
    ]);
    expect(floorsOfSet(floors, ['evals/cases/native.jsonl'])).toHaveLength(2);
    expect(floorsOfSet(floors, ['evals/cases/other.jsonl'])).toHaveLength(1);
  });

  test.each([
    ['a/b.jsonl', 'a/*.jsonl', true],
    ['a/b/c.jsonl', 'a/*.jsonl', false],
    ['a/b/c.jsonl', '**/c.jsonl', true],
    ['c.jsonl', '**/c.jsonl', true],
    ['a+b.jsonl', 'a+b.json?', true],
    ['axb', 'a.b', false],
    ['a/b', 'a', false],
  ])('glob: %s %s', (path, glob, matches) => {
    expect(matchesGlob(path, glob)).toBe(matches);
  });

  const abstention = { path: 'retrieval.hybrid.abstention_rate', at_least: 1 };

  test('a path without any case is refused before the suite, unless it holds over none', () => {
    const planned = planCounts([truthOf({})]);
    expect(codeOf(() => checkPlannedFloors(readProjectFloors([raw(abstention)]), planned))).toBe(
      'EvalFloorUnresolved',
    );
    expect(() =>
      checkPlannedFloors(readProjectFloors([raw({ ...abstention, zero_cases: 'hold' })]), planned),
    ).not.toThrow();
  });

  test.each<[string, JsonObject, JsonObject, object | undefined]>([
    ['held', abstention, { n: 4, mean: 1 }, { holds: true, measured: 1, n: 4 }],
    ['red', abstention, { n: 4, mean: 0.75 }, { holds: false, certain: true, measured: 0.75 }],
    ['red and open', abstention, { n: 3, mean: 1, missing: 1 }, { holds: true }],
    ['over no case', abstention, { n: 0, mean: null }, { holds: false, measured: null }],
    ['over no case, held', { ...abstention, zero_cases: 'hold' }, { n: 0, mean: null }, undefined],
  ])('checked after the built-in ones: %s', (_name, floor, node, want) => {
    const report = { retrieval: { hybrid: { abstention_rate: node } } };
    const checks = checkFloors(report, readProjectFloors([raw(floor)])).checks.slice(12);
    if (want === undefined) expect(checks).toEqual([]);
    else
      expect(checks).toMatchObject([
        { path: 'retrieval.hybrid.abstention_rate.mean', source: 'project', ...want },
      ]);
  });

  test('a count floor reads the count', () => {
    const floors = readProjectFloors([raw({ path: 'slices.__proto__.n_cases', at_least: 2 })]);
    const report = JSON.parse('{"slices":{"__proto__":{"n_cases":1}}}');
    expect(checkFloors(report, floors).checks.at(-1)).toEqual({
      path: 'slices.__proto__.n_cases',
      bound: 2,
      side: 'at_least',
      measured: 1,
      n: 1,
      holds: false,
      certain: true,
      source: 'project',
    });
  });
});

function raw(entry: unknown): RawFloor {
  return { entry, place: { file: 'contextful.toml', line: 1 } };
}

function codeOf(act: () => unknown): string {
  return refusalOf(act).code;
}
