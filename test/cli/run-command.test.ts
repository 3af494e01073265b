import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command, CommandContext, CommandResult } from '../../cli/command.ts';
import { edgeOf } from '../../cli/edge.ts';
import type { OutStream } from '../../cli/host.ts';
import { main } from '../../cli/main.ts';
import type { Project } from '../../cli/project.ts';
import type { CommandRecord } from '../../cli/record.ts';
import { createReporter } from '../../cli/reporter.ts';
import { runCommand } from '../../cli/run-command.ts';
import { settingsOf } from '../../cli/settings.ts';
import { refuse } from '../../spec/refusals.ts';
import { type FakeHost, fakeHost } from '../support/fake-host.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-run-'));
  writeFileSync(join(root, 'contextful.toml'), 'version = 1\n');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const RESULT: CommandResult = {
  exit: 0,
  document: { schema: 'contextful.test.run/1', data: { a: 1 } },
  text: 'done\n',
  notes: ['see also'],
};

type Options = { readonly switches?: readonly string[]; readonly mutates?: boolean };

function drive(
  fake: FakeHost,
  load: Command,
  { switches = [], mutates = false }: Options = {},
): Promise<number> {
  const settings = settingsOf(
    new Map(switches.map(name => [name, { values: [true], origin: { from: 'flag' } }] as const)),
    new Map(),
  );
  const project: Project = {
    root,
    config: { version: 1 },
    configPath: undefined,
    configPlaces: new Map(),
    look: undefined,
    settings,
    env: fake.host.env,
  };
  const command: CommandRecord = {
    path: ['test', 'run'],
    summary: '',
    words: [],
    flags: [],
    examples: [],
    exits: [],
    writes: [],
    reads: [],
    document: '',
    needs: 'root',
    mutates,
    load: () => Promise.resolve(load),
  };
  const edge = { ...edgeOf(fake.host), json: switches.includes('json'), quiet: switches.includes('quiet') };
  return runCommand(command, project, createReporter(settings, project.config, fake.host, 'utf8'), edge);
}

function answering(result: CommandResult): Command {
  return () => Promise.resolve(result);
}

describe('tui-cli.md 4 streams', () => {
  test('the result on stdout, notes and progress on stderr', async () => {
    const fake = fakeHost();
    const command: Command = async function* () {
      yield { t: 'run.progress', phase: 'run', done: 0, of: 3 };
      yield { t: 'run.progress', phase: 'run', done: 3, of: 3 };
      return { ...RESULT, exit: 1 };
    };
    expect(await drive(fake, command)).toBe(1);
    expect(fake.out()).toBe('done\n');
    expect(fake.err()).toBe('run 0/3 cases 0%\nrun 3 cases in 0 ms\nsee also\n');
  });

  test('--quiet leaves the result', async () => {
    const fake = fakeHost();
    expect(await drive(fake, answering(RESULT), { switches: ['quiet'] })).toBe(0);
    expect([fake.out(), fake.err()]).toEqual(['done\n', '']);
  });

  test('--json: the envelope, or a document with its own schema as it is', async () => {
    const fake = fakeHost();
    await drive(fake, answering(RESULT), { switches: ['json'] });
    expect(fake.out()).toBe(
      '{\n  "schema": "contextful.test.run/1",\n  "ok": true,\n  "data": {\n    "a": 1\n  }\n}\n',
    );
    const bare = fakeHost();
    await drive(bare, answering({ ...RESULT, document: { own: { schema: 'x/1', z: 1, a: 2 } } }), {
      switches: ['json'],
    });
    expect(bare.out()).toBe('{\n  "schema": "x/1",\n  "z": 1,\n  "a": 2\n}\n');
    const text = fakeHost();
    await drive(text, answering({ ...RESULT, document: { own: '{}\n' } }), { switches: ['json'] });
    expect(text.out()).toBe('{}\n');
  });

  test('--events: JSON Lines on stderr instead of progress, t, seq and at first', async () => {
    const fake = fakeHost();
    const command: Command = async function* () {
      yield Object.assign({ t: 'case.end' }, { case: 'c1', seq: 4, at: '2030-06-01T12:00:00.000000000Z' });
      return RESULT;
    };
    await drive(fake, command, { switches: ['events'] });
    expect(fake.err()).toBe(
      '{"t":"case.end","seq":4,"at":"2030-06-01T12:00:00.000000000Z","case":"c1"}\nsee also\n',
    );
  });

  test('--events: the next event waits for a slow reader of stderr, so that none pile up', async () => {
    const fake = fakeHost();
    const told: string[] = [];
    let take = (): void => {};
    const stderr: OutStream = {
      on: () => undefined,
      write: (text, done) => {
        told.push(text);
        take = done;
        return false;
      },
    };
    const command: Command = async function* () {
      yield { t: 'one' };
      yield { t: 'two' };
      return { ...RESULT, notes: [] };
    };
    const ended = drive({ ...fake, host: { ...fake.host, stderr } }, command, { switches: ['events'] });
    const turn = () => new Promise(resolve => setImmediate(resolve));
    await turn();
    expect(told).toEqual(['{"t":"one"}\n']);
    take();
    await turn();
    expect(told).toEqual(['{"t":"one"}\n', '{"t":"two"}\n']);
    take();
    expect(await ended).toBe(0);
  });

  test('a reader that has gone ends a command that only reads with 0, and one that writes with its own code', async () => {
    expect(await drive(fakeHost({ closed: true }), answering({ ...RESULT, exit: 1 }))).toBe(0);
    expect(
      await drive(fakeHost({ closed: true }), answering({ ...RESULT, exit: 1 }), { mutates: true }),
    ).toBe(1);
  });

  test('a refusal goes to stderr and, with --json, as the one document to stdout', async () => {
    const fake = fakeHost();
    const command: Command = () => Promise.reject(refuse('RunNotFound', { message: 'no run is `x`' }));
    expect(await drive(fake, command, { switches: ['json'] })).toBe(2);
    expect(fake.err()).toMatch(/^RunNotFound: no run is `x`\n/);
    expect(JSON.parse(fake.out())).toMatchObject({
      schema: 'contextful.test.run/1',
      ok: false,
      refusal: { code: 'RunNotFound' },
    });
  });
});

describe('tui-cli.md 4 faults of ours', () => {
  test('Internal, exit 3, and a crash file without secrets', async () => {
    const fake = fakeHost({
      argv: ['eval', 'run', '--endpoint-header', 'X=s3cret', '--store', 'postgres://me:pw@host/db'],
      env: { CONTEXTFUL_TOKEN: 't0ken' },
    });
    const command: Command = () =>
      Promise.reject(new Error('broke near t0ken at https://u:p@h/x\nsecond line'));
    expect(await drive(fake, command)).toBe(3);
    const [name = ''] = readdirSync(join(root, '.contextful/crash'));
    expect(name).toBe('20300601T120000Z-4711.txt');
    const crash = readFileSync(join(root, '.contextful/crash', name), 'utf8');
    expect(crash).toContain('["eval","run","--endpoint-header","***","--store","postgres://***@host/db"]');
    expect(crash).toContain('broke near *** at https://***@h/x');
    for (const secret of ['s3cret', 't0ken', 'pw@', 'u:p']) expect(crash + fake.err()).not.toContain(secret);
    expect(fake.err()).toMatch(/^Internal: broke near \*\*\* at https:\/\/\*\*\*@h\/x\n {2}at {6}/);
    expect(fake.err()).not.toContain('second line');
  });

  test('the stack only with -v -v', async () => {
    const fake = fakeHost({ argv: ['-v', '-v'] });
    await drive(fake, () => Promise.reject(new Error('broke')));
    expect(fake.err()).toMatch(/\n {4}at /);
  });

  test('a root that can not be written hides nothing', async () => {
    const fake = fakeHost();
    writeFileSync(join(root, '.contextful'), 'a file');
    expect(await drive(fake, () => Promise.reject(new Error('broke')))).toBe(3);
    expect(fake.err()).toMatch(/^Internal: broke\n {2}next/);
  });
});

describe('tui-cli.md 4 signals', () => {
  /** Works until it is told to stop. */
  const untilAborted =
    (finish: (context: CommandContext) => CommandResult): Command =>
    async context => {
      await new Promise<void>(resolve =>
        context.signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      return finish(context);
    };

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s aborts once, and the command ends with %i', async (signal, code) => {
    const fake = fakeHost();
    const running = drive(
      fake,
      untilAborted(() => ({ ...RESULT, exit: 130 })),
    );
    await new Promise(resolve => setImmediate(resolve));
    fake.send(signal);
    expect(await running).toBe(code);
    expect(fake.ended).toEqual([]);
  });

  test('work that was done when the signal came keeps its code', async () => {
    const fake = fakeHost();
    const running = drive(
      fake,
      untilAborted(() => ({ ...RESULT, exit: 1 })),
    );
    await new Promise(resolve => setImmediate(resolve));
    fake.send('SIGINT');
    expect(await running).toBe(1);
  });

  test('the second Ctrl-C ends at once, SIGTERM after its grace', async () => {
    const fake = fakeHost();
    void drive(fake, () => new Promise(() => {}));
    await new Promise(resolve => setImmediate(resolve));
    fake.send('SIGINT');
    fake.send('SIGINT');
    expect(fake.ended).toEqual([130]);
    const slow = fakeHost();
    void drive(slow, () => new Promise(() => {}));
    await new Promise(resolve => setImmediate(resolve));
    slow.send('SIGTERM');
    expect(slow.ended).toEqual([]);
    slow.expire();
    expect(slow.ended).toEqual([143]);
  });

  test('an abort that a handler lets through is an interruption, no crash', async () => {
    const fake = fakeHost();
    const running = drive(fake, async context => {
      await new Promise<void>(resolve =>
        context.signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      throw context.signal.reason;
    });
    await new Promise(resolve => setImmediate(resolve));
    fake.send('SIGINT');
    expect(await running).toBe(130);
    expect(fake.err()).toMatch(/^Interrupted: /);
  });
});

describe('tui-cli.md 4 prompts', () => {
  const asking: Command = async context => ({
    ...RESULT,
    text: `${await context.confirm('delete 2 runs?', 'a, b')}\n`,
    notes: [],
  });

  test.each([
    ['y', 'true\n'],
    ['YES ', 'true\n'],
    ['', 'false\n'],
    ['no', 'false\n'],
  ])('the answer %j', async (answer, out) => {
    const fake = fakeHost({ tty: true, answer, env: { TERM: 'dumb', LC_ALL: 'C.UTF-8' } });
    await drive(fake, asking);
    expect(fake.out()).toBe(out);
    expect(fake.err()).toBe('a, b\ndelete 2 runs? [y/N] ');
  });

  test.each([
    ['no terminal', fakeHost(), []],
    ['--no-input', fakeHost({ tty: true }), ['no-input']],
    ['--json', fakeHost({ tty: true }), ['json']],
  ] as const)('%s: refused with the plan', async (_name, fake, switches) => {
    expect(await drive(fake, asking, { switches })).toBe(2);
    expect(fake.err()).toMatch(/^(\u001b\[1;31m)?ConfirmRequired/);
    expect(fake.err()).toContain('found   a, b\n');
  });

  test('--yes answers', async () => {
    const fake = fakeHost();
    expect(await drive(fake, asking, { switches: ['yes'] })).toBe(0);
    expect(fake.out()).toBe('true\n');
  });
});

describe('the whole line', () => {
  async function line(argv: readonly string[], env: Record<string, string | undefined> = {}) {
    const fake = fakeHost({ argv, cwd: root, env: { LC_ALL: 'C.UTF-8', ...env } });
    const exit = await main(fake.host);
    return { exit, out: fake.out(), err: fake.err(), env: fake.host.env };
  }

  test('runs list of a fresh project', async () => {
    const { exit, out } = await line(['runs', 'list', '--json']);
    expect([exit, JSON.parse(out)]).toEqual([
      0,
      { schema: 'contextful.runs.list/1', ok: true, data: { runs: [], total: 0, next: null } },
    ]);
  });

  test('usage faults with --json are a document too', async () => {
    const { exit, out, err } = await line(['runs', 'lits', '--json']);
    expect(exit).toBe(2);
    expect(err).toMatch(/^UsageUnknownCommand/);
    expect(JSON.parse(out)).toMatchObject({ ok: false, refusal: { code: 'UsageUnknownCommand' } });
  });

  test('no project', async () => {
    rmSync(join(root, 'contextful.toml'));
    mkdirSync(join(root, '.git'));
    const { exit, err } = await line(['runs', 'list']);
    expect(exit).toBe(2);
    expect(err).toMatch(/^RootNotFound: /);
  });

  test('all faults of the config file, before anything else is done', async () => {
    writeFileSync(join(root, 'contextful.toml'), 'version = 1\n[eval]\nzoen = "x"\nk = 0\n');
    const { exit, err } = await line(['eval', 'run', '--goldens', 'none.jsonl']);
    expect(exit).toBe(2);
    expect(err).toMatch(/^ConfigInvalid: `eval\.zoen`.*\n {2}at {6}contextful\.toml:3:1 eval\.zoen\n/);
    expect(err).toContain('did you mean zone?');
    expect(err).toMatch(/^ConfigInvalid: `eval\.k` can not be 0\n {2}at {6}contextful\.toml:4:1 eval\.k$/m);
  });

  test('a project may ask for no suggestions', async () => {
    expect((await line(['runs', 'lits'])).err).toContain('did you mean runs list?');
    writeFileSync(join(root, 'contextful.toml'), 'version = 1\n[cli]\nsuggest = false\n');
    expect((await line(['runs', 'lits'])).err).not.toContain('did you mean');
  });

  test('-v says which project and configuration are read', async () => {
    expect((await line(['runs', 'list', '-v'])).err).toContain(
      `note: project ${root}, configuration not read\n`,
    );
  });

  test('an unknown variable of ours is noted, a malformed epoch refused', async () => {
    expect((await line(['runs', 'list'], { CONTEXTFUL_STROE: 'x' })).err).toContain(
      'note: CONTEXTFUL_STROE is not read; did you mean CONTEXTFUL_STORE?\n',
    );
    expect(await line(['runs', 'list'], { SOURCE_DATE_EPOCH: 'now' })).toMatchObject({ exit: 2 });
  });

  test('our own process says its colour, the user keeps theirs', async () => {
    const { env } = await line(['runs', 'list', '--color', 'always'], {
      TERM: 'xterm-256color',
      NO_COLOR: '1',
    });
    expect(env).toMatchObject({ FORCE_COLOR: '2', NO_COLOR: '1' });
  });

  test('version and help', async () => {
    const { out } = await line(['--version', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      data: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    });
    expect((await line(['runs', '--help', '--quiet'])).out).toMatch(/^contextful runs: /);
  });
});
