import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withCaptures } from '../../scripts/docs/captures.ts';
import '../support/built-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the README', () => {
  test('shows what the command prints today; else npm run capture', () => {
    const page = readFileSync(`${root}README.md`, 'utf8');
    expect(page).toContain('$ contextful eval run');
    expect(withCaptures(page, root)).toBe(page);
  });
});
