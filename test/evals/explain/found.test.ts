import { describe, expect, test } from 'vitest';
import { concentrations } from '../../../evals/explain/concentration.ts';
import { countedRows, foundRows, foundRowText } from '../../../evals/explain/found.ts';

const after = {
  rankings: { lexical: ['a', 'x', 'a'], vector: ['b'], hybrid: ['a', 'x', 'b', 'old'] },
  outOfWindow: { hybrid: [4] },
};
const truth = { relevant: ['b'], forbidden: ['x', 'y'] };

describe('scoring.md 15 rows of a case', () => {
  test('forbidden, repeated and stale rows with their positions, then what came anew', () => {
    expect(foundRows({ hybrid: ['a', 'old'] }, after, truth, 'hybrid')).toEqual([
      { reference: 'x', kind: 'forbidden', positions: { lexical: [2], hybrid: [2] } },
      { reference: 'a', kind: 'duplicate', positions: { lexical: [1, 3], hybrid: [1] } },
      { reference: 'old', kind: 'window', positions: { hybrid: [4] } },
      { reference: 'b', kind: 'won', positions: { vector: [1], hybrid: [3] } },
      { reference: 'x', kind: 'intruder', positions: { lexical: [2], hybrid: [2] } },
    ]);
  });

  test('without a compared run nothing is new', () => {
    expect(foundRows(null, after, truth, 'hybrid').map(row => row.kind)).toEqual([
      'forbidden',
      'duplicate',
      'window',
    ]);
  });

  test('a rate tells the rows that it counts', () => {
    const found = foundRows(null, after, truth, 'hybrid');
    expect(countedRows('retrieval.lexical.duplicate_row_rate.max', found).map(foundRowText)).toEqual([
      'duplicate a  hybrid 1  lexical 1 3',
    ]);
    expect(countedRows('retrieval.hybrid.recall_at_k', found)).toEqual([]);
  });
});

describe('scoring.md 15 concentration', () => {
  const member = (tags: readonly string[], corpus: string, worse: boolean) => ({ tags, corpus, worse });

  test('corpora are told beside tags, the least likely first', () => {
    const members = Array.from({ length: 36 }, (_, i) =>
      member(i < 8 ? ['cjk'] : [], i < 12 ? '../a' : '../b', i < 2),
    );
    expect(concentrations([sideOf(members)])).toEqual([
      { kind: 'tag', tag: 'cjk', worse: 2, of: 8, lift: 4.5, p: expect.closeTo(28 / 630, 12) },
    ]);
    const half = members.map((one, i) => ({ ...one, worse: i < 6 }));
    expect(concentrations([sideOf(half)]).map(({ kind, tag }) => `${kind} ${tag}`)).toEqual([
      'tag cjk',
      'corpus ../a',
    ]);
  });

  test('a tag that a case has twice counts once, and cases of both sides count together', () => {
    const here = Array.from({ length: 30 }, (_, i) => member(i < 3 ? ['cjk', 'cjk'] : ['x'], '', i < 3));
    const gone = [member(['new', 'cjk'], '', true)];
    expect(concentrations([sideOf(here), sideOf(gone)])).toMatchObject([
      { kind: 'tag', tag: 'cjk', worse: 4, of: 4 },
    ]);
  });

  test('hundreds of thousands of cases cost no more than their tags', () => {
    const members = Array.from({ length: 200_000 }, (_, i) =>
      member([`t${i % 1000}`], '../a', i % 1000 === 0 || i % 7 === 0),
    );
    expect(concentrations([sideOf(members)]).map(one => one.tag)).toContain('t0');
  });
});

type Member = { readonly tags: readonly string[]; readonly corpus: string; readonly worse: boolean };

function sideOf(members: readonly Member[]): Parameters<typeof concentrations>[0][number] {
  const words = [...new Set(members.flatMap(one => one.tags))];
  const codeOf = new Map(words.map((word, code) => [word, code]));
  const corpora = [...new Set(members.map(one => one.corpus))];
  const starts = [0];
  for (const { tags } of members) starts.push((starts.at(-1) ?? 0) + tags.length);
  return {
    grouped: {
      tags: {
        codes: Uint32Array.from(members.flatMap(one => one.tags.map(tag => codeOf.get(tag) ?? 0))),
        starts: Uint32Array.from(starts),
        words,
      },
      corpora: { codes: Uint32Array.from(members, one => corpora.indexOf(one.corpus)), words: corpora },
    },
    marks: Uint8Array.from(members, one => (one.worse ? 2 : 1)),
  };
}
