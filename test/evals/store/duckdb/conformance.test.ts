import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { conformance } from '../../../../evals/store/conformance/index.ts';
import { duckdbAdapter } from '../../../../evals/store/duckdb/index.ts';

const root = mkdtempSync(join(tmpdir(), 'contextful-duckdb-'));
let stores = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('assurance.structure-tree.adapter: duckdb', () => {
  const scratch = () => {
    stores += 1;
    return join(root, String(stores));
  };
  for (const check of conformance(duckdbAdapter, { scratch, worlds: 2, leaks: 10 })) {
    test(check.name, check.run, 600_000);
  }
});
