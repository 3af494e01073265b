import { describe, expect, test } from 'vitest';
import { admits, checkZonePatterns, parseZone } from '../../../evals/policy/zones.ts';
import { vectorCases } from '../../support/vectors.ts';

describe('assurance.evaluate.policy-labels: zones', () => {
  test.each(vectorCases<{ allow: string[] | null; zone: string; admitted: boolean }>('evaluate', 'zones'))(
    '$allow × $zone → $admitted',
    ({ allow, zone, admitted }) => {
      expect(admits(allow, zone)).toBe(admitted);
    },
  );

  test.each([
    ['on-prem:hq', { category: 'on-prem', id: 'hq' }],
    [`public-cloud:${'x'.repeat(128)}`, { category: 'public-cloud', id: 'x'.repeat(128) }],
    [`public-cloud:${'x'.repeat(129)}`, undefined],
    ['on-prem:', undefined],
    ['on-prem:a b', undefined],
    ['on-prem:*', undefined],
    ['ON-PREM:hq', undefined],
    ['on-prem:hq\n', { category: 'on-prem', id: 'hq' }],
    ['', undefined],
  ])('the zone %j', (text, zone) => {
    expect(parseZone(text)).toEqual(zone);
  });

  test('an empty allow list admits no one', () => {
    expect(admits([], 'local:device')).toBe(false);
  });

  test('entries of every form pass', () => {
    const allow = ['*', 'local:device', 'on-prem:*', 'private-cloud:*', 'public-cloud:*', 'public-cloud:eu'];
    expect(checkZonePatterns(allow, { table: 'kb/notes' })).toEqual(allow);
    expect(checkZonePatterns(new Array(32).fill('*'), { table: 'kb/notes' })).toHaveLength(32);
  });

  test.each(['local:*', 'local:laptop', 'moon:*', 'on-prem', ' on-prem:*', '**', '', 'on-prem:h*'])(
    'the entry %j refuses',
    entry => {
      expect(() => checkZonePatterns(['*', entry], { table: 'kb/notes', column: 'team' })).toThrow(
        expect.objectContaining({
          code: 'EnforceZonePatternUnparsed',
          exit: 2,
          facts: { table: 'kb/notes', column: 'team', pattern: entry },
        }),
      );
    },
  );

  test('a 33rd entry refuses', () => {
    expect(() => checkZonePatterns(new Array(33).fill('*'), { table: 'kb/notes' })).toThrow(
      expect.objectContaining({
        code: 'EnforceZonePatternUnparsed',
        facts: { table: 'kb/notes', entries: 33 },
      }),
    );
  });
});
