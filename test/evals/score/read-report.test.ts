import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { documentJson } from '../../../core/canonical-json.ts';
import { Refusal } from '../../../core/refusal.ts';
import { stubJudged } from '../../../evals/judge/stub.ts';
import { buildReport } from '../../../evals/score/build-report.ts';
import { scoreCase } from '../../../evals/score/case-figures.ts';
import type { Figure } from '../../../evals/score/figure.ts';
import type { CaseRead } from '../../../evals/score/read.ts';
import { readReport } from '../../../evals/score/read-report.ts';
import { reportJsonSchema } from '../../../evals/score/report-schema.ts';
import { readReportStream } from '../../../evals/score/report-stream.ts';
import { caseRead, frame, stamp, truthOf } from './support.ts';

const truth = truthOf({
  tags: ['__proto__', '10'],
  expected: { artifacts: ['t#a'], since: 'x', answer: 'y' },
});
const read: CaseRead = {
  ...caseRead('c', { hybrid: [{ table: 't', key: 'a', in_window: false }] }),
  latencyMs: 1.5,
  systems: { tokens: 3, cost: null, bucket: 'le_1x' },
};
const report = buildReport(
  {
    ...frame(),
    stamp: stamp({ corpora: JSON.parse(`{"__proto__":"sha256:${'a'.repeat(64)}"}`) }),
    partial: true,
    harness: {
      landed_at: '1970-01-01T00:00:00.000000000Z',
      store: { adapter: 'memory', engine: 'memory', version: '1' },
      retriever: { kind: 'engine', target: null, legs: ['lexical', 'vector', 'hybrid'] },
      ranking: { weights: { vector: 60, lexical: 40 } },
      session: {},
      retriever_tally: {},
      goldens: {},
    },
  },
  [
    scoreCase(
      truth,
      read,
      frame().surface,
      stubJudged(truth, [{ table: 't', key: 'a', in_window: false, text: 'y z' }]),
    ),
  ],
);
const text = documentJson(report);

describe('assurance.evaluate.run-report: reading a stored report', () => {
  test('what was written reads back, a tag named __proto__ included', () => {
    const back = readReport(Buffer.from(text), 'report.json');
    expect(documentJson(back)).toBe(text);
    expect(Object.keys(back.slices)).toContain('__proto__');
  });

  test.each<[string, (text: string) => string, RegExp, string | undefined]>([
    ['another schema', t => t.replace('report/1', 'report/9'), /schema/, 'schema'],
    ['a figure that is not finite', t => t.replace(/"mean": 1,/, '"mean": 1e999,'), /mean/, undefined],
    [
      'an unknown member',
      t => t.replace('"n_cases": 1,\n  "outcomes"', '"n_cases": 1,\n  "extra": 1,\n  "outcomes"'),
      /extra/,
      'extra',
    ],
    [
      'a fault below a tag named __proto__',
      t => t.replace(/("__proto__": \{\n\s+"abstention_rate": \{\n\s+"max": )null/, '$1"x"'),
      /slices\.__proto__\.abstention_rate\.max/,
      'slices.__proto__.abstention_rate.max',
    ],
    ['no JSON', t => t.slice(0, -4), /not JSON/, undefined],
    ['a byte order mark', t => `\ufeff${t}`, /not JSON/, undefined],
  ])('%s is refused with line and member', (_name, change, message, member) => {
    const broken = change(text);
    expect(broken).not.toBe(text);
    const refusal = refusalOf(Buffer.from(broken));
    expect(refusal.message).toMatch(message);
    expect(refusal.place?.file).toBe('report.json');
    if (member !== undefined) {
      expect(refusal.place?.path).toBe(member);
      const name = member.split('.').at(-1);
      expect(broken.split('\n')[(refusal.place?.line ?? 0) - 1]).toContain(`"${name}"`);
    }
  });

  test.each<[string, Uint8Array]>([
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['nesting without end', Buffer.from('['.repeat(100_000))],
    [
      'a deep member',
      Buffer.from(
        text.replace('"ranking": {', `"ranking": {"x": ${'['.repeat(20_000)}${']'.repeat(20_000)},`),
      ),
    ],
  ])('%s is refused, not thrown', (_name, bytes) => {
    expect(refusalOf(bytes).code).toBe('ReportUnreadable');
  });

  test('every truncation is refused', () => {
    fc.assert(
      fc.property(fc.nat(text.trimEnd().length - 1), cut => {
        expect(refusalOf(Buffer.from(text.slice(0, cut))).code).toBe('ReportUnreadable');
      }),
      { numRuns: 40 },
    );
  });
});

describe('assurance.evaluate.run-report: published schema', () => {
  test('names the members of a report and lets no other in', () => {
    const schema = reportJsonSchema();
    expect(schema['additionalProperties']).toBe(false);
    expect(Object.keys(schema['properties'] ?? {})).toEqual(expect.arrayContaining(Object.keys(report)));
    expect(schema).toMatchObject({
      properties: {
        slices: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { n_cases: { type: 'integer' } } },
        },
      },
    });
  });
});

describe('assurance.evaluate.absent-truth: a figure without a value is no number', () => {
  test('its type does not extend number, so no comparison on it compiles', () => {
    expectTypeOf<Figure>().not.toExtend<number>();
    expectTypeOf<Figure>().toEqualTypeOf<number | null>();
  });
});

function refusalOf(bytes: Uint8Array): Refusal {
  try {
    readReport(bytes, 'report.json');
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new TypeError('no refusal');
}

describe('assurance.evaluate.run-report: reading a report case by case', () => {
  const stream = async function* (bytes: Uint8Array, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const many = buildReport(
    { ...frame(), partial: true },
    ['a', 'b "]', 'c\n{['].map(id =>
      scoreCase(
        truth,
        { ...read, id },
        frame().surface,
        stubJudged(truth, [{ table: 't', key: ',', in_window: true }]),
      ),
    ),
  );

  test('equals reading it whole, however the bytes are cut and laid out', async () => {
    for (const whole of [documentJson(many), JSON.stringify(many), documentJson(report)]) {
      for (const size of [1, 7, 4096]) {
        const back = await readReportStream(stream(Buffer.from(whole), size), 'r.json');
        expect(documentJson(back)).toBe(documentJson(readReport(Buffer.from(whole), 'r.json')));
      }
    }
  });

  test.each<[string, (text: string) => string, string]>([
    ['a fault in a case', t => t.replace(/("id": "b[^\n]*\n\s+"legs": )\{/, '$1{"x":1,'), 'cases.1.legs.x'],
    [
      'a fault behind the cases',
      t => t.replace('"n_cases": 3,\n  "outcomes"', '"n_cases": -3,\n  "outcomes"'),
      'n_cases',
    ],
    [
      'a fault in an answer',
      t => t.replace('"abstained": false', '"abstained": 0'),
      'judge.cases.0.answer.abstained',
    ],
  ])('%s names the same line and member', async (_name, change, member) => {
    const broken = Buffer.from(change(documentJson(many)));
    const refusal = await readReportStream(stream(broken, 64), 'report.json').catch(error => error);
    expect(refusal).toMatchObject({ code: 'ReportUnreadable', place: { path: member } });
    expect(refusal.place).toEqual(refusalOf(broken).place);
  });

  test.each<[string, (text: string) => string]>([
    ['an element that is missing', t => t.replace('"cases": [', '"cases": [,')],
    ['a comma behind the last', t => t.replace(/\n {2}\],\n {2}"intervals"/, ',\n  ],\n  "intervals"')],
    ['a list that stands twice', t => t.replace('{\n  "cases": [', '{\n  "cases": [], "c\\u0061ses": [')],
    ['a list that never ends', t => t.slice(0, 900)],
  ])('%s is refused', async (_name, change) => {
    const broken = change(documentJson(many));
    expect(broken).not.toBe(documentJson(many));
    await expect(readReportStream(stream(Buffer.from(broken), 64), 'r')).rejects.toMatchObject({
      code: 'ReportUnreadable',
    });
  });
});
