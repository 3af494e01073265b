import fc from 'fast-check';
import type { FilterTree } from '../../../tui/filter/tree.ts';

const ratio = fc.double({ min: -2, max: 2, noNaN: true }).map(value => value + 0);
const word = fc.oneof(
  fc.constantFrom(
    'plant',
    'cjk',
    'c*',
    'or',
    'not',
    '-x',
    '!',
    'a"b',
    'a\\"',
    '..',
    'x,y',
    '&&',
    'R&D',
    '|',
    'a b',
    ':',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);
const leaf: fc.Arbitrary<FilterTree> = fc.oneof(
  word.map(text => ({ text })),
  fc.constantFrom('red', 'moved', 'gold-lost').map(is => ({ is })),
  fc.constantFrom('recall', 'tag', 'cause').map(has => ({ has })),
  fc
    .tuple(
      fc.constantFrom('recall', 'rank', 'd.lexical.ndcg'),
      fc.constantFrom('=', '<', '<=', '>', '>='),
      ratio,
    )
    .map(([field, op, value]): FilterTree => ({ cmp: [field, op, value] })),
  fc
    .tuple(fc.constantFrom('<', '<=', '>', '>=', '='), fc.nat(5_000_000))
    .map(([op, ms]): FilterTree => ({ cmp: ['latency', op, ms] })),
  fc
    .tuple(fc.constantFrom('id', 'question', 'tag'), fc.constantFrom(':', '='), word)
    .map(([field, op, value]): FilterTree => ({ cmp: [field, op, value] })),
  fc
    .tuple(fc.constantFrom('id', 'tag'), fc.constantFrom('^case', 'a|b', '(c|j) k', '\\d+"', '[)]'))
    .map(([field, value]): FilterTree => ({ cmp: [field, '~', value] })),
  fc.constantFrom('pass', 'fail', 'unscored').map((value): FilterTree => ({ cmp: ['outcome', '=', value] })),
);

/** Trees as the parser makes them: a branch has two parts or more. Four deep. */
export const filterTrees: fc.Arbitrary<FilterTree> = fc.letrec<{ tree: FilterTree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(and => ({ and })),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(or => ({ or })),
    tie('tree').map(not => ({ not })),
  ),
})).tree;
