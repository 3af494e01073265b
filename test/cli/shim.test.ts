import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pages } from '../../cli/pages.ts';

const source = fileURLToPath(new URL('../../bin/contextful.mjs', import.meta.url));
let home: string;

/** The shim beside its pages, and a program that says that it was loaded. */
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'contextful shim é-'));
  mkdirSync(join(home, 'bin'));
  cpSync(source, join(home, 'bin/contextful.mjs'));
  writeFileSync(join(home, 'package.json'), '{"version":"1.2.3","type":"module"}');
  for (const { path, text } of pages()) {
    mkdirSync(join(home, 'dist', path, '..'), { recursive: true });
    writeFileSync(join(home, 'dist', path), text);
  }
  writeFileSync(
    join(home, 'dist/cli.mjs'),
    'console.log("loaded", process.env.NODE_ENV, process.argv.slice(2).join(" "))',
  );
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function run(args: readonly string[], before: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...before, join(home, 'bin/contextful.mjs'), ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    },
  );
  return { status, stdout, stderr };
}

/** Every file that a start loads. */
const LIST_LOADED = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(
    "import { writeSync } from 'node:fs'; export async function load(url, context, next) { if (url.startsWith('file:')) writeSync(2, url + String.fromCharCode(10)); return next(url, context); }"
  ), 'data:');
`)}`;

function loaded(args: readonly string[]): readonly string[] {
  const { stderr } = run(args, ['--import', LIST_LOADED]);
  return stderr
    .split('\n')
    .filter(line => line.startsWith('file:'))
    .map(line => line.replace(/^file:.*\/(bin|dist)\//, '$1/'));
}

describe('tui-cli.md 8 the shim', () => {
  const SHIM = ['bin/contextful.mjs'];

  test.each([[['--version']], [['-V']], [['--help']], [['-h']], [[]], [['eval', 'run', '--help']]])(
    '%j loads the shim alone',
    args => {
      expect(loaded(args)).toEqual(SHIM);
    },
  );

  test('everything else loads the program once', () => {
    expect(loaded(['runs', 'list'])).toEqual([...SHIM, 'dist/cli.mjs']);
  });

  test.each([
    [['--version'], '1.2.3\n'],
    [['-V'], '1.2.3\n'],
    [['--version', '--json'], 'loaded production --version --json\n'],
    [['evla', '--help'], 'loaded production evla --help\n'],
    [['eval', 'run', '--json', '--help'], 'loaded production eval run --json --help\n'],
    [['../package.json', '--help'], 'loaded production ../package.json --help\n'],
    [['__proto__', '-h'], 'loaded production __proto__ -h\n'],
    [['eval.run', '--help'], 'loaded production eval.run --help\n'],
  ])('%j', (args, out) => {
    expect(run(args)).toEqual({ status: 0, stdout: out, stderr: '' });
  });

  test.each([
    [[], 'contextful'],
    [['--help'], 'contextful'],
    [['runs', '-h'], 'runs'],
    [['eval', 'baseline', 'init', '--help'], 'eval.baseline.init'],
  ])('%j prints its page, byte for byte', (args, page) => {
    const text = readFileSync(join(home, 'dist/help', `${page}.txt`), 'utf8');
    expect(run(args)).toEqual({ status: 0, stdout: text, stderr: '' });
  });

  test.each(['18.19.0', '20.14.0'])('an old Node is told so, with exit 2: %s', old => {
    const preload = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${old}'})`;
    expect(run(['--version'], ['--import', preload])).toEqual({
      status: 2,
      stdout: '',
      stderr: `NodeTooOld: contextful needs Node 20.15 or newer
  found   ${old}
  want    Node 20.15 or newer
  next    install Node 20.15 or newer
  clause  cli.start
`,
    });
  });

  test('a checkout that was not built is told so, without a stack', () => {
    const program = join(home, 'dist/cli.mjs');
    renameSync(program, `${program}.away`);
    const result = run(['eval', 'run']);
    renameSync(`${program}.away`, program);
    expect(result).toEqual({
      status: 3,
      stdout: '',
      stderr: 'Internal: contextful is not built\n  next    npm run build, or npm start\n',
    });
  });

  test('at most 60 lines, in syntax that Node 12 reads', () => {
    const text = readFileSync(source, 'utf8');
    expect(text.split('\n').length).toBeLessThanOrEqual(61);
    expect(text).not.toMatch(/\?\.|\?\?|\|\|=|&&=|^await |[^.\w]#[a-z]/m);
  });
});
