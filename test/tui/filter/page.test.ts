import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { casesFields } from '../../../tui/filter/fields/cases.ts';
import { parseFilter } from '../../../tui/filter/parse.ts';

const page = readFileSync(new URL('../../../docs/filters.md', import.meta.url), 'utf8');
const written = page.slice(page.indexOf('| Written |'), page.indexOf('What a row lacks'));
const examples = [...written.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, example = '']) => example),
);

describe('tui.filter the page', () => {
  test('it has examples', () => {
    expect(examples.length).toBeGreaterThan(15);
  });

  test.each(examples)('its example reads: %s', example => {
    expect(() => parseFilter(example, casesFields)).not.toThrow();
  });
});
