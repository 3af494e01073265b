import { describe, expect, test } from 'vitest';
import { formatInstant, parseBound, parseInstant } from '../../core/time.ts';
import { vectorCases } from '../support/vectors.ts';

describe('evaluate.md 6.1 instants', () => {
  test.each(vectorCases<{ in: string; ns: string | null; echo: string | null }>('evaluate', 'instants'))(
    '$in',
    ({ in: text, ns, echo }) => {
      const instant = parseInstant(text);
      expect(instant?.toString() ?? null).toBe(ns);
      expect(instant === undefined ? null : formatInstant(instant)).toBe(echo);
    },
  );

  test.each(vectorCases<{ in: string; out: { instant: string } | null }>('evaluate', 'bounds'))(
    'bound $in',
    ({ in: text, out }) => {
      const bound = parseBound(text);
      expect(bound === undefined ? null : formatInstant(bound)).toBe(out?.instant ?? null);
    },
  );

  test.each([
    ['1677-09-21T00:12:43.145224192Z', true],
    ['1677-09-21T00:12:43.145224191Z', false],
    ['2262-04-11T23:47:16.854775808Z', false],
    ['2030-06-01T24:00:00Z', false],
    ['2030-06-01T00:00:00+24:00', false],
    ['2030-06-01T00:00:00', false],
  ])('the edges of the range and of a day: %s', (text, accepted) => {
    expect(parseInstant(text) !== undefined).toBe(accepted);
  });
});
