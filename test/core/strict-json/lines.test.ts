import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonLine, type JsonLinesOptions, readJsonLines } from '../../../core/strict-json/index.ts';

async function* blocks(parts: Iterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function linesOf(
  parts: Iterable<Uint8Array | string>,
  options?: JsonLinesOptions,
): Promise<JsonLine[]> {
  const lines: JsonLine[] = [];
  for await (const line of readJsonLines(blocks(parts), options)) lines.push(line);
  return lines;
}

function brief(lines: readonly JsonLine[]): (readonly [number, unknown])[] {
  return lines.map(line => [line.line, line.fault === undefined ? line.value : line.fault.reason] as const);
}

describe('assurance.evaluate.case-format: lines of a file', () => {
  test('LF and CRLF, blank lines counted but not read, last line without its end', async () => {
    expect(brief(await linesOf(['{"a":1}\r\n\n \t\r\n[2]\n3']))).toEqual([
      [1, { a: 1 }],
      [4, [2]],
      [5, 3],
    ]);
  });

  test('an empty source and one of blank lines give nothing', async () => {
    expect(await linesOf([])).toEqual([]);
    expect(await linesOf(['\n\r\n  '])).toEqual([]);
  });

  test('a byte-order mark at the start is skipped and told, even one that is cut by a block', async () => {
    for (const parts of [
      ['\ufeff{"a":1}\n'],
      [Uint8Array.of(0xef), Uint8Array.of(0xbb), '', Uint8Array.of(0xbf), '{"a":1}'],
    ]) {
      let marks = 0;
      const lines = await linesOf(parts, {
        onByteOrderMark: () => {
          marks += 1;
        },
      });
      expect([brief(lines), marks]).toEqual([[[1, { a: 1 }]], 1]);
    }
  });

  test('a later byte-order mark is a fault of encoding', async () => {
    expect(brief(await linesOf(['1\n\ufeff2\n']))).toEqual([
      [1, 1],
      [2, 'encoding'],
    ]);
    expect(brief(await linesOf(['\ufeff\ufeff1\n']))).toEqual([[1, 'encoding']]);
  });

  test('reading goes on after a refused line', async () => {
    expect(brief(await linesOf(['1\n{\n{"a":1,"a":2}\n4\n']))).toEqual([
      [1, 1],
      [2, 'json'],
      [3, 'duplicate-member'],
      [4, 4],
    ]);
  });

  test('-0 reads as 0, at any depth and in any writing', async () => {
    const [line] = await linesOf(['[-0,-0.0,-0e5,-1e-999,{"a":-0.00,"b":-0.5}]']);
    expect(line).toMatchObject({ value: [0, 0, 0, 0, { a: 0, b: -0.5 }] });
    expect(line?.fault === undefined && JSON.stringify(line?.value)).toBe('[0,0,0,0,{"a":0,"b":-0.5}]');
    expect(
      line?.fault === undefined &&
        Array.isArray(line?.value) &&
        line.value.slice(0, 4).some(v => Object.is(v, -0)),
    ).toBe(false);
  });

  test('__proto__ and constructor are plain members', async () => {
    const [line] = await linesOf(['{"__proto__":{"x":-0},"constructor":1}']);
    const value = line?.fault === undefined ? line?.value : undefined;
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { x?: number }).x).toBeUndefined();
  });

  test('a refused line shows its first 200 characters', async () => {
    const [line] = await linesOf([`["${'東'.repeat(300)}`]);
    expect([...(line?.text ?? '')].length).toBe(200);
    expect(line?.text.startsWith('["東')).toBe(true);
  });
});

describe('evaluate.md 19: long lines', () => {
  const MIB = 1 << 20;

  test('16 MiB is read, one byte more is refused at its line, and the next line is read', async () => {
    const line = `"${'x'.repeat(16 * MIB - 2)}"`;
    const lines = await linesOf([`${line}\r\n`, `${line} \n`, '3\n']);
    expect(lines.map(({ line: number, fault }) => [number, fault?.reason])).toEqual([
      [1, undefined],
      [2, 'size'],
      [3, undefined],
    ]);
    expect(lines[1]?.fault).toMatchObject({ byte: 16 * MIB, expected: '16 MiB' });
    expect(lines[1]?.text.length).toBe(200);
  });

  test('a line without end is dropped as it comes in: no more than the limit is held', async () => {
    const block = Buffer.alloc(4 * MIB, 0x61);
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('1\n');
      for (let i = 0; i < 100; i += 1) yield block;
    }
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const seen: unknown[] = [];
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const part of endless()) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        yield part;
      }
    }
    for await (const { line, fault } of readJsonLines(watched())) seen.push([line, fault?.reason]);
    expect(seen).toEqual([
      [1, undefined],
      [2, 'size'],
    ]);
    expect(most).toBeLessThan(100 * MIB);
  });
});

describe('evaluate.md 6.2: blocks', () => {
  test('every split into blocks gives the same lines', async () => {
    const piece = fc.constantFrom(
      '{"a":1}',
      '"東京"',
      '\n',
      '\r\n',
      '\r',
      ' ',
      'x',
      '\ufeff',
      '"😀\\u00e9"',
      '[-0]',
      '"0123456789"',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (pieces, cuts) => {
          const bytes = Buffer.from(pieces.join(''));
          const at = [0, ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
          const parts = at.slice(1).map((to, i) => bytes.subarray(at[i], to));
          const options = { maxLineBytes: 10 };
          expect(await linesOf(parts, options)).toEqual(await linesOf([bytes], options));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a block may be reused as soon as the next is asked for', async () => {
    const shared = Buffer.alloc(4);
    async function* reusing(): AsyncGenerator<Uint8Array> {
      for (const part of ['[1,2', ',33]', '\n[4]']) {
        shared.write(part);
        yield shared;
      }
    }
    const values: unknown[] = [];
    for await (const line of readJsonLines(reusing())) values.push(line.fault ?? line.value);
    expect(values).toEqual([[1, 2, 33], [4]]);
  });
});
