import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindings } from '../../../tui/bindings.ts';
import { draftOf } from '../../../tui/input/draft.ts';
import { atRoot, parentLink } from '../../../tui/state/navigate.ts';
import {
  DEFAULT_PREFERENCES,
  type Effect,
  type Event,
  here,
  initialState,
  type Preview,
  type Seen,
  type State,
  type Visit,
} from '../../../tui/state/state.ts';
import { step } from '../../../tui/state/step.ts';

const LINKS = [
  'runs',
  'runs?filter=verdict%3Ared',
  'run/r1',
  'run/r1?vs=r2',
  'run/r1/cases',
  'run/r1/cases?filter=is%3Ared&sort=recall',
  'run/r1/case/c1',
  'run/r1/case/c1/row/t%23k',
  'run/r1/slice/cjk',
  'run/r1/diff',
  'compare/r1/r2',
  'compare/r1/r2/case/c1',
  'run/r1/live',
  'gate',
  'help',
];
const TYPED = [
  'a',
  'd',
  's',
  'é',
  '漢',
  'backspace',
  'ctrl+w',
  'ctrl+u',
  'enter',
  'esc',
  'up',
  'down',
  'space',
];
const CHORDS = [...new Set([...bindings.flatMap(({ keys }) => keys), ...TYPED])];

const link = fc.constantFrom(...LINKS);
const index = fc.nat(12);

const seen: fc.Arbitrary<Seen> = fc.record(
  {
    focus: fc.record(
      {
        link,
        value: fc.string(),
        filter: fc.constantFrom('outcome:fail', 'verdict:red'),
        id: fc.constantFrom('a', 'b', 'c'),
        place: fc.constant({ file: 'evals/cases/a.jsonl', line: 3, column: 1 }),
      },
      { requiredKeys: [] },
    ),
    height: fc.integer({ min: 1, max: 40 }),
    detailHeight: fc.nat(40),
    detailLines: fc.nat(90),
    gridColumns: fc.nat(3),
    sortKeys: fc.subarray(['id', 'recall', 'outcome']),
    tabs: fc.subarray(['metrics', 'slices', 'cases', 'stamp']),
    legs: fc.subarray(['lexical', 'vector', 'hybrid']),
    previous: fc.record({ link, cursor: index }),
    next: fc.record({ link, cursor: index }),
    choices: fc.subarray([
      'action:sort',
      'action:baseline',
      'action:rerun',
      'link:run/r1/diff',
      'filter:is:red',
      'vs:r2',
      'theme:mono',
      'export:csv',
    ]),
    filtered: fc.subarray(['a', 'b', 'c']),
  },
  {
    requiredKeys: [
      'focus',
      'height',
      'detailHeight',
      'detailLines',
      'gridColumns',
      'sortKeys',
      'tabs',
      'legs',
      'choices',
    ],
  },
);

const preview: fc.Arbitrary<Preview> = fc.record({
  kind: fc.constantFrom('baseline', 'rerun', 'stop'),
  title: fc.string(),
  lines: fc.array(fc.string(), { maxLength: 3 }),
  word: fc.constantFrom(null, 'ad'),
  refused: fc.constantFrom(null, 'it is red'),
  token: fc.string(),
  command: fc.constant(null),
});

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ t: fc.constant('key' as const), chord: fc.constantFrom(...CHORDS), seen }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ t: fc.constant('paste' as const), text: fc.string({ unit: 'binary' }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      t: fc.constant('mouse' as const),
      kind: fc.constantFrom('up' as const, 'down' as const, 'click' as const),
      row: fc.option(fc.nat(60)),
      pane: fc.constantFrom('list' as const, 'detail' as const),
      seen,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ t: fc.constant('resize' as const), columns: fc.nat(220), rows: fc.nat(70) }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        t: fc.constant('listed' as const),
        link,
        total: fc.constantFrom(0, 1, 7, 40, 200_000),
        cursor: fc.nat(300_000),
      },
      { requiredKeys: ['t', 'link', 'total'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('preview' as const), preview }) },
  {
    weight: 1,
    arbitrary: fc.record({
      t: fc.constant('job' as const),
      job: fc.record({
        id: fc.constantFrom('j1', 'j2'),
        what: fc.string(),
        pid: fc.constantFrom(null, 4711),
        run: fc.constantFrom(null, 'r1'),
        state: fc.constantFrom('starting' as const, 'running' as const, 'ended' as const),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      { t: fc.constant('done' as const), notice: fc.string(), open: link },
      { requiredKeys: ['t', 'notice'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ t: fc.constant('failed' as const), code: fc.string(), message: fc.string() }),
  },
);

const session = fc.record({
  start: link,
  readOnly: fc.boolean(),
  events: fc.array(event, { maxLength: 40, size: 'max' }),
});

function begin(start: string, readOnly: boolean): State {
  return initialState(
    start,
    { columns: 80, rows: 24 },
    DEFAULT_PREFERENCES,
    readOnly ? '--read-only' : null,
    ['is:red'],
  );
}

type Moment = { readonly state: State; readonly effects: readonly Effect[]; readonly event: Event };

function play(start: string, readOnly: boolean, events: readonly Event[]): readonly Moment[] {
  let state = begin(start, readOnly);
  return events.map(one => {
    // The driver tells of a list on the screen that is shown; others are late.
    const stepped = step(state, one);
    state = stepped.state;
    return { ...stepped, event: one };
  });
}

/** Within a second or two each, together 10,000 runs. */
const RUNS = { numRuns: 1250 };

describe('tui-cli.md 11 the reducer, over any events', () => {
  test('the cursor is in its list', () => {
    fc.assert(
      fc.property(session, ({ start, readOnly, events }) => {
        const visits = play(start, readOnly, events).flatMap(({ state }) => state.stack);
        const isOutside = ({ cursor, top, total, column, scroll }: Visit): boolean =>
          cursor >= Math.max(1, total) || Math.min(cursor, top, column, scroll) < 0;
        expect(visits.filter(isOutside)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('esc reaches the root in as many presses as there are screens and things over them', () => {
    fc.assert(
      fc.property(session, ({ start, readOnly, events }) => {
        const moments = play(start, readOnly, events);
        let state = moments.at(-1)?.state ?? begin(start, readOnly);
        const { overlay, draft, preferences, stack } = state;
        const over = [overlay !== null, draft !== null, preferences.zoom].filter(Boolean).length;
        const most = over + stack.length - 1 + levelsAbove(stack[0]?.link ?? 'runs');
        for (let press = 0; press < most; press += 1) state = step(state, ESC).state;
        expect(state.overlay).toBeNull();
        expect(state.draft).toBeNull();
        expect(atRoot(state)).toBe(true);
        expect(step(state, ESC).effects).toEqual([]);
      }),
      RUNS,
    );
  });

  test('read-only: nothing is planned, applied or started', () => {
    fc.assert(
      fc.property(session, ({ start, events }) => {
        const kinds = new Set(play(start, true, events).flatMap(({ effects }) => effects.map(({ t }) => t)));
        for (const kind of ['apply', 'spawn', 'plan', 'note', 'pin', 'export', 'open'] as const) {
          expect(kinds).not.toContain(kind);
        }
      }),
      RUNS,
    );
  });

  test('what is applied is the preview that was shown, in the dialog that shows it', () => {
    fc.assert(
      fc.property(session, ({ start, events }) => {
        let shown: Preview | null = null;
        for (const { state, effects, event: last } of play(start, false, events)) {
          for (const effect of effects) {
            if (effect.t !== 'apply' && effect.t !== 'spawn') continue;
            expect(last).toMatchObject({ t: 'key', chord: 'enter' });
            expect(effect.preview).toBe(shown);
            expect(effect.preview.refused).toBeNull();
          }
          shown = state.overlay?.kind === 'preview' ? state.overlay.preview : null;
        }
      }),
      RUNS,
    );
  });

  test('the same events lead to the same state, which is JSON as its effects are', () => {
    fc.assert(
      fc.property(session, ({ start, readOnly, events }) => {
        const once = play(start, readOnly, events);
        expect(play(start, readOnly, JSON.parse(JSON.stringify(events)))).toEqual(once);
        expect(JSON.parse(JSON.stringify(once))).toEqual(once);
      }),
      RUNS,
    );
  });

  test('a page that comes late for a screen that was left changes nothing', () => {
    fc.assert(
      fc.property(session, link, fc.nat(1000), ({ start, readOnly, events }, late, total) => {
        const state = play(start, readOnly, events).at(-1)?.state ?? begin(start, readOnly);
        fc.pre(here(state).link !== late);
        expect(step(state, { t: 'listed', link: late, total }).state).toBe(state);
      }),
      RUNS,
    );
  });

  test('the state does not grow with the number of rows', () => {
    fc.assert(
      fc.property(session, ({ start, readOnly, events }) => {
        const grownBy: number[] = [];
        const small = play(start, readOnly, events.map(withTotal(1)));
        const large = play(start, readOnly, events.map(withTotal(200_000)));
        for (const [at, { state }] of large.entries()) {
          const before = small[at]?.state ?? state;
          const places = state.stack.length + [...state.past, ...state.future].flat().length;
          const grown = JSON.stringify(state).length - JSON.stringify(before).length;
          // The numbers themselves have more digits.
          grownBy.push(grown - places * 40);
        }
        expect(Math.max(0, ...grownBy)).toBeLessThanOrEqual(40);
      }),
      RUNS,
    );
  });

  test('an action key that is typed while a line is open only types', () => {
    fc.assert(
      fc.property(session, fc.constantFrom(...CHORDS), seen, ({ start, readOnly, events }, chord, at) => {
        fc.pre(chord !== 'enter' && chord !== 'esc');
        const left = play(start, readOnly, events).at(-1)?.state ?? begin(start, readOnly);
        const state: State = { ...left, overlay: null, notice: null, draft: draftOf('recall<1') };
        const after = step(state, { t: 'key', chord, seen: at });
        expect(after.effects).toEqual([]);
        expect({ ...after.state, draft: state.draft }).toEqual(state);
      }),
      RUNS,
    );
  });
});

const NOTHING: Seen = {
  focus: {},
  height: 10,
  detailHeight: 0,
  detailLines: 0,
  gridColumns: 0,
  sortKeys: [],
  tabs: [],
  legs: [],
  choices: [],
};
const ESC: Event = { t: 'key', chord: 'esc', seen: NOTHING };

function levelsAbove(address: string): number {
  const above = parentLink(address);
  return above === undefined ? 0 : 1 + levelsAbove(above);
}

function withTotal(total: number): (event: Event) => Event {
  return one => (one.t === 'listed' ? { ...one, total } : one);
}
