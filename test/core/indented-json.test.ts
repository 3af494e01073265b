import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, documentJson } from '../../core/canonical-json.ts';
import { indentInto } from '../../core/indented-json.ts';
import type { JsonValue } from '../../core/json.ts';

// Names below the surrogates sort alike by code unit and by code point.
const name = fc.oneof(fc.constantFrom('a', 'b"', '\\', '{', 'ä,:', ''), fc.string({ maxLength: 4 }));
const text = fc.oneof(fc.constantFrom('"', '\\"', '[]', '{}', ',\n', '\\\\', '🙂', '\ud800'), fc.string());
const { value } = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(members => {
      const object: { [name: string]: JsonValue } = Object.create(null);
      for (const [key, member] of members) object[key] = member;
      return object;
    }),
  ),
}));

describe('canonical JSON laid out', () => {
  test('is the text of documentJson, at any depth', () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 4 }), (drawn, depth) => {
        let nested = drawn;
        for (let step = 0; step < depth; step += 1) nested = [nested];
        const whole = documentJson(nested).trimEnd();
        // A bracket a line stands before and behind it, and its own indent before it.
        const cut = depth * 2 + depth * (depth - 1);
        const wanted = whole.slice(cut + 2 * depth, whole.length - cut);
        const source = Buffer.from(canonicalJson(drawn));
        const target = Buffer.alloc(Buffer.byteLength(wanted));
        expect(indentInto(source, target, 0, depth)).toBe(target.length);
        expect(target.toString()).toBe(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  test('tells how long it is where there is too little room', () => {
    const source = Buffer.from('{"a":[1,2]}');
    const whole = Buffer.from('{\n  "a": [\n    1,\n    2\n  ]\n}');
    const target = Buffer.alloc(12);
    expect(indentInto(source, target, 0, 0)).toBe(whole.length);
    expect(target).toEqual(whole.subarray(0, 12));
  });
});
