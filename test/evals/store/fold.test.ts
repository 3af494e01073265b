import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareOrder, foldTable, isCurrent, type Landed } from '../../../evals/store/fold.ts';
import { type Bounds, UNBOUNDED } from '../../../evals/store/port.ts';
import { vectorCases } from '../../support/vectors.ts';

type FoldCase = {
  table: string;
  options: { order?: string; line?: string };
  rows: {
    k: string;
    rev?: number;
    avail: number | null;
    deleted?: boolean;
    vf?: number;
    vt?: number | null;
  }[];
  intervals: [number | null, number | null][];
  reads: { available_as_of: number | null; valid_as_of: number | null; visible_rows: number[] }[];
};

type Version = Parameters<typeof foldTable>[0][number];

const STAMP = { runId: 'eval-0001', ingestedNs: 1000n };

describe('evaluate.md 6.3 fold', () => {
  describe.each(vectorCases<FoldCase>('evaluate', 'fold'))(
    '$table',
    ({ options, rows, intervals, reads }) => {
      const landed = rows.map((row, seq) =>
        version({
          seq,
          chain: options.line === undefined ? row.k : `${row.k},${row.vf}`,
          order: options.order === undefined ? null : (row.rev ?? null),
          availableNs: instant(row.avail),
          validFromNs: instant(row.vf),
          validToNs: instant(row.vt),
          deleted: row.deleted === true,
        }),
      );
      const folded = foldTable(landed, [STAMP], { orderBy: options.order ?? null, writeMode: 'append' });

      test('intervals', () => {
        expect(folded.map(interval => [interval?.availableNs, interval?.supersededNs])).toEqual(
          intervals.map(([available, superseded]) => [instant(available), instant(superseded)]),
        );
      });

      test.each(reads)('read %j', ({ available_as_of, valid_as_of, visible_rows }) => {
        const bounds = {
          ...UNBOUNDED,
          availableAsOf: instant(available_as_of),
          validAsOf: instant(valid_as_of),
        };
        expect(visible(landed, folded, bounds)).toEqual(visible_rows);
      });
    },
  );

  test('the order of landing breaks ties: instant, run id by code point, row as a number', () => {
    const landed = [
      version({ seq: 10 }, { runId: 'r\u{1f600}', ingestedNs: 5n }),
      version({ seq: 2 }, { runId: 'r\u{1f600}', ingestedNs: 5n }),
      version({ seq: 90 }, { runId: 'r\uff21', ingestedNs: 5n }),
      version({ seq: 91 }, { runId: 'z', ingestedNs: 4n }),
    ];
    expect(lastOf(landed, 'append')).toEqual([0]);
  });

  test('a row without chain is never superseded', () => {
    const landed = [version({ seq: 0, chain: undefined }), version({ seq: 1, chain: undefined })];
    expect(lastOf(landed, 'append')).toEqual([0, 1]);
  });

  test('replace keeps the newest run alone, even an empty one', () => {
    const older = { runId: 'r1', ingestedNs: 1n };
    const newer = { runId: 'r2', ingestedNs: 2n };
    const landed = [version({ seq: 0, chain: 'a' }, older), version({ seq: 0, chain: 'b' }, newer)];
    expect(lastOf(landed, 'append')).toEqual([0, 1]);
    expect(lastOf(landed, 'replace')).toEqual([1]);
    expect(lastOf(landed, 'replace', [older, newer, { runId: 'r3', ingestedNs: 3n }])).toEqual([]);
  });

  test('order values: null, booleans, numbers by value, text by code point', () => {
    const values = ['\u{1f600}', 10, 'b', null, true, 9, '\uff21', false, -1];
    expect(values.toSorted(compareOrder)).toEqual([null, false, true, -1, 9, 10, 'b', '\uff21', '\u{1f600}']);
  });

  test('at any instant a chain shows at most one version, and with all known the last', () => {
    const row = fc.record({ rev: fc.nat({ max: 3 }), avail: fc.option(fc.nat({ max: 8 })) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), fc.nat({ max: 10 }), (rows, at) => {
        const landed = rows.map(({ rev, avail }, seq) =>
          version({ seq, order: rev, availableNs: instant(avail) }),
        );
        const folded = foldTable(landed, [STAMP], { orderBy: 'rev', writeMode: 'append' });
        const shown = visible(landed, folded, { ...UNBOUNDED, availableAsOf: BigInt(at) });
        const known = landed.filter(
          ({ row: { availableNs } }) => availableNs !== null && availableNs <= BigInt(at),
        );
        expect(shown).toEqual(known.length === 0 ? [] : [newestOf(known)]);
      }),
      { seed: 63 },
    );
  });
});

function newestOf(landed: readonly Version[]): number | undefined {
  return landed.toSorted((a, b) => compareOrder(a.row.order, b.row.order) || a.row.seq - b.row.seq).at(-1)
    ?.row.seq;
}

function lastOf(
  landed: readonly Version[],
  writeMode: 'append' | 'replace',
  landings = landed.map(({ stamp }) => stamp),
): readonly number[] {
  return visible(landed, foldTable(landed, landings, { orderBy: null, writeMode }), UNBOUNDED);
}

function visible(
  landed: readonly Version[],
  folded: ReturnType<typeof foldTable>,
  bounds: Bounds,
): readonly number[] {
  return landed.flatMap(({ row }, position) => {
    const interval = folded[position] ?? null;
    return interval !== null && isCurrent(row, interval, bounds) ? [position] : [];
  });
}

function version(row: Partial<Version['row']> & { seq: number }, stamp: Landed['stamp'] = STAMP): Version {
  const base = {
    chain: 'A',
    order: null,
    availableNs: null,
    validFromNs: null,
    validToNs: null,
    deleted: false,
  };
  return { row: { ...base, ...row }, stamp };
}

function instant(value: number | null | undefined): bigint | null {
  return value === null || value === undefined ? null : BigInt(value);
}
