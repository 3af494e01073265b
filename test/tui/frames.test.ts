import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../core/context.ts';
import { makeTuiStore } from '../../scripts/tui-store/make.ts';
import { bindings } from '../../tui/bindings.ts';
import { createLoader } from '../../tui/effects/load/index.ts';
import { frameLines } from '../../tui/linear/lines.ts';
import { lineCells, lineText } from '../../tui/model/fit.ts';
import { createSession, type Session } from '../../tui/session.ts';
import { DEFAULT_PREFERENCES, here, initialState } from '../../tui/state/state.ts';
import {
  type BaseData,
  HOSTILE_TEXTS,
  type HostileSource,
  hostileSource,
} from '../support/hostile-source.ts';

let base: BaseData;
let runs: readonly string[];
const root = mkdtempSync(join(tmpdir(), 'contextful-frames-'));

beforeAll(async () => {
  const made = await makeTuiStore({ root, runs: 3, cases: 40, seed: 2, cause: 'cjk', pid: 1 });
  runs = made.map(({ id }) => id);
  const load = createLoader({ root, corpusRoots: [], clock: frozenClock(0n) });
  const { signal } = new AbortController();
  const [, a = '', b = ''] = runs;
  const ask = { run: b, vs: a };
  base = {
    runs: await load({ kind: 'runs' }, () => {}, signal),
    run: await load({ kind: 'run', ...ask }, () => {}, signal),
    case: await load({ kind: 'case', ...ask, id: 'cjk-0001' }, () => {}, signal),
    compare: await load({ kind: 'compare', a, b }, () => {}, signal),
  };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SCREENS = [
  'runs',
  'run/B?vs=A',
  'run/B?tab=judged',
  'run/B?tab=stamp',
  'run/B?tab=systems',
  'run/B/slices',
  'run/B/slice/cjk',
  'run/B/diff?vs=A',
  'run/B/floors',
  'run/B/explain?vs=A',
  'run/B/cases?vs=A',
  'run/B/cases?filter=is%3Ared',
  'run/B/case/cjk-0001?vs=A',
  'run/B/case/cjk-0001/row/r',
  'compare/A/B',
  'compare/A/B/case/cjk-0001',
  'gate',
  'help',
];
const CHORDS = [...bindings.flatMap(({ keys }) => keys), 'enter', 'enter', 'esc', 'j', 'j', 'x', '漢'];

const action = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...CHORDS).map(chord => ({ chord })) },
  { weight: 4, arbitrary: fc.constant('arrive' as const) },
  { weight: 1, arbitrary: fc.constant('reload' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map(paste => ({ paste })) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map(notice => ({ notice })) },
  {
    weight: 2,
    arbitrary: fc.record({
      columns: fc.integer({ min: 1, max: 220 }),
      rows: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ x: fc.integer({ min: 1, max: 200 }), y: fc.integer({ min: 1, max: 60 }) }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

type Opened = { readonly session: Session; readonly source: HostileSource };

function open(link: string, symbols: 'utf8' | 'ascii', readOnly: boolean): Opened {
  const [, a = '', b = ''] = runs;
  const source = hostileSource(base);
  const address = link.replaceAll(/\bA\b/g, a).replaceAll(/\bB\b/g, b);
  const reason = readOnly ? '--read-only' : null;
  const session = createSession(
    initialState(address, { columns: 100, rows: 30 }, DEFAULT_PREFERENCES, reason, [...HOSTILE_TEXTS]),
    {
      source,
      symbols,
      perform: async () => [],
      changed: () => {},
      fail: error => {
        throw error;
      },
    },
  );
  return { session, source };
}

function act({ session, source }: Opened, one: Action): void {
  if (one === 'arrive') source.arrive();
  else if (one === 'reload') source.reload();
  else if ('chord' in one) session.press(one.chord);
  else if ('paste' in one) session.send({ t: 'paste', text: one.paste });
  else if ('notice' in one) session.send({ t: 'done', notice: one.notice });
  else if ('x' in one) session.mouse('click', one);
  else session.send({ t: 'resize', ...one });
}

/** What is wrong with the frame that is shown. */
function faultsOf({ session }: Opened): readonly string[] {
  const frame = session.frame();
  const { columns, rows } = session.state().size;
  const lines = frameLines(frame, session.pen);
  const visit = here(session.state());
  const { list } = frame;
  const isInWindow =
    list === null ||
    list.window.total === 0 ||
    (list.window.from <= visit.cursor &&
      visit.cursor < list.window.to &&
      list.window.to <= list.window.total);
  return [
    ...(lines.length > rows ? [`${lines.length} rows of ${rows}`] : []),
    ...lines.flatMap(({ line }, at) => {
      const wide = lineCells(line);
      return wide === columns ? [] : [`row ${at} has ${wide} of ${columns} cells: ${lineText(line)}`];
    }),
    ...lines.flatMap(({ line }, at) => (HIDDEN.test(lineText(line)) ? [`row ${at} hides a character`] : [])),
    ...(isInWindow ? [] : [`cursor ${visit.cursor} outside ${JSON.stringify(list?.window)}`]),
    ...(frame.footer.length > 8 ? [`${frame.footer.length} hints`] : []),
  ];
}

/** Controls and what turns the direction of text. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

describe('tui-cli.md 11 frames, over any keys and hostile text', () => {
  test('no row is wider or narrower than the terminal, none hides a character, the cursor is in the window', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCREENS),
        fc.constantFrom('utf8' as const, 'ascii' as const),
        fc.boolean(),
        fc.array(action, { maxLength: 14, size: 'max' }),
        (link, symbols, readOnly, actions) => {
          const opened = open(link, symbols, readOnly);
          const faults = [...faultsOf(opened)];
          for (const one of ['arrive' as const, 'arrive' as const, ...actions]) {
            act(opened, one);
            faults.push(...faultsOf(opened));
          }
          expect(faults).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
