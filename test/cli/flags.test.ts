import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerce, type FlagValue } from '../../cli/flags.ts';
import type { ValueForm } from '../../cli/record.ts';

function read(form: ValueForm, text: string): FlagValue | undefined {
  const read = coerce(form, text, '/w');
  return read.ok ? read.value : undefined;
}

const INT: ValueForm = { form: 'int', min: 0, max: 100_000 };

describe('tui-cli.md 3 coercers', () => {
  test.each<[ValueForm, string, FlagValue | undefined]>([
    [INT, '10', 10],
    [INT, '007', 7],
    [INT, '1_000', 1000],
    [INT, '1,000', undefined],
    [INT, '1.000', undefined],
    [INT, '1__0', undefined],
    [INT, '1e5', undefined],
    [INT, '-1', undefined],
    [INT, '100001', undefined],
    [INT, '٣', undefined],
    [INT, '0x10', undefined],
    [{ form: 'u64' }, '18446744073709551615', 18446744073709551615n],
    [{ form: 'u64' }, '18446744073709551616', undefined],
    [{ form: 'number' }, '-1.5e3', -1500],
    [{ form: 'number' }, 'Infinity', undefined],
    [{ form: 'number' }, '1e999', undefined],
    [{ form: 'rate' }, '0.8', 0.8],
    [{ form: 'rate' }, '80%', 0.8],
    [{ form: 'rate' }, '5%', 0.05],
    [{ form: 'rate' }, '1.1', undefined],
    [{ form: 'rate' }, '80', undefined],
    [{ form: 'rate' }, '%', undefined],
    [{ form: 'bytes' }, '512', 512],
    [{ form: 'bytes' }, '8MiB', 8 * 1024 ** 2],
    [{ form: 'bytes' }, '1.5kB', 1500],
    [{ form: 'bytes' }, '8mib', undefined],
    [{ form: 'span' }, '120s', 120_000],
    [{ form: 'span' }, '500ms', 500],
    [{ form: 'span' }, '5d', 432_000_000],
    [{ form: 'span' }, '120', undefined],
    [{ form: 'instant' }, '1970-01-01T00:00:01Z', 1_000_000_000n],
    [{ form: 'instant' }, '1970-01-01', undefined],
    [{ form: 'choice', of: ['a', 'b'] }, 'b', 'b'],
    [{ form: 'choice', of: ['a', 'b'] }, 'B', undefined],
    [{ form: 'path', metavar: 'FILE' }, 'a/../b', '/w/b'],
    [{ form: 'path', metavar: 'FILE' }, '-', '-'],
    [{ form: 'path', metavar: 'FILE' }, '@list', '/w/@list'],
    [{ form: 'path', metavar: 'FILE' }, 'a\0b', undefined],
    [{ form: 'switch' }, 'yes', undefined],
  ])('%j reads %j', (form, text, value) => {
    expect(read(form, text)).toEqual(value);
  });

  test('NAME=VALUE splits at the first =', () => {
    expect(read({ form: 'pair' }, 'a=b=c')).toEqual({ name: 'a', value: 'b=c' });
    expect(read({ form: 'pair' }, '=b')).toBeUndefined();
  });

  test('a bad value says what is wanted with an example that is accepted', () => {
    const forms: readonly ValueForm[] = [
      INT,
      { form: 'u64' },
      { form: 'number' },
      { form: 'bytes' },
      { form: 'span' },
      { form: 'instant' },
      { form: 'choice', of: ['a', 'b'] },
      { form: 'pair' },
    ];
    for (const form of forms) {
      const bad = coerce(form, ' ', '/w');
      expect(bad).toMatchObject({ ok: false, want: expect.any(String) });
      if (!bad.ok) expect(coerce(form, bad.example, '/w').ok).toBe(true);
    }
    expect(coerce(INT, '1,000', '/w')).toEqual({
      ok: false,
      want: 'a whole number from 0 to 100000, without grouping',
      example: '1000',
    });
  });

  test('every whole number in range reads back, every other text never throws', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), value => {
        expect(read(INT, String(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.string(), text => {
        const value = read(INT, text);
        expect(value === undefined || Number.isInteger(value)).toBe(true);
      }),
    );
  });
});
