import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../../cli/entry.ts', import.meta.url));
/** By address, since the program runs in another folder than the one that holds it. */
const tsx = import.meta.resolve('tsx');
const RUN = '20300501T120000Z-0a1b2c3d4e5f';
const CASES = 60_000;
let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "contextful it's é-"));
  writeFileSync(join(project, 'contextful.toml'), 'version = 1\n');
  const run = join(project, '.contextful/runs', RUN);
  mkdirSync(run, { recursive: true });
  const cases = Array.from({ length: CASES }, (_, index) => ({
    id: `case-${index}`,
    line: index,
    outcome: 'pass',
  }));
  writeFileSync(join(run, 'verdict.json'), '{"outcome":"red","exit":1,"reds":[]}');
  writeFileSync(join(run, 'report.json'), JSON.stringify({ n_cases: CASES, cases }));
});

afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

type Reading = 'slowly' | 'not at all';

/** The real program with a reader of its stdout that takes a block now and then, or goes after the first one. */
function start(args: readonly string[], reading: Reading, before: readonly string[] = []) {
  const child = spawn(process.execPath, ['--import', tsx, ...before, entry, ...args], {
    cwd: project,
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      NODE_PATH: '',
      TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    },
  });
  let out = '';
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (reading === 'not at all') child.stdout.destroy();
    else {
      child.stdout.pause();
      setImmediate(() => child.stdout.resume());
    }
  });
  return new Promise<{ code: number | null; out: string; err: string }>(resolve => {
    child.on('close', code => resolve({ code, out, err }));
  });
}

describe('tui-cli.md 4 the real process', () => {
  test('megabytes of --json reach a slow reader whole', async () => {
    const { code, out, err } = await start(['runs', 'show', RUN, '--cases', '--json'], 'slowly');
    expect([code, err]).toEqual([0, '']);
    expect(out.length).toBeGreaterThan(5_000_000);
    expect(JSON.parse(out).data.cases).toHaveLength(CASES);
  });

  test('a reader that goes away ends a reading command with 0 and no word', async () => {
    const { code, err } = await start(['runs', 'show', RUN, '--cases', '--json'], 'not at all');
    expect([code, err]).toEqual([0, '']);
  });

  test('paths with blanks, quotes and other letters work', async () => {
    const { code, out } = await start(['runs', 'show', '--json', '--root', project], 'slowly');
    expect([code, JSON.parse(out).data.directory]).toEqual([0, join(project, '.contextful/runs', RUN)]);
  });
});

/** Packages that each line loads, by the names of their folders. */
const LIST_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(
    "import { writeSync } from 'node:fs'; export async function load(url, context, next) { const found = url.match(/node_modules\\\\/((@[^\\\\/]+\\\\/)?[^\\\\/]+)/); if (found) writeSync(2, '@@' + found[1] + String.fromCharCode(10)); return next(url, context); }"
  ), 'data:');
`)}`;

describe('tui-cli.md 8 what a command line loads', () => {
  const HEAVY = [
    'zod',
    'yargs',
    '@duckdb/node-api',
    'jose',
    'snowball-stemmers',
    'execa',
    'typescript',
    'vitest',
    'ajv',
    'ink',
    'react',
    'yoga-layout',
    'chalk',
  ];

  test.each<[string[], string[]]>([
    [['--version', '--json'], []],
    [['eval', 'run', '--help', '--json'], []],
    [['evla', 'run'], []],
    [['runs'], []],
    [['eval', 'run', '--golden', 'x'], []],
    [['eval', 'run', '--k', '3', '--k', '4'], []],
    [['runs', 'list'], ['yargs']],
    [['runs', 'show', RUN], ['yargs']],
    [
      ['runs', 'prune', '--keep', '5', '--plan'],
      ['yargs', 'zod'],
    ],
    [
      ['tui', '--print'],
      ['yargs', 'zod'],
    ],
    [
      ['tui', '--print', `run/${RUN}`],
      ['yargs', 'zod'],
    ],
  ])('%j', async (args, expected) => {
    const { err } = await start(args, 'slowly', ['--import', LIST_LOADED]);
    const loaded = [...err.matchAll(/^@@(.+)$/gm)].map(([, name]) => name ?? '');
    expect(HEAVY.filter(name => loaded.includes(name)).toSorted()).toEqual(expected);
  });
});
