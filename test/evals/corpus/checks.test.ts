import { describe, expect, test } from 'vitest';
import { isLabelled, requireLabels, requireTimeColumns } from '../../../evals/corpus/index.ts';
import { createTree, refusalOf, table } from './tree.ts';

const corpusOf = async (declaration: string) =>
  (await createTree({ 'contextful.toml': declaration, 'rows/kb/t.jsonl': '{"a":"x"}\n' })).open();

describe('assurance.evaluate.unlabeled-corpus', () => {
  test.each([
    ['policy.zone.allow = ["*"]', true],
    ['policy.rows.predicate = "a = \'x\'"', true],
    ['policy.columns.a.mask = true', false],
    ['policy = {}', false],
    ['', false],
  ])('%j labels its corpus: %s', async (declaration, labelled) => {
    expect(isLabelled(await corpusOf(table('', 'other') + table(declaration)))).toBe(labelled);
  });

  test('an unlabelled corpus runs on the device only', async () => {
    const corpus = await corpusOf(table() + table('', 'other'));
    const place = { file: 'evals/cases/example.jsonl', line: 12 };
    requireLabels(corpus, 'local:device', place);
    for (const zone of ['on-prem:hq', 'local:other', 'local', null]) {
      const refusal = await refusalOf(() => requireLabels(corpus, zone, place));
      expect([refusal.code, refusal.exit, refusal.place]).toEqual(['EvalCorpusUnlabeled', 2, place]);
      expect(refusal.message).toBe('corpus `evals/corpora/c` declares no zone or row policy');
      expect(refusal.found).toBe('2 tables, 0 with a policy');
      expect(refusal.want).toBe('a zone or row policy on at least one table, or --zone local:device');
      expect(refusal.hint).toContain('add [pipeline.tables.policy.zone]');
      expect(refusal.hint).toContain('evals/corpora/c/contextful.toml');
    }
  });

  test('one label is enough', async () => {
    requireLabels(await corpusOf(table('policy.zone.allow = ["*"]')), 'on-prem:hq');
  });
});

describe('assurance.evaluate.through-the-store: time columns', () => {
  const DATED = table('available_time = "a"', 'news/wire') + table('valid_time = { from = "a" }', 'kb/law');
  const read = (prefix: string, availableAsOf: boolean, validAsOf: boolean) => ({
    prefix,
    availableAsOf,
    validAsOf,
  });

  test('every table under the prefix of a bounded read declares the clock', async () => {
    const corpus = await corpusOf(DATED);
    requireTimeColumns(corpus, [
      read('', false, false),
      read('news/', true, false),
      read('kb/law', false, true),
    ]);
    const available = await refusalOf(() =>
      requireTimeColumns(corpus, [{ ...read('', true, true), place: { file: 'f', line: 3 } }]),
    );
    expect([available.code, available.exit, available.facts['tables'], available.place]).toEqual([
      'EvalAvailableTimeUndeclared',
      2,
      ['kb/law', 'kb/t'],
      { file: 'f', line: 3 },
    ]);
    const valid = await refusalOf(() => requireTimeColumns(corpus, [read('news/', false, true)]));
    expect([valid.code, valid.facts['tables']]).toEqual(['StoreValidTimeUndeclared', ['news/wire']]);
  });
});
