import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Context, frozenClock, neverTimer } from '../../../core/context.ts';
import { gridCombinations } from '../../../evals/prove/grid-axes.ts';
import { type GridDocument, gridJson } from '../../../evals/prove/grid-document.ts';
import { runGrid } from '../../../evals/prove/run-grid.ts';
import { prepareRun } from '../../../evals/run/prepare.ts';
import type { EvaluationRequest } from '../../../evals/run/request.ts';
import { duckdbAdapter } from '../../../evals/store/duckdb/index.ts';
import { memoryAdapter } from '../../../evals/store/memory/index.ts';
import { DEFAULT_RANKING, type StoreAdapter } from '../../../evals/store/port.ts';
import { onStore } from '../../support/native-project.ts';
import { runWritten, writeProject, writtenRequest } from '../../support/written-project.ts';

describe('evaluate.md 21.7 the axes of --grid', () => {
  test('span every combination; the last axis changes fastest and the first values come first', () => {
    const combinations = gridCombinations('weights=80:20/0:1,analyzer=english/cjk', DEFAULT_RANKING);
    const [heavy, lexical] = [
      { vector: 80, lexical: 20 },
      { vector: 0, lexical: 1 },
    ];
    expect(combinations).toEqual([
      { calibration: 'reciprocal-rank', weights: heavy, analyzer: 'english' },
      { calibration: 'reciprocal-rank', weights: heavy, analyzer: 'cjk' },
      { calibration: 'reciprocal-rank', weights: lexical, analyzer: 'english' },
      { calibration: 'reciprocal-rank', weights: lexical, analyzer: 'cjk' },
    ]);
  });

  const pairs = (n: number) => Array.from({ length: n }, (_, i) => `${i + 1}:1`).join('/');
  test.each([
    ['', 'does not know the axis ``', 'one of calibration, weights, analyzer'],
    ['calibraton=rrf', 'does not know the axis `calibraton`', 'one of calibration, weights, analyzer'],
    ['k1=1.2', 'does not know the axis `k1`', 'one of calibration, weights, analyzer'],
    ['calibration=rff', 'does not know `rff` on `calibration`', 'one of reciprocal-rank, min-max, rrf'],
    ['analyzer=', 'does not know `` on `analyzer`', 'one of standard, english, cjk'],
    ['weights=0:0', 'has no weights in `0:0`', 'two whole numbers V:L, not both 0'],
    ['weights=6', 'has no weights in `6`', 'two whole numbers V:L, not both 0'],
    ['weights=1:1/1:1', 'has `1:1` twice on `weights`', 'each value once'],
    ['weights=1:1,weights=2:1', 'names `weights` twice', 'each axis once: calibration, weights, analyzer'],
    [`weights=${pairs(65)}`, 'spans 65 combinations', '64 combinations at most'],
    [`calibration=rrf/min-max,weights=${pairs(33)}`, 'spans 66 combinations', '64 combinations at most'],
  ])('%j is refused', (text, message, want) => {
    expect(() => gridCombinations(text, DEFAULT_RANKING)).toThrowError(
      expect.objectContaining({ code: 'UsageBadValue', exit: 2, message: `\`--grid\` ${message}`, want }),
    );
  });

  test('a misspelt axis and value get a hint', () => {
    const hint = (text: string): unknown => {
      try {
        return gridCombinations(text, DEFAULT_RANKING);
      } catch (error) {
        return error instanceof Error && 'hint' in error ? error.hint : error;
      }
    };
    expect(hint('calibraton=rrf')).toBe('did you mean calibration?');
    expect(hint('analyzer=englsh')).toBe('did you mean english?');
  });
});

describe('evaluate.md 21.7 the what-if grid', () => {
  let project: ReturnType<typeof writeProject>;
  beforeEach(() => {
    project = writeProject({
      declaration:
        '[[pipeline.tables]]\nname = "kb/a"\nprimary_key = ["id"]\n[[pipeline.tables.indexes]]\nkind = "fulltext"\ncolumns = ["body"]\n',
      rows: {
        'kb/a': [
          { id: '1', body: 'the harbour crane connects the quay' },
          { id: '2', body: 'connecting cranes' },
          { id: '3', body: 'a ferry vote' },
          { id: '4', body: 'ferries voted for the harbour' },
        ],
      },
      cases: [
        { question: 'connected', artifacts: ['kb/a#2'] },
        { question: 'harbour ferry', artifacts: ['kb/a#4'] },
        { question: 'vote', artifacts: ['kb/a#3'] },
        { question: 'nothing at all' },
      ],
    });
  });
  afterEach(() => project.remove());

  const GRID = 'calibration=reciprocal-rank/min-max/rrf,weights=60:40/0:1,analyzer=standard/english';

  test('each combination has the figures of a run under it', async () => {
    const { combinations } = await grid('weights=60:40/0:1/1:0', {});
    for (const [i, [vector, lexical]] of (
      [
        [60, 40],
        [0, 1],
        [1, 0],
      ] as const
    ).entries()) {
      const ranking = { ...DEFAULT_RANKING, weights: { vector, lexical } };
      const { report } = await runWritten(project.root, { ranking, ...onStore(memoryAdapter) });
      const { ndcg_at_k, recall_at_k } = report.retrieval.hybrid ?? {};
      const figures = combinations[i]?.figures;
      expect(figures?.['retrieval.hybrid.ndcg_at_k']).toMatchObject({ n: 3, mean: ndcg_at_k?.mean });
      expect(figures?.['retrieval.hybrid.recall_at_k']).toMatchObject({ n: 3, mean: recall_at_k?.mean });
    }
  });

  test('lands once per analyzer, and the analyzer reaches the lexical leg', async () => {
    let landings = 0;
    const counting: StoreAdapter = {
      ...memoryAdapter,
      open: config => {
        landings += 1;
        return memoryAdapter.open(config);
      },
    };
    const { combinations } = await grid(GRID, onStore(counting));
    expect([combinations.length, landings]).toEqual([12, 2]);
    const lexical = combinations.map(({ figures }) => figures['retrieval.lexical.recall_at_k']?.mean);
    expect(new Set(lexical).size).toBe(2);
  });

  test('differences are paired against the first, whose own are none', async () => {
    const { combinations } = await grid('analyzer=standard/english', onStore(memoryAdapter));
    const [first, second] = combinations.map(({ figures }) => figures['retrieval.lexical.recall_at_k']);
    expect(first?.delta).toBeNull();
    expect(second?.delta?.mean).toBeCloseTo((second?.mean ?? 0) - (first?.mean ?? 0), 12);
    expect(second?.delta?.lo).toBeLessThanOrEqual(second?.delta?.mean ?? 0);
    expect(second?.delta?.hi).toBeGreaterThanOrEqual(second?.delta?.mean ?? 0);
    const vector = combinations[1]?.figures['retrieval.vector.ndcg_at_k'];
    expect(vector?.delta).toEqual({ mean: 0, lo: 0, hi: 0 });
  });

  test('both stores and a second run give the same bytes', async () => {
    const texts = await Promise.all(
      [memoryAdapter, duckdbAdapter, memoryAdapter].map(adapter => grid(GRID, onStore(adapter))),
    );
    const [plain, embedded, again] = texts.map(document => JSON.stringify(gridJson(document)));
    expect(embedded).toBe(plain);
    expect(again).toBe(plain);
  });

  test('leaves no run, no baseline and no scratch behind', async () => {
    await grid('weights=60:40/0:1', onStore(memoryAdapter));
    expect(readdirSync(join(project.root, '.contextful'))).toEqual([]);
    expect(existsSync(join(project.root, 'evals/baselines'))).toBe(false);
  });

  test('an interruption ends it, and nothing of it stays', async () => {
    const stop = new AbortController();
    const reason = new Error('interrupted by SIGINT');
    const stopping: StoreAdapter = {
      ...memoryAdapter,
      open: async config => {
        const store = await memoryAdapter.open(config);
        return {
          ...store,
          rankedBy: ranking => {
            stop.abort(reason);
            return store.rankedBy(ranking);
          },
        };
      },
    };
    await expect(grid('weights=60:40/0:1', onStore(stopping), stop.signal)).rejects.toBe(reason);
    expect(readdirSync(join(project.root, '.contextful'))).toEqual([]);
  });

  async function grid(
    text: string,
    changes: Partial<EvaluationRequest>,
    signal = new AbortController().signal,
  ): Promise<GridDocument> {
    const request = writtenRequest(project.root, changes);
    const context: Context = {
      cwd: project.root,
      env: {},
      clock: frozenClock(0n),
      after: neverTimer,
      signal,
      threads: 1,
    };
    const prepared = await prepareRun(request, context);
    const running = runGrid(prepared, gridCombinations(text, request.ranking), context);
    for (let next = await running.next(); ; next = await running.next()) {
      if (next.done === true) return next.value;
    }
  }
});
