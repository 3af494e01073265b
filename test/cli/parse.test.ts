import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flagsOf } from '../../cli/lookup.ts';
import { parseLine } from '../../cli/parse.ts';
import { commands } from '../../cli/table.ts';

async function refusals(...argv: string[]): Promise<readonly string[]> {
  const parsed = await parseLine(argv, '/w');
  return parsed.ok ? [] : parsed.faults.map(fault => `${fault.code}: ${fault.message}`);
}

async function given(...argv: string[]): Promise<Record<string, unknown>> {
  const parsed = await parseLine(argv, '/w');
  if (!parsed.ok) throw parsed.faults[0];
  if (parsed.invocation.kind !== 'run') throw new Error(parsed.invocation.kind);
  return {
    command: parsed.invocation.command.path.join(' '),
    ...Object.fromEntries([...parsed.invocation.given].map(([name, values]) => [name, values])),
    ...Object.fromEntries(parsed.invocation.words),
  };
}

describe('tui-cli.md 3 parsing', () => {
  test('global flags stand before, between and after the words of a command', async () => {
    const line = await given('--root', 'p', 'runs', '--json', 'list', '--limit', '3', '-q');
    expect(line).toEqual({ command: 'runs list', root: ['/w/p'], json: [true], limit: [3], quiet: [true] });
  });

  test('values stay what was typed until the coercer reads them', async () => {
    expect(await given('runs', 'list', '--after', '007')).toMatchObject({ after: ['007'] });
    expect(await given('runs', 'list', '--after', '1e5')).toMatchObject({ after: ['1e5'] });
    expect(await given('runs', 'list', '--after=a.b=x')).toMatchObject({ after: ['a.b=x'] });
    expect(await given('runs', 'list', '--after=-x')).toMatchObject({ after: ['-x'] });
    expect(await given('runs', 'list', '--after=true')).toMatchObject({ after: ['true'] });
  });

  test('list flags repeat and do not split on commas', async () => {
    expect(await given('eval', 'run', '--format', 'text,json', '--format', 'json=a.json')).toMatchObject({
      format: ['text,json', 'json=a.json'],
    });
    expect(await given('eval', 'run', '--goldens', 'a', '--goldens', '/b')).toMatchObject({
      goldens: ['/w/a', '/b'],
    });
  });

  test('negations, aliases, counts and flags that may stand alone', async () => {
    const line = await given(
      'eval',
      'run',
      '--no-color',
      '--no-input',
      '--no-progress',
      '--dry-run',
      '-v',
      '-v',
    );
    expect(line).toMatchObject({
      color: ['never'],
      'no-input': [true],
      'no-progress': [true],
      plan: [true],
      verbose: [2],
    });
    expect(await given('eval', 'run', '--resume', '--json')).toMatchObject({
      resume: ['last'],
      json: [true],
    });
    expect(await given('eval', 'run', '--resume', '2030')).toMatchObject({ resume: ['2030'] });
  });

  test('-- ends the flags', async () => {
    expect(await given('runs', 'show', '--', '--cases')).toEqual({ command: 'runs show', RUN: '--cases' });
  });

  test('a lone - is stdout where a file is taken', async () => {
    expect(await given('eval', 'run', '--report', '-')).toMatchObject({ report: ['-'] });
  });

  test.each<[string, string[], string[]]>([
    ['unknown command', ['evla', 'run'], ['UsageUnknownCommand: `evla` is no command']],
    ['unknown verb', ['runs', 'lsit'], ['UsageUnknownCommand: `runs lsit` is no command']],
    ['a prototype name', ['constructor'], ['UsageUnknownCommand: `constructor` is no command']],
    ['a group alone', ['runs'], ['UsageMissing: `contextful runs` needs a verb']],
    [
      'a group below a group alone',
      ['eval', 'baseline'],
      ['UsageMissing: `contextful eval baseline` needs a verb'],
    ],
    ['flags without a command', ['--json'], ['UsageMissing: `contextful` needs a verb']],
    [
      'every unknown flag is listed',
      ['eval', 'run', '--golden', 'x', '--__proto__', '-z'],
      [
        'UsageUnknownFlag: `contextful eval run` has no flag `--golden`',
        'UsageUnknownFlag: `contextful eval run` has no flag `--__proto__`',
        'UsageUnknownFlag: `contextful eval run` has no flag `-z`',
      ],
    ],
    [
      'one dash is no two',
      ['runs', 'list', '-json'],
      ['UsageUnknownFlag: `contextful runs list` has no flag `-json`'],
    ],
    [
      'short flags do not group',
      ['runs', 'list', '-qv'],
      ['UsageUnknownFlag: `contextful runs list` has no flag `-qv`'],
    ],
    [
      'a flag is not shortened',
      ['runs', 'list', '--lim', '3'],
      ['UsageUnknownFlag: `contextful runs list` has no flag `--lim`'],
    ],
    [
      'no negation that is not declared',
      ['runs', 'list', '--no-json'],
      ['UsageUnknownFlag: `contextful runs list` has no flag `--no-json`'],
    ],
    [
      'only the negation is declared',
      ['runs', 'list', '--input'],
      ['UsageUnknownFlag: `contextful runs list` has no flag `--input`'],
    ],
    ['a missing value', ['eval', 'run', '--k'], ['UsageMissing: `--k` needs a value']],
    ['an empty value', ['eval', 'run', '--k='], ['UsageMissing: `--k` needs a value']],
    [
      'a value that looks like a flag',
      ['eval', 'run', '--zone', '-x'],
      ['UsageUnknownFlag: `contextful eval run` has no flag `-x`'],
    ],
    [
      'a switch takes no value',
      ['runs', 'list', '--json=false'],
      ['UsageBadValue: `--json` can not be `false`'],
    ],
    ['a single value twice', ['eval', 'run', '--k', '3', '--k=4'], ['UsageRepeated: `--k` is given twice']],
    [
      'twice by way of an alias',
      ['runs', 'list', '-C', 'a', '--root', 'b'],
      ['UsageRepeated: `--root` is given twice'],
    ],
    [
      'a word too many',
      ['runs', 'list', 'x'],
      ['UsageUnknownCommand: `contextful runs list` takes no word `x`'],
    ],
    [
      'all bad values are listed',
      ['eval', 'run', '--k', '1,000', '--threads', 'x', '--landed-at', 'today', '--pretrain-cutoff', '2029'],
      [
        'UsageBadValue: `--k` can not be `1,000`',
        'EvalInstantMalformed: `--landed-at` is not an RFC 3339 instant',
        'UsageBadValue: `--threads` can not be `x`',
        'EvalCutoffMalformed: `--pretrain-cutoff` is no cutoff',
      ],
    ],
    [
      'flags that exclude each other',
      ['runs', 'list', '-q', '-v'],
      ['UsageConflict: `--quiet` and `--verbose` exclude each other'],
    ],
  ])('%s', async (_name, argv, expected) => {
    expect(await refusals(...argv)).toEqual(expected);
  });

  test('the first step that finds faults speaks alone', async () => {
    expect(await refusals('eval', 'run', '--k', 'x', '--foo')).toEqual([
      'UsageUnknownFlag: `contextful eval run` has no flag `--foo`',
    ]);
  });

  test('a repeated flag shows both values, an unknown word its place and what may be meant', async () => {
    const repeated = await parseLine(['eval', 'run', '--k', '3', '--k=4'], '/w');
    expect(repeated.ok ? null : repeated.faults[0].found).toBe('`3` (word 3), `4` (word 5)');
    const unknown = await parseLine(['evla'], '/w');
    expect(unknown.ok ? null : unknown.faults[0].facts).toEqual({
      word: 'evla',
      at: 1,
      suggestions: ['eval'],
    });
    const flag = await parseLine(['eval', 'run', '--golden=x'], '/w');
    expect(flag.ok ? null : flag.faults[0].facts).toEqual({
      word: '--golden',
      at: 3,
      suggestions: ['--goldens'],
    });
  });

  test.each<[string[], object]>([
    [[], { kind: 'help', path: [] }],
    [['--help'], { kind: 'help', path: [] }],
    [['runs', '-h'], { kind: 'help', path: ['runs'] }],
    [['eval', 'run', '--foo', '--help'], { kind: 'help', path: ['eval', 'run'] }],
    [['-V', '--json'], { kind: 'version' }],
  ])('%j asks for a page', async (argv, invocation) => {
    expect(await parseLine(argv, '/w')).toEqual({ ok: true, invocation });
  });

  test('any line is understood or refused, never a fault of ours', async () => {
    const flags = [...new Set(commands.flatMap(flagsOf).map(flag => `--${flag.name}`))];
    const word = fc.oneof(
      fc.constantFrom(...commands.flatMap(command => command.path)),
      fc.constantFrom(...flags, '-q', '-v', '-C', '--no-color', '--dry-run', '--', '-', '--=', '---', '-=x'),
      fc
        .tuple(fc.constantFrom(...flags), fc.string({ maxLength: 4 }))
        .map(([flag, text]) => `${flag}=${text}`),
      fc.constantFrom('__proto__', '--__proto__=1', '--constructor', '--toString', '1', 'true', 'false', ''),
      fc.string({ maxLength: 6 }),
    );
    const line = fc.tuple(fc.constantFrom(...commands), fc.array(word, { maxLength: 6 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(line, async ([command, rest, isWhole]) => {
        const parsed = await parseLine([...(isWhole ? command.path : []), ...rest], '/w');
        if (!parsed.ok) expect(parsed.faults[0].exit).toBe(2);
      }),
      { numRuns: 400 },
    );
  });
});
