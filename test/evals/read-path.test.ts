import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(join(root, 'evals'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => ({ file: `evals/${name}`, text: readFileSync(join(root, 'evals', name), 'utf8') }));

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

describe('assurance.evaluate.real-read-path: the harness has no door but the store port', () => {
  test('an engine is named in its own adapter alone', () => {
    const files = filesWith(/from '@duckdb|import\('@duckdb/);
    expect(files).not.toEqual([]);
    expect(files.filter(file => !file.startsWith('evals/store/duckdb/'))).toEqual([]);
  });

  test('SQL stands in adapters and in the decision module alone', () => {
    const files = filesWith(/\b(?:SELECT .+ FROM|CREATE (?:OR REPLACE )?(?:TEMP )?TABLE|INSERT INTO)\b/s);
    expect(files).not.toEqual([]);
    expect(files.filter(file => !/^evals\/(?:store\/duckdb|policy)\//.test(file))).toEqual([]);
  });

  test('the run reaches adapters by the table that loads them, and the rows of a store by its Reader', () => {
    const files = filesWith(/store\/(?:duckdb|memory)\//).filter(file => !file.startsWith('evals/store/'));
    expect(
      files.filter(
        file => !/^evals\/(?:run\/adapters|run\/run-corpora|corpus\/parquet-file)\.ts$/.test(file),
      ),
    ).toEqual([]);
  });
});
