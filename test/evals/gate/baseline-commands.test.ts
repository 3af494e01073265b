import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentJson } from '../../../core/canonical-json.ts';
import { digestOf } from '../../../core/digest.ts';
import { type BaselineFile, parseBaseline } from '../../../evals/gate/baseline-file.ts';
import { detectableEffect, resolvingCases } from '../../../evals/gate/detectable.ts';
import { gateBaseline } from '../../../evals/gate/gate-baseline.ts';
import { initBaseline } from '../../../evals/gate/init-baseline.ts';
import { bandOfRepeats, sampleDeviation } from '../../../evals/gate/noise-band.ts';
import { readBaselineBytes } from '../../../evals/gate/read-baseline.ts';
import { showBaseline } from '../../../evals/gate/show-baseline.ts';
import { caseChanges, parseSidecar, sidecarLines } from '../../../evals/gate/sidecar.ts';
import { sidecarPath } from '../../../evals/gate/sidecar-path.ts';
import { writeNewBaseline, writeRaisedBaseline } from '../../../evals/gate/write-baseline.ts';
import { vectorCases } from '../../support/vectors.ts';
import { forty, refusalOf, rejectionOf, smallReport } from './support.ts';

const RAISER = fileURLToPath(new URL('./raise-forever.ts', import.meta.url));
const RUN = '{"k":3,"tier":"deterministic","model":null,"samples":1}';
const parse = (text: string): BaselineFile => parseBaseline(Buffer.from(text), 'evals/baselines/b.json');

describe('assurance.baseline.file: init', () => {
  const init = (changes: Partial<Parameters<typeof initBaseline>[0]> = {}) =>
    initBaseline({ report: smallReport(), projectFloors: [], ...changes });

  test('pins the count, five means and their counts per leg, and the two floors that hold over no case', () => {
    const { text, entries } = init();
    expect(entries.map(({ path }) => path)).toHaveLength(1 + 30 + 2);
    expect(text).toMatch(/^\{\n {2}"_run": \{/);
    expect(text).toContain('"retrieval.hybrid.forbidden_row_rate.n": 0');
    expect(text).toContain('"retrieval.hybrid.in_window_rate.n": 0');
    const baseline = parse(text);
    expect(documentJson(baseline.stamp)).toBe(documentJson(smallReport().run));
    expect(gateBaseline(baseline, smallReport(), true)).toMatchObject({ verdict: 'held' });
    expect(showBaseline(baseline, null).warnings).toEqual([]);
  });

  test('a mean over fewer than 30 cases is left out and named; its count is pinned', () => {
    const { entries, small } = init({ report: smallReport(forty().slice(0, 29)) });
    expect(entries.map(({ path }) => path)).toContain('retrieval.hybrid.recall_at_k.n');
    expect(small).toContainEqual({ path: 'retrieval.hybrid.recall_at_k', n: 29 });
  });

  test('slices with 30 cases on request, the small ones listed', () => {
    const report = smallReport(forty(i => ({ tags: i < 30 ? ['big', '__proto__', 'a.b'] : ['little'] })));
    const { entries, small } = init({ report, withSlices: true });
    const sliced = entries.filter(({ path }) => path.startsWith('slices.')).map(({ path }) => path);
    expect(sliced).toEqual(
      ['__proto__', 'big'].flatMap(tag =>
        ['ndcg_at_k', 'recall_at_k'].flatMap(metric => [
          `slices.${tag}.${metric}`,
          `slices.${tag}.${metric}.n`,
        ]),
      ),
    );
    expect(small).toEqual([{ path: 'slices.little', n: 10 }]);
  });

  test('named paths stand instead of the default ones, each with its band', () => {
    const { text } = init({
      report: smallReport(forty(() => ({ latencyMs: 12 }))),
      paths: ['latency_ms', 'n_cases'],
      bands: new Map([['latency_ms', 5]]),
    });
    expect(parse(text).entries.map(({ path, value, ownBand }) => [path.text, value, ownBand])).toEqual([
      ['latency_ms', 12, 5],
      ['n_cases', 40, null],
      ['retrieval.hybrid.forbidden_row_rate.n', 0, null],
      ['retrieval.hybrid.in_window_rate.n', 0, null],
    ]);
  });

  test.each<[string, Parameters<typeof init>[0], string]>([
    ['a red floor', { report: smallReport(forty(() => ({ top: 'other' }))) }, 'BaselineFromRed'],
    ['an errored case', { report: smallReport(forty(i => ({ fails: i === 3 }))) }, 'BaselineFromPartial'],
    [
      'an unscored case',
      { report: smallReport(forty(i => (i === 3 ? { unscored: ['no_dates'] } : {}))) },
      'BaselineFromPartial',
    ],
    ['a filtered run', { report: smallReport(forty(), { partial: true }) }, 'BaselineFromPartial'],
    [
      'three repeats',
      { repeats: Array(3).fill({ file: 'r', report: smallReport() }) },
      'BaselineFromPartial',
    ],
    [
      'a repeat of another stamp',
      {
        repeats: Array(10).fill({
          file: 'r',
          report: smallReport(forty(), { stamp: { ...smallReport([]).run, k: 4 } }),
        }),
      },
      'BaselineRunStampMismatch',
    ],
    ['a path outside the grammar', { paths: ['retrieval.fts.recall_at_k'] }, 'BaselinePathUnresolved'],
    ['a thin path', { paths: ['retrieval.hybrid.abstention_rate'] }, 'BaselinePathUnresolved'],
    [
      'latency without a band',
      { report: smallReport(forty(() => ({ latencyMs: 1 }))), paths: ['latency_ms'] },
      'BaselinePathUnresolved',
    ],
    ['a band on a count', { bands: new Map([['n_cases', 1]]) }, 'BaselinePathUnresolved'],
    ['a band on nothing', { bands: new Map([['judge.accuracy', 1]]) }, 'BaselinePathUnresolved'],
  ])('refused: %s', (_name, changes, code) => {
    expect(refusalOf(() => init(changes)).code).toBe(code);
  });

  test('from repeats: the band is six deviations, and latency gets one', () => {
    const noisy = (i: number) =>
      smallReport(forty(n => ({ latencyMs: 10 + i, top: n < i % 2 ? 'other' : 'wanted' })));
    const repeats = Array.from({ length: 10 }, (_, i) => ({ file: `r${i}`, report: noisy(i) }));
    const { entries } = init({ report: noisy(0), repeats });
    const bandAt = (path: string) => entries.find(entry => entry.path === path)?.band;
    expect(bandAt('latency_ms')).toBe(18.166);
    expect(bandAt('retrieval.hybrid.recall_at_k')).toBe(0.0791);
    expect(bandAt('retrieval.hybrid.recall_at_k.n')).toBeNull();
    const quiet = init({ repeats: Array(10).fill({ file: 'r', report: smallReport() }) });
    expect(quiet.entries.every(({ band }) => band === null)).toBe(true);
  });
});

describe('assurance.baseline.default-dead-band: bands against noise', () => {
  type Band = {
    id: string;
    input: { values: number[]; default: number };
    expect: { sd: number; band: number } | { refused: string };
  };

  test.each(vectorCases<Band>('scoring', 'noise_band'))('$id', ({ input, expect: want }) => {
    const band = bandOfRepeats(input.values, input.default);
    if ('refused' in want) expect(band).toBeNull();
    else {
      expect(band).toBe(want.band);
      expect(sampleDeviation(input.values)).toBeCloseTo(want.sd, 12);
    }
  });

  type Need = { id: string; input: { n: number; mde: number; band: number }; expect: number };

  test.each(vectorCases<Need>('scoring', 'resolving_n'))('$id', ({ input, expect: want }) => {
    expect(resolvingCases(input.n, input.mde, input.band)).toBe(want);
  });

  test('one case detects nothing', () => {
    expect(detectableEffect([1])).toBeNull();
  });
});

describe('assurance.baseline.file: show', () => {
  const report = smallReport(forty(i => ({ tags: ['a'], top: i < 4 ? 'other' : 'wanted' })));
  const text = `{"_run":${RUN},\n"retrieval.hybrid.recall_at_k":0.9,\n"slices.a.ndcg_at_k":{"value":0.9,"band":0.5},"judge.accuracy":0,"n_cases":40}`;

  test('each band beside what its cases can resolve', () => {
    const [recall, slice, , count] = showBaseline(parse(text), report).entries;
    expect(recall).toMatchObject({
      line: 2,
      current: 0.9,
      n: 40,
      band: 0.02,
      ownBand: false,
      interval: { level: 0.95 },
    });
    expect(recall?.detectable).toBeCloseTo(0.1346, 4);
    expect(recall?.neededCases).toBe(1812);
    expect(slice).toMatchObject({
      band: 0.5,
      ownBand: true,
      neededCases: null,
      interval: { resamples: 1000 },
    });
    expect(count).toMatchObject({ kind: 'count', current: 40, interval: null, detectable: null });
  });

  test('warns of a band below the detectable effect, a mean without its count, a missing digest', () => {
    const { warnings } = showBaseline(parse(text), report);
    expect(warnings[0]).toBe(
      'retrieval.hybrid.recall_at_k: the band 0.0200 is below the smallest change that its cases show, 0.1346; 1812 cases would resolve it',
    );
    expect(warnings).toContain('slices.a.ndcg_at_k has no slices.a.ndcg_at_k.n beside it');
    expect(warnings).toContain('_run has no case_set: a run with another one still compares');
  });
});

describe('assurance.baseline.raise-only: sidecar', () => {
  const report = smallReport(forty(i => ({ tags: ['__proto__'], fails: i === 2 })));
  const lines = [...sidecarLines(report, digestOf('text'), ['evals/cases/a.jsonl'])];

  test('what was written reads back, one line per case', () => {
    const sidecar = parseSidecar(lines.join(''), 'b.cases.jsonl');
    expect(lines).toHaveLength(41);
    expect(sidecar.header).toMatchObject({ baseline: digestOf('text'), goldens: ['evals/cases/a.jsonl'] });
    expect(sidecar.cases[0]).toMatchObject({
      id: 'c0',
      tags: ['__proto__'],
      legs: { hybrid: { rows: ['t#c0'], metrics: { recall_at_k: 1 } } },
      judged: [{ dimension: 'citation_faithfulness', judgment: { score: 1 } }],
    });
  });

  test.each([
    ['not JSON', (all: string[]) => all.with(3, '{\n'), 4],
    ['another member', (all: string[]) => all.with(5, '{"id":1}\n'), 6],
    ['no header', (all: string[]) => all.slice(1), 1],
  ])('%s is refused with its line', (_name, change, line) => {
    const refusal = refusalOf(() => parseSidecar(change(lines).join(''), 'b.cases.jsonl'));
    expect(refusal).toMatchObject({ code: 'ReportUnreadable', place: { file: 'b.cases.jsonl', line } });
  });

  test('joined, left and changed cases are told apart', () => {
    const sidecar = parseSidecar(lines.slice(0, 4).join(''), 'b.cases.jsonl');
    const now = [
      { id: 'c0', digest: digestOf('c0') },
      { id: 'c1', digest: digestOf('else') },
      { id: 'new', digest: digestOf('new') },
    ];
    expect(caseChanges(sidecar, now)).toEqual({ added: ['new'], removed: ['c2'], changed: ['c1'] });
  });
});

describe('assurance.baseline.raise-only: landing', () => {
  let folder = '';
  const text = `{"_run":${RUN},"n_cases":1}`;
  const content = { text: `{"_run":${RUN},"n_cases":2}`, sidecar: ['one\n', 'two\n'] };
  const at = (name: string) => join(folder, name);
  const place = async (name: string): Promise<BaselineFile> => {
    await writeFile(at(name), text);
    return parseBaseline(Buffer.from(text), name);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contextful-baseline-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('both files land whole, the mode is kept', async () => {
    const baseline = await place('a.json');
    await chmod(at('a.json'), 0o664);
    await writeRaisedBaseline(at('a.json'), baseline, content);
    expect(await readFile(at('a.json'), 'utf8')).toBe(content.text);
    expect(await readFile(sidecarPath(at('a.json')), 'utf8')).toBe('one\ntwo\n');
    expect((await stat(at('a.json'))).mode & 0o777).toBe(0o664);
  });

  test('a symbolic link is followed and stays one', async () => {
    const baseline = await place('real.json');
    await symlink('real.json', at('link.json'));
    await writeRaisedBaseline(at('link.json'), baseline, content);
    expect((await lstat(at('link.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(at('real.json'), 'utf8')).toBe(content.text);
  });

  test('a file that changed meanwhile, or is gone, is a conflict and nothing is written', async () => {
    const baseline = await place('b.json');
    await writeFile(at('b.json'), `${text} `);
    const before = await readdir(folder);
    expect(await rejectionOf(writeRaisedBaseline(at('b.json'), baseline, content))).toMatchObject({
      code: 'BaselineWriteConflict',
      exit: 3,
    });
    expect(await readFile(at('b.json'), 'utf8')).toBe(`${text} `);
    expect(await readdir(folder)).toEqual(before);
    await rm(at('b.json'));
    expect((await rejectionOf(writeRaisedBaseline(at('b.json'), baseline, content))).code).toBe(
      'BaselineWriteConflict',
    );
  });

  test('a sidecar that can not be written leaves the baseline as it was', async () => {
    const baseline = await place('c.json');
    const broken = {
      text: content.text,
      sidecar: {
        *[Symbol.iterator]() {
          yield 'one\n';
          throw new RangeError('disk full');
        },
      },
    };
    await expect(writeRaisedBaseline(at('c.json'), baseline, broken)).rejects.toThrow('disk full');
    expect(await readFile(at('c.json'), 'utf8')).toBe(text);
    expect((await readdir(folder)).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });

  test('of two raises at once one lands whole; a later one is a conflict', async () => {
    const baseline = await place('g.json');
    const raises = ['2', '3'].map(n => ({
      text: text.replace('"n_cases":1', `"n_cases":${n}`),
      sidecar: [n],
    }));
    const ended = await Promise.allSettled(
      raises.map(raise => writeRaisedBaseline(at('g.json'), baseline, raise)),
    );
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(raises.map(raise => raise.text)).toContain(await readFile(at('g.json'), 'utf8'));
    await expect(writeRaisedBaseline(at('g.json'), baseline, content)).rejects.toMatchObject({
      code: 'BaselineWriteConflict',
    });
  });

  test('what the disk says is told by name', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const filling = {
      text: content.text,
      *sidecar() {
        yield 'a line\n';
        throw full;
      },
    };
    const before = await readdir(folder);
    const onFull = writeNewBaseline(at('h.json'), 'h.json', { ...filling, sidecar: filling.sidecar() });
    expect(await rejectionOf(onFull)).toMatchObject({
      code: 'DiskFull',
      exit: 3,
      place: { file: 'h.json' },
      found: full.message,
    });
    expect(await readdir(folder)).toEqual(before);
    await writeFile(at('file'), '');
    expect(await rejectionOf(writeNewBaseline(at('file/i.json'), 'file/i.json', content))).toMatchObject({
      code: 'UsageBadValue',
      exit: 2,
      place: { file: 'file/i.json' },
    });
  });

  test('a device is no baseline, and is not read', async () => {
    expect(await rejectionOf(readBaselineBytes('/dev/zero', folder))).toMatchObject({
      code: 'BaselinePathUnresolved',
      exit: 2,
      found: 'it is no regular file',
    });
  });

  test('kill -9 in the middle of raises leaves a whole baseline', async () => {
    await place('k.json');
    for (const lines of [1, 2, 5]) {
      await killedWhileRaising(at('k.json'), lines);
      expect(parseBaseline(await readFile(at('k.json')), 'k.json').entries).toHaveLength(1);
    }
  });

  test('init never replaces a file, not even a dangling link', async () => {
    await place('d.json');
    await symlink('nowhere', at('e.json'));
    for (const name of ['d.json', 'e.json']) {
      expect(await rejectionOf(writeNewBaseline(at(name), name, content))).toMatchObject({
        code: 'BaselineExists',
        exit: 2,
        place: { file: name },
      });
    }
    await writeNewBaseline(at('f.json'), 'f.json', content);
    expect(await readFile(at('f.json'), 'utf8')).toBe(content.text);
  });
});

/** Raises one baseline over and over in a child process, and kills it after so many raises. */
async function killedWhileRaising(path: string, raises: number): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', RAISER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = 0;
  for await (const chunk of child.stdout) {
    seen += String(chunk).split('\n').length - 1;
    if (seen >= raises) break;
  }
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(seen).toBeGreaterThanOrEqual(raises);
}
