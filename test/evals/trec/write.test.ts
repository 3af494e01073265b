import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { ReportHead } from '../../../evals/score/report.ts';
import { LEGS, type Leg } from '../../../evals/store/port.ts';
import { trecWord, writeTrec } from '../../../evals/trec/write.ts';
import { copyNativeProject, runNative } from '../../support/native-project.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('evaluate.md 15.1 --trec-out', () => {
  test('the native set, scored from the files alone, gives the figures of the report', async () => {
    const project = copyNativeProject();
    folders.push(project.root);
    const { report } = await runNative(project, { trecOut: 'trec' });
    const out = join(project.root, 'trec');
    expect(readdirSync(out).sort()).toEqual(['hybrid.run', 'lexical.run', 'qrels.txt', 'vector.run']);
    for (const leg of LEGS) {
      const { recall, ndcg, topics } = scored(out, leg, report.run.k);
      expect(topics).toBe(meanOf(report, leg, 'recall_at_k').n);
      expect(Math.abs(recall - (meanOf(report, leg, 'recall_at_k').mean ?? 2))).toBeLessThan(1e-12);
      expect(Math.abs(ndcg - (meanOf(report, leg, 'ndcg_at_k').mean ?? 2))).toBeLessThan(1e-12);
    }
  });

  test('words without blanks, ranks from 1, scores that read back; an errored leg writes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'contextful-trec-'));
    folders.push(folder);
    const row = { table: 'kb/a', key: 'red book#2', in_window: true, score: 0.1 + 0.2 };
    const one = {
      id: 'case 1',
      artifacts: [row, row],
      legs: { lexical: { rows: [row, { ...row, key: 'b' }] }, vector: { error: 'timeout' } },
    };
    expect(await writeTrec(folder, ['lexical', 'vector'], () => [one])).toEqual([
      'lexical.run',
      'vector.run',
      'qrels.txt',
    ]);
    expect(readFileSync(join(folder, 'lexical.run'), 'utf8')).toBe(
      'case%201 Q0 kb/a#red%20book#2 1 0.30000000000000004 contextful\n' +
        'case%201 Q0 kb/a#b 2 0.30000000000000004 contextful\n',
    );
    expect(readFileSync(join(folder, 'vector.run'), 'utf8')).toBe('');
    expect(readFileSync(join(folder, 'qrels.txt'), 'utf8')).toBe('case%201 0 kb/a#red%20book#2 1\n');
  });

  test('a word is one field and gives its text back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), text => {
        const word = trecWord(text);
        expect(word).toMatch(/^\S+$/u);
        expect(decodeURIComponent(word)).toBe(text);
      }),
    );
  });
});

function meanOf(report: ReportHead, leg: Leg, metric: 'recall_at_k' | 'ndcg_at_k') {
  const summary = report.retrieval[leg]?.[metric];
  if (summary === undefined) throw new TypeError(`no ${leg} in the report`);
  return summary;
}

/** Means over the judged topics, by the definitions of scoring.md 3 and nothing of ours. */
function scored(folder: string, leg: Leg, k: number) {
  const relevant = new Map<string, Set<string>>();
  for (const [topic = '', , document = ''] of fieldsOf(join(folder, 'qrels.txt'))) {
    relevant.set(topic, (relevant.get(topic) ?? new Set()).add(document));
  }
  const ranked = new Map<string, string[]>();
  for (const [topic = '', , document = '', rank] of fieldsOf(join(folder, `${leg}.run`))) {
    const list = ranked.get(topic) ?? [];
    list.push(document);
    expect(Number(rank)).toBe(list.length);
    ranked.set(topic, list);
  }
  let [recall, ndcg] = [0, 0];
  for (const [topic, wanted] of relevant) {
    const top = (ranked.get(topic) ?? []).slice(0, k);
    const gains = top.map((id, i) => (wanted.has(id) && top.indexOf(id) === i ? 1 / Math.log2(i + 2) : 0));
    const ideal = Array.from({ length: Math.min(k, wanted.size) }, (_, i) => 1 / Math.log2(i + 2));
    recall += gains.filter(gain => gain > 0).length / wanted.size;
    ndcg += sum(gains) / sum(ideal);
  }
  return { recall: recall / relevant.size, ndcg: ndcg / relevant.size, topics: relevant.size };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function fieldsOf(file: string): readonly (readonly string[])[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.split(' '));
}
