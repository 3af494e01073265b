import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../core/digest.ts';
import type { JsonValue } from '../../../core/json.ts';
import { releaseJson } from '../../../release/inputs/canonical.ts';
import { cellKey, changedInputs, changesText } from '../../../release/inputs/key.ts';
import { treeDigest, treeLines } from '../../../release/inputs/tree-digest.ts';
import { vectorCases } from '../../support/vectors.ts';

describe('release.md 5.3 canonical JSON', () => {
  type Case = { value: JsonValue; canonical?: string; sha256?: string; refusal?: string };

  test.each(vectorCases<Case>('release', 'canonicalJson'))('$canonical $refusal', want => {
    if (want.refusal !== undefined) {
      expect(() => releaseJson(want.value)).toThrow(expect.objectContaining({ code: want.refusal }));
      return;
    }
    expect(releaseJson(want.value)).toBe(want.canonical);
    expect(sha256Hex(releaseJson(want.value))).toBe(want.sha256);
  });

  test('it reads back to the same value, and a number names its path', () => {
    const json = fc.letrec<{ value: JsonValue }>(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.string({ unit: 'grapheme' }),
        fc.maxSafeInteger(),
        fc.array(tie('value')),
        fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(json, value => {
        const text = releaseJson(value);
        expect(releaseJson(JSON.parse(text))).toBe(text);
      }),
    );
    expect(() => releaseJson({ a: [1, 0.5] })).toThrow('$.a[1] is 0.5');
    expect(releaseJson({ a: -0 })).toBe('{"a":0}');
  });
});

describe('release.md 5.2 tree digest', () => {
  type Case = {
    files: { mode: string; path: string; content: string }[];
    lines: string;
    sha256: string;
  };

  test.each(vectorCases<Case>('release', 'treeDigest'))('$sha256', want => {
    const files = want.files.map(({ mode, path, content }) => ({ mode, path, sha256: sha256Hex(content) }));
    expect(treeLines(files)).toBe(want.lines);
    expect(treeDigest(files)).toBe(want.sha256);
    expect(treeDigest([...files].reverse())).toBe(want.sha256);
  });
});

describe('release.md 5.3 key', () => {
  type Case = { inputs: Record<string, string>; key: string; changedFromFirst?: unknown[] };
  const cases = vectorCases<Case>('release', 'buildKey');
  const mapOf = (want: Case) => new Map(Object.entries(want.inputs));

  test.each(cases)('$key', want => {
    expect(cellKey(mapOf(want))).toBe(want.key);
  });

  test('what changed is named', () => {
    const [first, second] = cases;
    if (first === undefined || second === undefined) throw new RangeError('two cases');
    const changed = changedInputs(mapOf(first), mapOf(second));
    expect(changed.map(({ files: _, ...one }) => one)).toEqual(second.changedFromFirst);
    expect(changesText(changed)).toBe('lock.tinylog@0.2.1 → 0.2.2');
  });

  test('a tree names its first file and counts the rest', () => {
    const files = (text: string) =>
      new Map([
        [
          'tree.cli',
          new Map([
            ['a', text],
            ['b', text],
            ['c', 'x'],
          ]),
        ],
      ]);
    const changed = changedInputs(
      new Map([
        ['tree.cli', '1'],
        ['env.CC', 'gcc'],
      ]),
      new Map([
        ['tree.cli', '2'],
        ['include.LICENSE', '3'],
      ]),
      files('1'),
      files('2'),
    );
    expect(changesText(changed)).toBe('env.CC gone, include.LICENSE new, tree.cli (a +1)');
  });

  test('a name from outside is plain data', () => {
    expect(cellKey(new Map([['__proto__', 'x']]))).not.toBe(cellKey(new Map()));
  });
});
