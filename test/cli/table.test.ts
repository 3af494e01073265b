import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { coerce } from '../../cli/flags.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { helpPaths, renderHelp } from '../../cli/help.ts';
import { helpData } from '../../cli/help-json.ts';
import { flagsOf, ownFlags } from '../../cli/lookup.ts';
import { pages } from '../../cli/pages.ts';
import { parseLine } from '../../cli/parse.ts';
import { commands, groups } from '../../cli/table.ts';
import { configJsonSchema } from '../../core/config-file/index.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';

const flags = [...globalFlags, ...commands.flatMap(ownFlags)];

describe('tui-cli.md 2 the command table', () => {
  test.each(commands.map(command => [command.path.join(' '), command] as const))(
    '%s',
    async (path, command) => {
      expect(command.summary.length).toBeLessThanOrEqual(60);
      expect(command.examples.length).toBeGreaterThanOrEqual(2);
      expect(command.exits[0]?.[0]).toBe(0);
      expect(existsSync(fileURLToPath(new URL(`../../${command.document}`, import.meta.url)))).toBe(true);
      const names = flagsOf(command).map(flag => flag.name);
      expect(new Set(names).size).toBe(names.length);
      for (const example of command.examples) {
        expect(example.startsWith(`contextful ${path}`)).toBe(true);
        const parsed = await parseLine(example.split(' ').slice(1), '/w');
        expect(parsed.ok ? 'parses' : parsed.faults[0].message).toBe('parses');
      }
      for (const flag of command.flags) {
        for (const other of [...(flag.needs ?? []), ...(flag.excludes ?? [])]) expect(names).toContain(other);
      }
    },
  );

  test('no path stands twice and every command is a word of its own or hangs below a group', () => {
    const paths = [...commands, ...groups].map(record => record.path.join(' '));
    expect(new Set(paths).size).toBe(paths.length);
    for (const { path } of commands.filter(one => one.path.length > 1)) {
      expect(paths).toContain(path.slice(0, -1).join(' '));
    }
  });

  test('only global flags are short', () => {
    expect(commands.flatMap(command => command.flags).filter(flag => flag.short !== undefined)).toEqual([]);
    expect(globalFlags.flatMap(flag => flag.short ?? [])).toEqual(['h', 'V', 'q', 'v', 'C', 'y']);
  });

  test('every default can be read, every config key is one of the file', () => {
    for (const flag of flags) {
      if (flag.fallback !== undefined)
        expect([flag.name, coerce(flag.value, flag.fallback, '/w').ok]).toEqual([flag.name, true]);
      for (const key of flag.config ?? []) expect([key, isConfigKey(key)]).toEqual([key, true]);
    }
  });
});

describe('tui-cli.md 6 help', () => {
  test.each(helpPaths().map(path => [path.join(' '), path] as const))(
    '"%s" is plain text of 80 columns',
    (_name, path) => {
      const text = renderHelp(path);
      expect(text).toMatch(/^[\n -~]*\n$/);
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
      expect(text).not.toMatch(/ +$/m);
      expect(text).toMatch(/^usage\n/m);
    },
  );

  test('the page of a small command', () => {
    expect(
      renderHelp(['runs', 'list']).split('flags of every command')[0],
    ).toBe(`contextful runs list: list the runs of this project, newest first

usage
  contextful runs list [FLAGS]

flags
  --limit N   show at most this many runs (default 50)
  --after ID  continue the list behind this run
  --all       show every run

`);
    expect(renderHelp(['runs', 'list']).split('  --no-progress')[1]).toBe(`              no progress lines

examples
  contextful runs list
  contextful runs list --limit 5 --json

exit codes
  0  listed
  2  usage, or no project

files written
  .contextful/index/runs.jsonl, derived and safe to delete

More: docs/runs.md
`);
  });

  test('every flag of a command is on its page, and --plan where it writes', () => {
    for (const command of commands) {
      const text = renderHelp(command.path);
      for (const flag of flagsOf(command)) expect(text).toContain(`--${flag.name}`);
      expect(text.includes('--plan')).toBe(command.mutates || text.includes('needs --plan'));
    }
  });

  test('--help --json gives the record of the table', () => {
    expect(helpData(['runs', 'list'])).toMatchObject({
      path: ['runs', 'list'],
      flags: [
        { name: 'limit', value: { form: 'int', min: 1, max: 100_000 }, default: '50', list: false },
        { name: 'after' },
        { name: 'all', excludes: ['limit'] },
      ],
    });
    expect(() => JSON.stringify(helpData([]))).not.toThrow();
    expect(helpData(['runs'])).toMatchObject({ groups: [{ path: ['runs'] }] });
  });

  test('the build writes one page a path and the published schemas', () => {
    expect(pages().map(page => page.path)).toEqual([
      ...helpPaths().map(path => `help/${path.join('.') || 'contextful'}.txt`),
      'schema/contextful.schema.json',
      'schema/case.v1.json',
      'schema/report.v1.json',
      'schema/verdict.v1.json',
      'schema/events.schema.json',
    ]);
  });
});

function isConfigKey(key: string): boolean {
  let here: JsonValue | undefined = configJsonSchema();
  for (const name of key.split('.')) {
    const options: readonly JsonValue[] =
      isJsonObject(here) && Array.isArray(here['anyOf']) ? here['anyOf'] : here === undefined ? [] : [here];
    const next: JsonValue | undefined = options
      .filter(isJsonObject)
      .map(option => (isJsonObject(option['properties']) ? option['properties'][name] : undefined))
      .find(found => found !== undefined);
    if (next === undefined) return false;
    here = next;
  }
  return true;
}
