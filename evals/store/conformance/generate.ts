import fc from 'fast-check';
import type { JsonObject } from '../../../core/json.ts';
import { DEFAULT_RANKING, type Ranking } from '../port.ts';
import type { WorldRow } from './world.ts';

/** Words that share stems, suffixes, prefixes and characters, so that wrong matching shows. */
const WORDS =
  'rail strike strikes art arts article smart harbour harbours running runs run bus buses glass glasses the of I ' +
  'café cafés Café 東京 東京駅 駅 北京大学 大学 東京で会う I-95 x86 2030 ART ﬁne İstanbul 😀 — ...';
export const VOCABULARY = WORDS.split(' ');

const DATES = [
  '2029-12-31',
  '2030-01-10',
  '2030-01-20T12:00:00.000000001Z',
  '2030-03-01',
  '2031-01-01T00:00:00+02:00',
];
const PUBLICATIONS = [...DATES, ' 2030-05-01 ', 'June 1 2030', ''];
const AGENTS = ['agent://a', 'agent://b', 'everyone'];

/** A question or a cell; the first words of the vocabulary come often, so that rows and questions meet. */
export const text = fc
  .array(fc.oneof(fc.constantFrom(...VOCABULARY.slice(0, 8)), fc.constantFrom(...VOCABULARY)), {
    minLength: 1,
    maxLength: 7,
    size: 'max',
  })
  .map(words => words.join(' '));

/** Null in half of the cases. */
export function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { freq: 2 });
}

const KEYS = ['a', 'bb', 'ccc', 'k#4', 'é', '\u{1f600}', '\uff21'];

const cells: fc.Arbitrary<JsonObject> = fc.record({
  key: fc.constantFrom(...KEYS),
  title: fc.option(text),
  body: fc.option(text),
  owner: fc.option(fc.constantFrom(...AGENTS)),
  tenant: fc.option(fc.constantFrom('t1', 't2')),
  rev: fc.option(fc.nat({ max: 3 })),
  gone: fc.constantFrom(false, false, false, null, true),
  fingerprint: fc.option(fc.constantFrom('h1', 'h2', 'h3')),
  published_at: fc.option(fc.constantFrom(...PUBLICATIONS)),
  available: fc.option(fc.constantFrom(...DATES), { freq: 6 }),
  valid_from: fc.option(fc.constantFrom(...DATES), { freq: 6 }),
  valid_to: fc.option(fc.constantFrom(...DATES)),
  subject: fc.constantFrom('harbour', 'rail'),
  predicate: fc.constantFrom('opens', 'closes'),
  tier: fc.option(fc.constantFrom('curated', 'derived', 'other')),
  evidence: fc.option(
    fc.array(
      fc.constantFrom('kb/notes#a', 'kb/wiki#k#4', 'graph/facts#bb', 'secret/plans#a', 'none#a', '#'),
      {
        maxLength: 2,
      },
    ),
  ),
  constructor: fc.constantFrom('plain', null),
});

/** Rows of the given tables; keySpread: how many keys stand for each of the few written above. */
export function rowsOf(
  tables: readonly string[],
  size: { readonly least: number; readonly most: number; readonly keySpread?: number },
): fc.Arbitrary<readonly WorldRow[]> {
  const row: fc.Arbitrary<WorldRow> = fc
    .record({
      table: fc.constantFrom(...tables),
      run: fc.constantFrom(0, 1),
      cells,
      keyNumber: fc.nat({ max: (size.keySpread ?? 1) - 1 }),
      embedding: fc.constantFrom('stub', 'stub', 'none', 'zero', 'odd'),
      lang: fc.constantFrom(null, 'en', 'ja'),
    })
    .map(({ keyNumber, ...generated }) => ({
      ...generated,
      cells:
        keyNumber === 0
          ? generated.cells
          : { ...generated.cells, key: `${generated.cells['key']}${keyNumber}` },
    }));
  return fc.array(row, { minLength: size.least, maxLength: size.most, size: 'max' });
}

export const rankings: fc.Arbitrary<Ranking> = fc.record({
  k1: fc.constantFrom(DEFAULT_RANKING.k1, DEFAULT_RANKING.k1, 0.9),
  b: fc.constantFrom(DEFAULT_RANKING.b, DEFAULT_RANKING.b, 0.4),
  floor: fc.constantFrom('on', 'on', 'off'),
  maxTokens: fc.constantFrom(null, null, 0, 2),
  weights: fc.constantFrom(DEFAULT_RANKING.weights, { vector: 1, lexical: 2.5 }),
  calibration: fc.constantFrom('reciprocal-rank', 'min-max', 'rrf'),
  candidates: fc.constantFrom('full', 'window'),
  statistics: fc.constantFrom('passed', 'visible'),
});
