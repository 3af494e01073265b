import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ended } from '../support/built-command.ts';
import { type HostileProject, makeHostileProject } from '../support/hostile-project.ts';

/** Size of the large row file. 1000 is the one of evaluate.md 19; the suite runs with less. */
const MEGABYTES = Number(process.env['CONTEXTFUL_HOSTILE_MB'] ?? 60);

const ROW = '{"doc_id":"1","body":"alder birch"}\n';
const MIB = 1 << 20;

let project: HostileProject;

beforeEach(() => {
  project = makeHostileProject();
});

afterEach(() => project.remove());

function expectRefusal(ended: Ended, code: string, exit: number, place: string): void {
  expect(ended.stderr).toMatch(new RegExp(`^${code}: `, 'm'));
  expect(ended.stderr).toContain(place);
  expect(ended.stderr).not.toMatch(/Internal|\n\s+at [A-Za-z.<>]+ \(|node:internal/);
  expect(ended).toMatchObject({ code: exit, stdout: '' });
}

describe('assurance.evaluate.corpus-layout: rows that no one should send', { timeout: 120_000 }, () => {
  test.each<[string, string | Buffer, code: string, place: string]>([
    [
      'a line of 17 MiB',
      `${ROW}{"doc_id":"2","body":"${'x'.repeat(17 * MIB)}"}\n`,
      'EvalRowInvalid',
      't.jsonl:2',
    ],
    ['a line without end', `${ROW}${'x'.repeat(40 * MIB)}`, 'EvalRowInvalid', 't.jsonl:2'],
    [
      'invalid UTF-8',
      Buffer.from(`${ROW}{"doc_id":"2","body":"\xff"}\n`, 'latin1'),
      'EvalRowInvalid',
      't.jsonl:2',
    ],
    ['UTF-16', Buffer.from(ROW, 'utf16le'), 'EvalRowInvalid', 't.jsonl:1'],
    ['a NUL', `${ROW}{"doc_id":"2","body":"\0"}\n`, 'EvalRowInvalid', 't.jsonl:2'],
    ['a lone surrogate', `${ROW}{"doc_id":"2","body":"\\ud800"}\n`, 'EvalRowInvalid', 't.jsonl:2'],
    ['a later byte-order mark', `${ROW}\ufeff{"doc_id":"2","body":"x"}\n`, 'EvalRowInvalid', 't.jsonl:2'],
    [
      'an escaped name twice',
      `${ROW}{"doc_id":"2","body":"x","b\\u006fdy":"y"}\n`,
      'EvalRowInvalid',
      't.jsonl:2',
    ],
    ['Infinity', `${ROW}{"doc_id":"2","body":"x","n":Infinity}\n`, 'EvalRowInvalid', 't.jsonl:2'],
    ['1e999', `${ROW}{"doc_id":"2","body":"x","n":1e999}\n`, 'EvalRowInvalid', 't.jsonl:2'],
    ['a reserved name', `${ROW}{"doc_id":"2","__proto__":"x"}\n`, 'EvalRowInvalid', '__proto__'],
    [
      '65 levels',
      `${ROW}{"doc_id":"2","body":${'['.repeat(65)}${']'.repeat(65)}}\n`,
      'EvalRowInvalid',
      't.jsonl:2',
    ],
    ['two types', `${ROW}{"doc_id":"2","body":7}\n`, 'StoreSchemaIncompatible', 'body'],
  ])('%s', async (_, rows, code, place) => {
    writeFileSync(project.rows, rows);
    expectRefusal(await project.run(), code, 2, place);
  });

  test('names that mean something elsewhere are plain data', async () => {
    writeFileSync(
      project.rows,
      '{"doc_id":"1","a\\"b":"alder birch","constructor":"x","n":-0}\n{"doc_id":"x;drop table","toString":"y"}\n',
    );
    project.ask({ tags: ['__proto__', 'constructor'], expected: { artifacts: ['kb/t#1'] } });
    const ended = await project.run('--json');
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout).report.cases[0].legs.lexical).toEqual(['kb/t#1']);
  });

  test.each(['../x', 'a/../../b', '/etc', 'a\\\\b', 'x;drop', '\\"'])('table name %s', async name => {
    writeFileSync(project.rows, ROW);
    project.declare('', name);
    expectRefusal(await project.run(), 'EvalTableNameInvalid', 2, 'contextful.toml');
  });

  test('2,000 brackets in a predicate', async () => {
    writeFileSync(project.rows, ROW);
    const predicate = `${'('.repeat(2000)}doc_id = '1'${')'.repeat(2000)}`;
    project.declare(`[pipeline.tables.policy.rows]\npredicate = "${predicate}"`);
    expectRefusal(await project.run(), 'EnforcePredicateOutsideGrammar', 2, 'kb/t');
  });

  test('questions of 1 MB, of stop words and of 10,000 words, an embedding of another size', async () => {
    writeFileSync(project.rows, ROW);
    project.ask(
      { question: `alder ${'x'.repeat(MIB)}`, expected: { artifacts: ['kb/t#1'] } },
      { question: 'where is the', expected: { artifacts: ['kb/t#1'] } },
      { question: Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' ') },
      { question: 'alder', query_embedding: [1, 2, 3], expected: { artifacts: ['kb/t#1'] } },
    );
    expect(await project.run()).toMatchObject({ code: 0 });
  });

  test('terminal escapes reach no terminal, and stay exact in JSON', async () => {
    writeFileSync(project.rows, '{"doc_id":"\\u001b[2J1","body":"alder birch \\u001b]0;owned\\u0007"}\n');
    project.ask({ question: 'alder \u001b[31mbirch', expected: { artifacts: ['kb/t#2'] } });
    const told = await project.run();
    expect(told.code).toBe(1);
    expect(told.stdout + told.stderr).not.toMatch(/[\x1b\x07]/);
    const exact = await project.run('--json');
    expect(JSON.parse(exact.stdout).report.cases[0].legs.lexical).toEqual(['kb/t#\u001b[2J1']);
  });

  test('time zone and language of the machine change no byte', async () => {
    writeFileSync(project.rows, `${ROW}{"doc_id":"2","body":"ALDER İstanbul 2030-01-01"}\n`);
    await project.run('--report', 'here.json');
    const env = { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
    expect(await project.start({ env }, '--report', 'there.json').ended).toMatchObject({ code: 0 });
    const [here, there] = ['here', 'there'].map(name =>
      readFileSync(join(project.root, `${name}.json`), 'utf8'),
    );
    expect(there).toBe(here);
  });
});

describe('assurance.evaluate.corpus-layout: files that are none', { timeout: 120_000 }, () => {
  test('a pipe is refused and not waited for', async () => {
    execFileSync('mkfifo', [project.rows]);
    expectRefusal(await project.run(), 'EvalPathSymlink', 2, 'rows/kb/t.jsonl');
  });

  test('a device is refused and not read', async () => {
    symlinkSync('/dev/zero', project.rows);
    expectRefusal(await project.run(), 'EvalPathSymlink', 2, 'rows/kb/t.jsonl');
  });

  test('a corpus that is swapped for a link during the run is refused', async () => {
    writeLarge(project.rows, 30);
    const elsewhere = join(project.root, 'elsewhere');
    cpSync(project.corpus, elsewhere, { recursive: true });
    const running = project.start({});
    const begun = () => statSync(join(project.root, '.contextful/runs/LATEST'), { throwIfNoEntry: false });
    while (begun() === undefined) await sleep(1);
    renameSync(project.corpus, `${project.corpus}-away`);
    symlinkSync(elsewhere, project.corpus);
    const ended = await running.ended;
    expect(ended.stderr).toMatch(/^(EvalPathSymlink|EvalInputChanged): /m);
    expect(ended.stderr).not.toMatch(/Internal|\n\s+at [A-Za-z.<>]+ \(/);
    expect([2, 3]).toContain(ended.code);
  });

  test('rows that change while they are read are refused', async () => {
    writeLarge(project.rows, 30);
    const running = project.start({});
    const begun = () => statSync(join(project.root, '.contextful/runs/LATEST'), { throwIfNoEntry: false });
    while (begun() === undefined) await sleep(1);
    writeFileSync(project.rows, ROW, { flag: 'a' });
    expectRefusal(await running.ended, 'EvalInputChanged', 3, 't.jsonl');
  });
});

describe('assurance.evaluate.corpus-layout: more rows than memory', { timeout: 1_800_000 }, () => {
  test(`${MEGABYTES} MB of rows stream`, async () => {
    writeLarge(project.rows, MEGABYTES);
    const probe = join(project.root, 'peak.cjs');
    writeFileSync(
      probe,
      "process.on('exit', () => require('fs').writeFileSync(__dirname + '/peak', String(process.resourceUsage().maxRSS)));\n",
    );
    project.ask({ question: 'needle', expected: { artifacts: ['kb/t#last'] } });
    const start = performance.now();
    const ended = await project.start({ node: ['--require', probe] }, '--json').ended;
    expect(ended.stderr).not.toContain('Internal');
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout).report.cases[0].legs.lexical).toEqual(['kb/t#last']);
    const peakMib = Number(readFileSync(join(project.root, 'peak'), 'utf8')) / 1024;
    // Flat from 200 MB on: measured 852 MiB there and 895 MiB at 1000 MB, with 256 MiB for the engine.
    expect(peakMib).toBeLessThan(1024);
    if (process.env['CONTEXTFUL_HOSTILE_MB'] !== undefined) {
      process.stderr.write(
        `${MEGABYTES} MB: peak ${Math.round(peakMib)} MiB, ${Math.round((performance.now() - start) / 1000)} s\n`,
      );
    }
  });
});

/** Rows of about 1 KiB, and one with the needle at the end. */
function writeLarge(path: string, megabytes: number): void {
  const file = openSync(path, 'w');
  const filler = 'lorem ipsum dolor sit amet consectetur '.repeat(25);
  let seq = 0;
  for (let written = 0; written < megabytes * 1_000_000; ) {
    let block = '';
    for (let i = 0; i < 1000; i += 1) {
      block += `{"doc_id":"r${seq}","body":"${filler}${seq % 997}"}\n`;
      seq += 1;
    }
    written += writeSync(file, block);
  }
  writeSync(file, '{"doc_id":"last","body":"a needle at the end"}\n');
  closeSync(file);
}
