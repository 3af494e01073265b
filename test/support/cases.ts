import fc from 'fast-check';
import type { JsonObject } from '../../core/json.ts';
import type { WrittenCase } from '../../evals/case/types.ts';

const text = fc.string({
  minLength: 1,
  maxLength: 6,
  unit: fc.constantFrom('a', 'b', '"', '\\', ' ', '!', '東', 'Ａ', '😀', '.'),
});
const table = fc.constantFrom('kb', 'news/wire', 'a#b');
const row = fc.oneof(
  fc.tuple(table, text).map(([name, key]) => `${name}#${key}`),
  fc.tuple(
    table,
    fc.oneof(
      text,
      text.map(key => `${key}#1`),
    ),
  ),
);
const rows = fc.array(row, { maxLength: 20 });
const instant = fc.constantFrom('2030-06-01T00:00:00Z', '2030-06-01t02:00:00.5+02:00');
const block: fc.Arbitrary<JsonObject> = fc
  .dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map(members => JSON.parse(JSON.stringify(members)));

const expected = fc
  .record(
    {
      answer: fc.option(text),
      artifacts: rows,
      edges: fc.array(fc.oneof(text, fc.tuple(text, text, text)), { maxLength: 4 }),
      entities: fc.array(text, { maxLength: 4 }),
      must_cite: fc.array(fc.oneof(row, fc.constantFrom('kb', 'news/wire')), { maxLength: 4 }),
      must_abstain: fc.boolean(),
      must_not_retrieve: rows,
      time_anchor: fc.option(instant),
      since: fc.option(instant),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .chain(({ since, ...rest }) =>
    fc
      .constantFrom('since', 'recency_bound')
      .map(name => (since === undefined ? rest : { ...rest, [name]: since })),
  );

/** Cases that the format accepts, with and without each member. */
export const writtenCases: fc.Arbitrary<WrittenCase> = fc.record(
  {
    id: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom('a', '7', '-', '東', '😀') }),
    corpus: fc.constantFrom('../corpora/native', 'c'),
    question: text.map(words => `${words}?`),
    tags: fc.array(fc.oneof(text, fc.constantFrom('__proto__', '10', 'regression')), { maxLength: 5 }),
    prefix: fc.option(fc.constantFrom('', 'kb/')),
    query_embedding: fc.option(
      fc.array(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(x => x + 0),
        { minLength: 1, maxLength: 4 },
      ),
    ),
    bounds: fc.record(
      { available_as_of: fc.oneof(instant, fc.constant('2030-12-31')), valid_as_of: instant },
      { requiredKeys: [], noNullPrototype: true },
    ),
    exclude: rows,
    expected,
    forecast: block,
  },
  { requiredKeys: ['id', 'corpus', 'question'], noNullPrototype: true },
);
