import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberBlocks, wordBlocks } from '../../../evals/run-store/column-blocks.ts';
import { memorySink } from '../../../evals/run-store/column-files.ts';

const COUNT = 100_000;
const sink = memorySink();
sink.append('words', new Uint8Array(Uint32Array.from({ length: COUNT }, (_, i) => i * 3).buffer));
sink.append('numbers', new Uint8Array(Float64Array.from({ length: COUNT }, (_, i) => i / 7).buffer));

describe('a column read by blocks', () => {
  test('is the column, in whatever order it is asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: COUNT + 2 })), places => {
        const [words, numbers] = [wordBlocks(sink.bytes, 'words'), numberBlocks(sink.bytes, 'numbers')];
        for (const place of places) {
          const isThere = place >= 0 && place < COUNT;
          expect(words(place)).toBe(isThere ? place * 3 : Number.NaN);
          expect(numbers(place)).toBe(isThere ? place / 7 : Number.NaN);
        }
      }),
    );
  });

  test('in order few reads do', () => {
    let reads = 0;
    const { bytes } = sink;
    const counted = {
      ...bytes,
      fill: (name: string, start: number, into: Uint8Array): number => {
        reads += 1;
        return bytes.fill(name, start, into);
      },
    };
    const numbers = numberBlocks(counted, 'numbers');
    for (let pass = 0; pass < 2; pass += 1) for (let place = 0; place < COUNT; place += 1) numbers(place);
    expect(reads).toBeLessThan(12);
  });

  test('a file that is not there has nothing', () => {
    expect(wordBlocks(sink.bytes, 'none')(0)).toBeNaN();
  });
});
