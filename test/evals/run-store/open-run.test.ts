import { appendFileSync, cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold } from '../../../core/fold.ts';
import { type RunDirectory, runDirectory } from '../../../evals/run/run-directory.ts';
import { listRuns } from '../../../evals/run/runs.ts';
import { freshIndex, ofRun } from '../../../evals/run-store/index-folder.ts';
import { openRun } from '../../../evals/run-store/open-run.ts';
import type { RunReader } from '../../../evals/run-store/types.ts';
import { readReport } from '../../../evals/score/read-report.ts';
import { headOf, type ReportDocument } from '../../../evals/score/report.ts';
import { copyNativeProject, type NativeProject, runNative } from '../../support/native-project.ts';

let project: NativeProject;
let run: RunDirectory;
let report: ReportDocument;

beforeAll(async () => {
  project = copyNativeProject();
  const { directory } = await runNative(project);
  run = directory;
  report = readReport(readFileSync(run.file('report.json')), 'report.json');
});

afterAll(() => project.remove());

async function opened<T>(use: (reader: RunReader) => T | Promise<T>): Promise<T> {
  const reader = await openRun(run);
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}

describe('tui-cli.md 20 a finished run is read page by page', () => {
  test('every case, its head and its columns are those of the report', () =>
    opened(async reader => {
      expect(reader.count).toBe(report.cases.length);
      expect(reader.report).toEqual(headOf(report));
      for (const [ordinal, one] of report.cases.entries()) {
        const full = await reader.case(ordinal);
        expect(full.report).toEqual(one);
        expect(full.golden?.id).toBe(one.id);
        expect(full.result?.id).toBe(one.id);
        expect(full.judged?.id).toBe(one.id);
        expect(reader.idOf(ordinal)).toBe(one.id);
        expect(reader.ordinalOf(one.id)).toBe(ordinal);
        const recall = reader.numbers('hybrid.recall_at_k')[ordinal] ?? Number.NaN;
        expect(Number.isNaN(recall) ? null : recall).toBe(one.metrics.hybrid?.recall_at_k ?? null);
        expect(reader.numbers('line')[ordinal]).toBe(one.line);
      }
      expect(reader.ordinalOf('no such case')).toBeUndefined();
    }));

  test('a page of the list holds what the list shows', () =>
    opened(async reader => {
      const page = await reader.cases(3, 6);
      expect(page.map(row => row.id)).toEqual(report.cases.slice(3, 6).map(one => one.id));
      expect(page[0]).toMatchObject({
        ordinal: 3,
        tags: report.cases[3]?.tags,
        outcome: report.cases[3]?.outcome,
        figures: { 'hybrid.recall_at_k': report.cases[3]?.metrics.hybrid?.recall_at_k },
      });
      expect(await reader.cases(reader.count - 1, reader.count + 50)).toHaveLength(1);
    }));

  test('rank, relevant rows and flags come from the rows and the golden', () =>
    opened(async reader => {
      for (let ordinal = 0; ordinal < reader.count; ordinal += 1) {
        const { report: one, golden } = await reader.case(ordinal);
        const relevant = new Set((golden?.expected.artifacts ?? []).map(String));
        const ranked = (one.legs.hybrid ?? []).map(String);
        const first = ranked.findIndex(row => relevant.has(row));
        const rank = reader.numbers('rank')[ordinal] ?? Number.NaN;
        expect(Number.isNaN(rank) ? -1 : rank - 1).toBe(first);
        expect(reader.numbers('relevant')[ordinal]).toBe(relevant.size);
        expect(reader.flags('regression')[ordinal]).toBe(one.tags.includes('regression') ? 1 : 0);
        expect(reader.flags('must-abstain')[ordinal]).toBe(golden?.expected.must_abstain ? 1 : 0);
      }
    }));

  test('ids and questions stand folded one behind the other', () =>
    opened(async reader => {
      const { bytes, starts } = reader.text('question');
      const { golden } = await reader.case(5);
      expect(bytes.toString('utf8', starts[5], starts[6])).toBe(fold(golden?.question ?? ''));
      expect(starts).toHaveLength(reader.count + 1);
    }));

  test('the order is by value, ties by ordinal, cases without a figure last', () =>
    opened(reader => {
      const values = reader.numbers('hybrid.recall_at_k');
      for (const descending of [false, true]) {
        const order = [...reader.order('hybrid.recall_at_k', descending)];
        expect(new Set(order).size).toBe(reader.count);
        const sign = descending ? -1 : 1;
        const key = (i: number) =>
          Number.isNaN(values[i]) ? Number.POSITIVE_INFINITY : sign * (values[i] ?? 0);
        expect(order).toEqual([...order].sort((a, b) => key(a) - key(b) || a - b));
      }
    }));
});

describe('tui-cli.md 20 a run that ends leaves its line in the list of runs', () => {
  test('with verdict, means, stamp and time', async () => {
    const [line = '', rest] = readFileSync(join(project.root, '.contextful/index/runs.jsonl'), 'utf8').split(
      '\n',
    );
    expect(rest).toBe('');
    const { summary } = JSON.parse(line);
    expect(summary).toEqual((await listRuns(project.root)).find(one => one.id === run.id));
    expect(summary).toMatchObject({ id: run.id, verdict: 'green', cases: report.n_cases, took_ms: 0 });
    expect(summary.means['hybrid.recall_at_k']).toBe(report.retrieval.hybrid?.recall_at_k.mean);
    expect(Object.keys(summary.means)).toHaveLength(27);
    expect(Buffer.byteLength(line)).toBeLessThan(4096);
  });
});

describe('tui-cli.md 20 an index is derived and never trusted', () => {
  test('it is found again, and made anew when a source or one of its files is another', async () => {
    await opened(() => undefined);
    expect(freshIndex(ofRun(run))).toBeDefined();
    truncateSync(join(run.file('index'), 'line.f64'), 8);
    expect(freshIndex(ofRun(run))).toBeUndefined();
    await opened(reader => expect(reader.numbers('line')).toHaveLength(reader.count));
    expect(freshIndex(ofRun(run))).toBeDefined();
    appendFileSync(run.file('results.jsonl'), '\n');
    expect(freshIndex(ofRun(run))).toBeUndefined();
  });

  test('without it the same is read', async () => {
    const before = await opened(reader => reader.cases(0, 10));
    rmSync(run.file('index'), { recursive: true });
    expect(await opened(reader => reader.cases(0, 10))).toEqual(before);
  });

  test('a run whose report breaks off is named with the byte', async () => {
    const id = '20300101T000000Z-0123456789ab';
    const broken = runDirectory(project.root, id);
    cpSync(run.path, broken.path, { recursive: true });
    writeFileSync(broken.file('report.json'), '{"sch\n');
    await expect(openRun(broken)).rejects.toMatchObject({
      code: 'RunUnreadable',
      facts: { run: id, byte: 6 },
    });
  });

  test('a case that is damaged costs itself alone', async () => {
    const id = '20300101T000000Z-0123456789ac';
    const hurt = runDirectory(project.root, id);
    cpSync(run.path, hurt.path, { recursive: true });
    const text = readFileSync(run.file('report.json'), 'utf8');
    writeFileSync(hurt.file('report.json'), text.replace(/"line": \d+/, '"line": !!!'));
    const reader = await openRun(hurt);
    expect(reader.count).toBe(report.cases.length);
    await expect(reader.case(0)).rejects.toMatchObject({ code: 'RunUnreadable' });
    expect((await reader.case(1)).report).toEqual(report.cases[1]);
    reader.close();
  });
});
