import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { compareCodePoints } from '../../../core/code-points.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { parseStrictJson } from '../../../core/strict-json/index.ts';
import { canonicalSet, compareCanonical } from '../../../evals/case/canonical-order.ts';
import { canonicalCase, caseDigest, caseSetDigest } from '../../../evals/case/digest.ts';
import { caseLine, normalForm } from '../../../evals/case/normal-form.ts';
import { readCase } from '../../../evals/case/read.ts';
import type { EvalCase, WrittenCase } from '../../../evals/case/types.ts';
import { writtenCases } from '../../support/cases.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector = { in: JsonValue; normal: EvalCase; digest: string };

const normalVectors = vectorCases<Vector>('evaluate', 'case-normal-form');

function read(value: JsonValue): EvalCase {
  const { faults, case: normal } = { case: undefined, faults: undefined, ...readCase(value) };
  if (normal === undefined) throw new Error(JSON.stringify(faults));
  return normal;
}

function reread(normal: EvalCase): EvalCase {
  const parsed = parseStrictJson(caseLine(normal));
  if (parsed.fault !== undefined) throw new Error(parsed.fault.found);
  return read(parsed.value);
}

describe('assurance.evaluate.case-format: the normal form', () => {
  test.each(normalVectors)('$normal.id', ({ in: written, normal, digest }) => {
    expect(read(written)).toEqual(normal);
    expect(caseDigest(read(written))).toBe(digest);
  });

  test.each(vectorCases<{ ids: string[]; digest: string }>('evaluate', 'case-set-digest'))(
    'the digest of the set $ids',
    ({ digest }) => {
      const cases = normalVectors.map(vector => read(vector.in));
      expect(caseSetDigest(cases)).toBe(digest);
      expect(caseSetDigest([...cases].reverse())).toBe(digest);
    },
  );

  test('null and absent prefix, and an absent expected, are the defaults', () => {
    const bare = { id: 'a', corpus: 'c', question: 'q' };
    const all = {
      ...bare,
      tags: [],
      prefix: null,
      query_embedding: null,
      expected: { since: null, must_abstain: false },
    };
    expect(read(all)).toEqual(read(bare));
    expect(read(bare).prefix).toBe('');
  });

  test('sets of more than a handful are sorted and collapsed too', () => {
    const tags = Array.from({ length: 40 }, (_, i) => `t${(i * 7) % 20}`);
    expect(read({ id: 'a', corpus: 'c', question: 'q', tags }).tags).toEqual(
      [...new Set(tags)].sort((a, b) => (`"${a}"` < `"${b}"` ? -1 : 1)),
    );
  });
});

describe('scoring.md 7 digests of cases', () => {
  const vectors = vectorCases<{ id: string; input: JsonValue; expect: string }>('scoring', 'digests');
  const expected = (id: string): string => vectors.find(vector => vector.id === id)?.expect ?? '';
  const cases = ['dig-01', 'dig-02'].map(id => read(vectors.find(vector => vector.id === id)?.input ?? null));

  test('each case, and the set in any order', () => {
    expect(cases.map(caseDigest)).toEqual([expected('dig-01'), expected('dig-02')]);
    expect(caseSetDigest(cases)).toBe(expected('dig-03'));
    expect(caseSetDigest([...cases].reverse())).toBe(expected('dig-03'));
  });
});

describe('evaluate.md 3.4 properties of the normal form', () => {
  test('it is its own normal form', () => {
    fc.assert(
      fc.property(writtenCases, written => {
        const normal = normalForm(written);
        expect(normalForm(normal)).toEqual(normal);
      }),
    );
  });

  test('written and read back it has the same digest', () => {
    fc.assert(
      fc.property(writtenCases, written => {
        const normal = normalForm(written);
        expect(caseDigest(reread(normal))).toBe(caseDigest(normal));
      }),
    );
  });

  test('neither the order of members nor that of sets, nor a repeat, changes it', () => {
    fc.assert(
      fc.property(writtenCases, fc.nat(), (written, turn) => {
        expect(caseDigest(read(turned(written, turn)))).toBe(caseDigest(normalForm(written)));
      }),
    );
  });

  test('the digest is over the canonical text', () => {
    fc.assert(
      fc.property(writtenCases, written => {
        const normal = normalForm(written);
        expect(canonicalCase(normal)).toBe(canonicalJson(normal));
      }),
    );
  });

  test('sets are in the order of their canonical texts', () => {
    const item = fc.string({
      maxLength: 5,
      unit: fc.constantFrom('a', 'b', '"', '\\', ' ', '!', '#', '\n', '\x7f', 'Ａ', '😀'),
    });
    const items = fc.oneof(item, fc.tuple(item, item));
    fc.assert(
      fc.property(items, items, (a, b) => {
        expect(Math.sign(compareCanonical(a, b))).toBe(
          Math.sign(compareCodePoints(canonicalJson(a), canonicalJson(b))),
        );
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.array(items, { maxLength: 30 }), list => {
        const texts = [...new Set(list.map(entry => canonicalJson(entry)))].sort(compareCodePoints);
        expect(canonicalSet(list).map(entry => canonicalJson(entry))).toEqual(texts);
      }),
    );
  });
});

/** The same case with members reversed, and each set turned with its first item repeated. */
function turned(written: WrittenCase, turn: number): JsonValue {
  return turnedMembers(JSON.parse(JSON.stringify(written)), turn);
}

function turnedMembers(members: JsonObject, turn: number): JsonValue {
  const entries = Object.entries(members).map(([name, value]): [string, JsonValue] => {
    if (SETS.has(name) && Array.isArray(value)) return [name, turnedItems(value, turn)];
    return [name, name === 'expected' && isJsonObject(value) ? turnedMembers(value, turn) : value];
  });
  return Object.fromEntries(entries.reverse());
}

function turnedItems(items: readonly JsonValue[], turn: number): JsonValue[] {
  const at = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(at), ...items.slice(0, at), ...items.slice(0, 1)];
}

const SETS = new Set(['tags', 'exclude', 'artifacts', 'edges', 'entities', 'must_cite', 'must_not_retrieve']);
