import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../core/context.ts';
import { createLoader } from '../../../tui/effects/load/index.ts';
import { type ReaderPorts, type ReaderRequest, runReader } from '../../../tui/linear/reader.ts';
import { DEFAULT_PREFERENCES, type Effect } from '../../../tui/state/state.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

const GREETING = 'contextful tui: screen-reader mode on; type ? for help.\n';

let store: SeededStore;

beforeAll(async () => {
  store = await seededStore(2);
});

afterAll(() => store.remove());

type Spoken = {
  readonly exit: number;
  /** What was said before the first line, and after each one. */
  readonly answers: readonly string[];
  readonly effects: readonly Effect[];
};

/** Types all lines, one after the other, and then ends. */
async function speak(
  lines: readonly string[],
  request: Partial<ReaderRequest> = {},
  ports: Partial<ReaderPorts> = {},
): Promise<Spoken> {
  let text = '';
  const effects: Effect[] = [];
  const exit = await runReader(
    {
      link: 'runs',
      preferences: DEFAULT_PREFERENCES,
      filters: [],
      readOnlyReason: null,
      piped: true,
      ...request,
    },
    {
      lines: (async function* () {
        yield* lines;
      })(),
      write: async part => {
        text += part;
        return true;
      },
      load: createLoader({ root: store.root, corpusRoots: [], clock: systemClock }),
      perform: async effect => {
        effects.push(effect);
        return effect.t === 'copy' ? [{ t: 'done', notice: `copied ${effect.text}` }] : [];
      },
      signal: new AbortController().signal,
      elapsedMs: () => 0,
      crash: error => {
        throw error;
      },
      ...ports,
    },
  );
  return { exit, answers: text.split('> \n'), effects };
}

const newest = (): string => store.runs.at(-1)?.id ?? '';
const cases = (): string => `run/${newest()}/cases`;

describe('tui-cli.md 20 linear mode', () => {
  test('a number opens a row, b goes back, q ends with 0', async () => {
    const { exit, answers } = await speak(['1', 'b', 'q']);
    expect(exit).toBe(0);
    const [start, opened, back, end] = answers;
    expect(start?.startsWith(`${GREETING}runs: 2 runs\n1. run ${newest()}: verdict red; `)).toBe(true);
    expect(opened).toContain('why retrieval.hybrid.hit_rate_at_k fell 0.0791');
    expect(opened).toContain('1. metric recall@10: lexical 0.829, down 0.079; vector 0.908, no change;');
    expect(`${GREETING}${back}`).toBe(start);
    expect(end).toBe('');
  });

  test('a case is one sentence: outcome, hybrid recall with its movement, cause', async () => {
    const { answers } = await speak(['/id:cjk-0005'], { link: cases() });
    expect(answers[1]?.split('\n')).toContain(
      '1. case cjk-0005: outcome fail; hybrid recall 0.000, down 1.000; moved gone; cause lexical',
    );
  });

  test('the end of the lines ends it with 0', async () => {
    expect(await speak([])).toMatchObject({ exit: 0 });
  });

  test('m says 20 more rows, numbers count through', async () => {
    const { answers } = await speak(['m', '25'], { link: cases() });
    expect(answers[0]?.match(/^\d+\. case/gm)).toHaveLength(20);
    expect(answers[0]).toContain('20 of 400; m says more');
    expect(answers[1]?.match(/^\d+\. case/gm)?.[0]).toBe('21. case');
    expect(answers[2]).toMatch(/cases, [a-z-]+-0024/);
  });

  test('a filter narrows the list; one with a fault says where and filters nothing', async () => {
    const { answers } = await speak(['/is:red', '/zz:1', '/', 'm'], { link: cases() });
    expect(answers[1]).toContain('85 of 400 (is:red)');
    expect(answers[2]).toMatch(/^the filter has a fault at column 1: /);
    expect(answers[3]).toContain('20 of 400; m says more');
    expect(answers[4]).toMatch(/^21\. /);
  });

  test('words of an action act on the row whose number follows', async () => {
    const { answers, effects } = await speak(['copy value 2', 'COPY VALUE', 'zork'], { link: cases() });
    expect(answers[1]).toMatch(/^copied /);
    expect(effects).toMatchObject([{ t: 'copy', what: 'value' }, { t: 'copy' }]);
    expect(effects[1]).toEqual(effects[0]);
    expect(answers[3]).toBe('there is no action `zork`; ? lists them\n');
  });

  test("a tab's name shows it, and ? lists what can be said", async () => {
    const { answers } = await speak(['1', 'floors', '?']);
    expect(answers[2]).toContain('path retrieval.lexical.r_precision.mean: state held; measured 0.6492;');
    expect(answers[3]).toContain('  update baseline\n');
  });

  test('what is to be chosen is numbered', async () => {
    const { answers, effects } = await speak(['export this screen', '3', 'export this screen', 'b']);
    expect(answers[1]).toMatch(/^Export this screen\n1\. txt[\s\S]*3\. csv[\s\S]*a number chooses/);
    expect(effects).toEqual([{ t: 'export', format: 'csv' }]);
  });

  test('a preview is answered by yes, or by its word', async () => {
    const preview = {
      kind: 'baseline',
      title: 'Raise',
      lines: ['+ 0.9'],
      word: 'raise',
      refused: null,
      token: 't',
      command: null,
    } as const;
    const effects: Effect['t'][] = [];
    const perform: ReaderPorts['perform'] = async effect => {
      effects.push(effect.t);
      return effect.t === 'plan' ? [{ t: 'preview', preview }] : [{ t: 'done', notice: 'raised' }];
    };
    const typed = ['update baseline 1', 'rise', 'update baseline', 'raise'];
    const { answers } = await speak(typed, {}, { perform });
    expect(answers[1]).toBe('Raise\n+ 0.9\ntype raise: then it is done; b leaves it\n');
    expect(answers[4]).toBe('raised\n');
    expect(effects).toEqual(['plan', 'plan', 'apply']);
  });

  test('read-only: what writes is off, says why, and is not listed', async () => {
    const { answers } = await speak(['pin the run 1', '?'], { readOnlyReason: '--read-only' });
    expect(answers[1]).toBe('ReadOnly: Pin the run is off, --read-only\n');
    expect(answers[2]).not.toContain('pin the run');
  });

  test('a row that does not exist and a link that names nothing are told', async () => {
    const { answers } = await speak(['9', '0'], { link: 'runs' });
    expect(answers.slice(1, 3)).toEqual([
      'there is no row 9: this list has 2\n',
      'there is no row 0: this list has 2\n',
    ]);
    const { answers: missing } = await speak([], { link: `run/${newest()}/case/nope` });
    expect(missing[0]).toContain('DeepLinkUnresolved');
  });

  test('nothing that is said holds a control sequence, nor what others wrote', async () => {
    const { answers } = await speak(['1', 'cases', '/\u001b[31mred', '\u001b]0;x\u0007'], { link: 'runs' });
    expect(answers.join('')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('who stops reading ends it, and so does a signal', async () => {
    expect(await speak(['1', '1'], {}, { write: async () => false })).toMatchObject({ exit: 0 });
    const stopped = new AbortController();
    stopped.abort();
    const lines: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    };
    expect(await speak([], {}, { signal: stopped.signal, lines })).toMatchObject({ exit: 130 });
  });
});
