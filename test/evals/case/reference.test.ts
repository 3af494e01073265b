import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  doubtfulSplit,
  parseCitation,
  parseReference,
  rowIdentity,
  writtenForm,
} from '../../../evals/case/reference.ts';
import { vectorCases } from '../../support/vectors.ts';

type Case = {
  in: string | string[];
  out: [string, string] | null;
  written: string | [string, string] | null;
};

describe('assurance.evaluate.row-reference', () => {
  test.each(vectorCases<Case>('evaluate', 'row-reference'))('$in', ({ in: written, out, written: form }) => {
    const pair = parseReference(written);
    expect(pair ?? null).toEqual(out);
    expect(pair === undefined ? null : writtenForm(pair)).toEqual(form);
  });

  test('every pair is written so that it reads back as itself', () => {
    const part = fc.string({ minLength: 1, unit: fc.constantFrom('a', '#', '/', '東', ',') });
    fc.assert(
      fc.property(part, part, (table, key) => {
        expect(parseReference(writtenForm([table, key]))).toEqual([table, key]);
      }),
    );
  });

  test('identity is the pair, not the joined text', () => {
    expect(rowIdentity(['a', 'b#c'])).not.toBe(rowIdentity(['a#b', 'c']));
    expect(rowIdentity(['a', 'b'])).toBe(rowIdentity(['a', 'b']));
  });

  test.each<[string | [string, string], [string, string | null] | undefined]>([
    ['supplier_notes', ['supplier_notes', null]],
    ['news/wire#s1', ['news/wire', 's1']],
    [
      ['kb', 'a#1'],
      ['kb', 'a#1'],
    ],
    ['news/wire#', undefined],
    ['', undefined],
  ])('a citation %j', (written, expected) => {
    expect(parseCitation(written)).toEqual(expected);
  });

  test.each<[string | [string, string], [string, string] | undefined]>([
    ['kb#a#1', ['kb', 'a#1']],
    ['kb#a', undefined],
    ['other#a#1', undefined],
    [['kb#a', '1'], undefined],
    ['kb#', undefined],
  ])('a text that splits at a declared table elsewhere: %j', (written, expected) => {
    expect(doubtfulSplit(written, new Set(['kb']))).toEqual(expected);
  });

  test('a split that names a declared table is in no doubt', () => {
    expect(doubtfulSplit('kb#a#1', new Set(['kb', 'kb#a']))).toBeUndefined();
  });
});
