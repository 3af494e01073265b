import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoadedCase } from '../../../evals/case/types.ts';
import type { JudgedCase } from '../../../evals/judge/judged-case.ts';
import { type CaseLine, parseCaseLine, parseJudged, readOfLine } from '../../../evals/run/case-line.ts';
import { sealLine } from '../../../evals/run/checkpoint-line.ts';
import { scanCaseLine, scanJudged } from '../../../evals/run/scan-case-line.ts';
import { judgedText } from '../../../evals/score/item-text.ts';

const plain = fc.constantFrom('articles', 'a-1', 'ä', '🙂', 'x#y', '],[', ' ', '0');
const escaped = fc.constantFrom('"', '\\', 'a"],["b', '\n', '","', ',"legs":{', '\ud800', ',"ordinal":1');
const score = fc.double({ noNaN: true, noDefaultInfinity: true });
const rows = (text: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(text, text, fc.boolean(), score), { maxLength: 4 });
const verdict = fc.constantFrom<JudgedCase['verdicts'][number]>(
  { dimension: 'accuracy', judgment: { score: 0.25 } },
  { dimension: 'abstention', judgment: 'refused' },
  { dimension: 'accuracy', judgment: { unscored: ',"verdicts":[' }, attempts: 2, reason: 'no "number"' },
);
const judged = fc.record({
  answer: fc.option(
    fc.record({
      text: fc.oneof(plain, escaped),
      citations: fc.array(fc.record({ table: plain, key: escaped }), { maxLength: 2 }),
      abstained: fc.boolean(),
    }),
  ),
  verdicts: fc.array(verdict, { maxLength: 3 }),
});
const systems = fc.record({
  tokens: fc.nat(),
  cost: fc.option(score),
  bucket: fc.oneof(plain, escaped),
  latency_ms: score,
});
const lineOf = (text: fc.Arbitrary<string>): fc.Arbitrary<CaseLine> =>
  fc.record(
    {
      id: fc.oneof(plain, escaped),
      ordinal: fc.nat(),
      outcome: fc.constantFrom('pass', 'fail'),
      legs: fc.record({ lexical: rows(text), vector: rows(text), hybrid: rows(text) }),
      systems,
      judged,
      why: fc.constant({ hybrid: { cut: null, rows: [['t', 'k', 'no_match'] as const] } }),
    },
    { requiredKeys: ['id', 'ordinal', 'outcome', 'legs'] },
  );

describe('assurance.evaluate.checkpoint: scanning a sealed line', () => {
  test('gives what parsing gives, but for the answer', () => {
    fc.assert(
      fc.property(lineOf(plain), line => {
        expect(scanned(line)).toEqual(parsed(line));
      }),
      { numRuns: 500 },
    );
  });

  test('leaves rows with escaped characters to parsing, and never reads them wrongly', () => {
    fc.assert(
      fc.property(lineOf(fc.oneof(plain, escaped)), line => {
        const got = scanned(line);
        if (got !== undefined) expect(got).toEqual(parsed(line));
      }),
      { numRuns: 500 },
    );
  });

  test.each<Partial<CaseLine>>([
    { errors: { vector: 'timeout' } },
    { edges: { hybrid: [['e1']] } },
    { goldens: { unknown_rows: 1, forbidden_absent: 0, undated: 0 } },
  ])('leaves a line with more to parsing: %j', more => {
    const line: CaseLine = { id: 'c', ordinal: 0, outcome: 'pass', legs: { hybrid: [] }, ...more };
    expect(scanCaseLine(sealLine(line))).toBeUndefined();
  });

  test('what was judged is the canonical text of the item', () => {
    fc.assert(
      fc.property(lineOf(plain), line => {
        const text = sealLine(line);
        const one = parseJudged(text);
        const wanted = one === undefined ? undefined : judgedText({ id: line.id, ...one }).head;
        expect(scanJudged(text, line.id)).toBe(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

function scanned(line: CaseLine) {
  return scanCaseLine(sealLine(line));
}

function parsed(written: CaseLine) {
  const line = parseCaseLine(sealLine(written));
  if (line === undefined) throw new Error('not a line');
  const { id: _id, line: _line, digest: _digest, ...read } = readOfLine(line, LOADED);
  return { ...read, ...(line.judged === undefined ? {} : { verdicts: line.judged.verdicts }) };
}

const LOADED: LoadedCase = {
  file: 'cases.jsonl',
  line: 1,
  ordinal: 0,
  digest: `sha256:${'0'.repeat(64)}`,
  case: {
    id: 'c',
    corpus: 'c',
    question: 'q',
    tags: [],
    prefix: '',
    query_embedding: null,
    expected: {
      answer: null,
      artifacts: [],
      edges: [],
      entities: [],
      must_cite: [],
      must_abstain: false,
      must_not_retrieve: [],
      time_anchor: null,
      since: null,
    },
  },
};
