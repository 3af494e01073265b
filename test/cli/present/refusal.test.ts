import { describe, expect, test } from 'vitest';
import { refusalEnvelope } from '../../../cli/present/envelope.ts';
import { refusalJson, refusalText, withFurther } from '../../../cli/present/refusal.ts';
import { Refusal } from '../../../core/refusal.ts';

const style = { colour: 0, symbols: 'utf8', suggest: true, cwd: '/w' } as const;

const unlabeled = new Refusal({
  code: 'EvalCorpusUnlabeled',
  exit: 2,
  message: 'corpus `evals/corpora/example` declares no zone or row policy',
  place: { file: '/w/evals/cases/example.jsonl', line: 12 },
  found: '2 tables, 0 with a policy',
  want: 'a zone or row policy on at least one table, or --zone local:<device>',
  hint: 'add [pipeline.tables.policy.zone] to evals/corpora/example/contextful.toml',
  clause: 'assurance.evaluate.unlabeled-corpus',
});

describe('assurance.evaluate.unlabeled-corpus', () => {
  test('the block of tui-cli.md 4, byte for byte', () => {
    expect(
      refusalText(unlabeled, style),
    ).toBe(`EvalCorpusUnlabeled: corpus \`evals/corpora/example\` declares no zone or row policy
  at      evals/cases/example.jsonl:12
  found   2 tables, 0 with a policy
  want    a zone or row policy on at least one table, or --zone local:<device>
  next    add [pipeline.tables.policy.zone] to evals/corpora/example/contextful.toml
  clause  assurance.evaluate.unlabeled-corpus
`);
  });
});

describe('tui-cli.md 4 refusals', () => {
  test('absent lines are left out', () => {
    expect(refusalText(new Refusal({ code: 'A', exit: 2, message: 'no' }), style)).toBe('A: no\n');
  });

  test('place with column and path; a file elsewhere stays whole', () => {
    const place = { file: '/other/a.toml', line: 3, column: 7, path: 'eval.k' };
    expect(refusalText(new Refusal({ code: 'A', exit: 2, message: 'no', place }), style)).toBe(
      'A: no\n  at      /other/a.toml:3:7 eval.k\n',
    );
  });

  test('untrusted text reaches no terminal as control characters', () => {
    const hostile = new Refusal({
      code: 'A',
      exit: 2,
      message: 'id \u001b[2Jx\ny',
      found: 'a\u202eb',
      place: { file: 'c\u0007' },
    });
    expect(refusalText(hostile, style)).toBe('A: id ␛[2Jx↵y\n  at      c␇\n  found   a<U+202E>b\n');
    expect(refusalText(hostile, { ...style, symbols: 'ascii' })).toContain('A: id ^[[2Jx\\ny\n');
  });

  test('an excerpt stands below the message line by line, each harmless', () => {
    const excerpt = ['owner == \u001b[2J', '       ^'];
    expect(refusalText(new Refusal({ code: 'A', exit: 2, message: 'no', excerpt, found: '=' }), style)).toBe(
      'A: no\n    owner == ␛[2J\n           ^\n  found   =\n',
    );
    expect(
      refusalJson(withFurther([new Refusal({ code: 'A', exit: 2, message: 'no', excerpt }), unlabeled])),
    ).toMatchObject({
      excerpt,
    });
  });

  test('colour marks the code alone', () => {
    expect(refusalText(new Refusal({ code: 'A', exit: 2, message: 'no' }), { ...style, colour: 1 })).toBe(
      '\u001b[1;31mA\u001b[0m: no\n',
    );
  });

  test('suggestions stand before the next step, unless the project wants none', () => {
    const refusal = new Refusal({
      code: 'A',
      exit: 2,
      message: 'no',
      hint: 'see help',
      facts: { suggestions: ['x', 'y'] },
    });
    expect(refusalText(refusal, style)).toBe('A: no\n  next    did you mean x or y? see help\n');
    expect(refusalText(refusal, { ...style, suggest: false })).toBe('A: no\n  next    see help\n');
  });

  test('further faults of a step follow in the same form', () => {
    const other = new Refusal({
      code: 'B',
      exit: 2,
      message: 'neither',
      place: { file: '/x/b', line: 2 },
      hint: 'h',
    });
    const both = withFurther([unlabeled, other]);
    expect(refusalText(both, style)).toBe(
      `${refusalText(unlabeled, style)}B: neither\n  at      /x/b:2\n  next    h\n`,
    );
    expect(both.code).toBe('EvalCorpusUnlabeled');
    expect(withFurther([unlabeled])).toBe(unlabeled);
  });

  test('further faults that a reader lists as plain facts are shown too', () => {
    const more = [
      { reason: 'type', file: 'a.jsonl', line: 3, path: 'tags', found: 'a number', expected: 'an array' },
    ];
    const refusal = new Refusal({ code: 'A', exit: 2, message: 'no', facts: { more } });
    expect(refusalText(refusal, style)).toBe(
      'A: no\ntype\n  at      a.jsonl:3 tags\n  found   a number\n  want    an array\n',
    );
  });

  test('a refusal raised below the table gets its clause from it', () => {
    const busy = new Refusal({ code: 'StoreBusy', exit: 3, message: 'process 7 holds this store' });
    expect(refusalText(busy, style)).toBe('StoreBusy: process 7 holds this store\n  clause  cli.locks\n');
    expect(refusalJson(busy)).toMatchObject({ clause: 'cli.locks' });
  });

  test('--json: code, clause, message, facts, hint in one document', () => {
    expect(JSON.parse(refusalEnvelope(['eval', 'run'], unlabeled))).toEqual({
      schema: 'contextful.eval.run/1',
      ok: false,
      refusal: refusalJson(unlabeled),
    });
    expect(refusalEnvelope([], unlabeled)).toMatch(
      /^\{\n {2}"schema": "contextful\.usage\/1",\n {2}"ok": false,/,
    );
  });
});
