import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { pages } from '../../cli/pages.ts';
import { commands } from '../../cli/table.ts';

describe('the pages that the build writes', () => {
  const byPath = new Map(pages().map(({ path, text }) => [path, text]));

  test('hold one help page per command', () => {
    for (const { path } of commands) expect(byPath.has(`help/${path.join('.')}.txt`)).toBe(true);
  });

  test.each(['contextful.schema.json', 'case.v1.json', 'report.v1.json', 'verdict.v1.json'])(
    '%s is a JSON Schema that compiles',
    name => {
      const schema = JSON.parse(byPath.get(`schema/${name}`) ?? 'null');
      expect(schema.type).toBe('object');
      expect(typeof new Ajv2020({ strict: false }).compile(schema)).toBe('function');
    },
  );
});
