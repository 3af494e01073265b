import { describe, expect, test } from 'vitest';
import { Refusal, withMore } from '../../core/refusal.ts';

describe('withMore', () => {
  const first = new Refusal({
    code: 'BaselinePathUnresolved',
    exit: 2,
    message: 'no figure',
    clause: 'assurance.baseline.unresolvable-path',
    place: { file: 'b.json', line: 3, column: 4, path: 'x' },
    excerpt: ['  "x": 1', '  ^'],
    found: 'x',
    want: 'a path',
    hint: 'mend it',
    facts: { stage: 'parse' },
    cause: new RangeError('below'),
  });

  test('keeps every member of the first and adds to its facts', () => {
    const { facts, stack: _own, ...joined } = withMore(first, [{ code: 'Other' }]);
    const { facts: before, stack: _first, ...kept } = first;
    expect(joined).toEqual(kept);
    expect(facts).toEqual({ ...before, more: [{ code: 'Other' }] });
    expect(withMore(first, [{}])).toMatchObject({ message: first.message, cause: first.cause });
  });

  test('without others the first is the refusal', () => {
    expect(withMore(first, [])).toBe(first);
  });
});
