import { describe, expect, test } from 'vitest';
import type { RowReader } from '../../../tui/filter/columns.ts';
import { casesFields } from '../../../tui/filter/fields/cases.ts';
import { lastTextTerm, nextMatch } from '../../../tui/filter/match.ts';
import { parseFilter } from '../../../tui/filter/parse.ts';
import { type ScanOptions, scan } from '../../../tui/filter/scan.ts';

const row: RowReader = ordinal => ({
  field: name => (name === 'id' ? `case-${ordinal}` : name === 'rank' && ordinal % 2 === 0 ? ordinal : null),
  flag: name => name === 'red' && ordinal % 3 === 0,
});

async function scanned(count: number, filter: string, options: ScanOptions = {}): Promise<number[][]> {
  const slices: number[][] = [];
  const { where } = parseFilter(filter, casesFields);
  for await (const found of scan(count, row, where, options)) slices.push([...found]);
  return slices;
}

describe('tui.filter scans', () => {
  test('slices come in order, empty ones too', async () => {
    expect(await scanned(10, 'rank<=2', { slice: 4 })).toEqual([[0, 2], [], []]);
    expect(await scanned(3, '')).toEqual([[0, 1, 2]]);
    expect(await scanned(0, 'a')).toEqual([]);
  });

  test('other work gets its turn between two slices', async () => {
    let turns = 0;
    const tick = setInterval(() => {
      turns += 1;
    }, 0);
    let work = setImmediate(function again() {
      turns += 1;
      work = setImmediate(again);
    });
    await scanned(50, 'rank<=2', { slice: 10 });
    clearInterval(tick);
    clearImmediate(work);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  test('a signal ends the scan at the next slice', async () => {
    const stop = new AbortController();
    const slices: number[] = [];
    for await (const found of scan(100, row, null, { slice: 10, signal: stop.signal })) {
      slices.push(found.length);
      if (slices.length === 2) stop.abort();
    }
    expect(slices).toEqual([10, 10]);
  });

  test('regular expressions answer as the rest of the filter does', async () => {
    expect(await scanned(12, 'id~"1\\d?$" is:red or id~^CASE-4$', { slice: 5 })).toEqual([[4], [], []]);
    expect(await scanned(12, '-id~[02468]$ is:red', { slice: 5 })).toEqual([[3], [9], []]);
    expect(await scanned(4, 'question~x or -question~x')).toEqual([[]]);
  });

  test('an expression that does not end is ended, while the event loop turns', async () => {
    const slow: RowReader = () => ({ field: () => `${'a'.repeat(40)}!`, flag: () => null });
    const { where } = parseFilter('id~"^(a+)+$"', casesFields);
    let turns = 0;
    const tick = setInterval(() => {
      turns += 1;
    }, 5);
    const all = scan(1, slow, where, { patternLimitMs: 200 }).next();
    await expect(all).rejects.toMatchObject({ code: 'FilterTooSlow', facts: { pattern: '^(a+)+$' } });
    clearInterval(tick);
    expect(turns).toBeGreaterThan(1);
  });

  test('the time of all slices counts together', async () => {
    const rather: RowReader = () => ({ field: () => `${'a'.repeat(22)}!`, flag: () => null });
    const { where } = parseFilter('id~"^(a+)+$"', casesFields);
    const run = async (): Promise<void> => {
      for await (const _ of scan(200, rather, where, { slice: 1, patternLimitMs: 400 }));
    };
    await expect(run()).rejects.toMatchObject({ code: 'FilterTooSlow' });
  });

  test('a signal ends a running expression at once', async () => {
    const slow: RowReader = () => ({ field: () => `${'a'.repeat(40)}!`, flag: () => null });
    const { where } = parseFilter('id~"^(a+)+$"', casesFields);
    const stop = new AbortController();
    const next = scan(1, slow, where, { signal: stop.signal, patternLimitMs: 60_000 }).next();
    setTimeout(() => stop.abort(), 20);
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('tui.filter matches', () => {
  test.each([
    ['is:red plant', { text: 'plant' }],
    ['plant id:x recall<1', { cmp: ['id', ':', 'x'] }],
    ['plant -north', { text: 'plant' }],
    ['plant (a or is:red)', { text: 'a' }],
    ['is:red', null],
  ])('n steps through the last text term of %s', (filter, term) => {
    expect(lastTextTerm(parseFilter(filter, casesFields).where)).toEqual(term);
  });

  test.each([
    [0, 1, 2],
    [2, 1, 5],
    [5, 1, 2],
    [2, -1, 5],
    [0, -1, 5],
  ] as const)('from %i by %i to %i', (from, step, to) => {
    expect(nextMatch(6, from, step, place => place === 2 || place === 5)).toBe(to);
  });

  test('the only match is itself the next, and none is none', () => {
    expect(nextMatch(6, 3, 1, place => place === 3)).toBe(3);
    expect(nextMatch(6, 3, 1, () => false)).toBe(null);
    expect(nextMatch(0, 0, 1, () => true)).toBe(null);
  });
});
