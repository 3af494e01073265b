import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../core/context.ts';
import { BASELINE_FILE } from '../../scripts/tui-store/project.ts';
import { refuse } from '../../spec/refusals.ts';
import { createLoader } from '../../tui/effects/load/index.ts';
import { createSource, type Loader } from '../../tui/effects/source.ts';
import { parseKeyScript } from '../../tui/input/script.ts';
import { frameLines } from '../../tui/linear/lines.ts';
import { lineText } from '../../tui/model/fit.ts';
import { createSession, type Session, type SessionPorts } from '../../tui/session.ts';
import { DEFAULT_PREFERENCES, type Effect, here, initialState } from '../../tui/state/state.ts';
import { type SeededStore, seededStore } from '../support/seeded-store.ts';

let store: SeededStore;
let load: Loader;
let newest: string;

beforeAll(async () => {
  store = await seededStore(3);
  load = createLoader({ root: store.root, corpusRoots: [], clock: frozenClock(0n) });
  newest = store.runs.at(-1)?.id ?? '';
});
afterAll(() => store.remove());

type Opened = { readonly session: Session; readonly effects: Effect[]; readonly reload: () => void };

function open(link: string, change: Partial<SessionPorts> = {}): Opened {
  const effects: Effect[] = [];
  const source = createSource(load, error => {
    throw error;
  });
  const session = createSession(initialState(link, { columns: 120, rows: 30 }, DEFAULT_PREFERENCES, null), {
    source,
    symbols: 'utf8',
    perform: async effect => {
      effects.push(effect);
      return [];
    },
    changed: () => {},
    fail: error => {
      throw error;
    },
    ...change,
  });
  return { session, effects, reload: source.reload };
}

async function play(session: Session, script: string): Promise<void> {
  await session.settled();
  for (const chord of parseKeyScript(script)) {
    session.press(chord);
    await session.settled();
  }
}

/** Id of the row under the cursor. */
function row(session: Session): string | undefined {
  const { list } = session.screen();
  return list.idAt?.(here(session.state()).cursor);
}

const cases = (): string => `run/${newest}/cases`;

describe('tui.filter the cursor and the filter', () => {
  test('a row that stays keeps the cursor', async () => {
    const { session } = open(cases());
    await play(session, '15*j');
    const before = row(session);
    await play(session, '/ "outcome:fail" enter');
    expect(row(session)).toBe(before);
    expect(here(session.state()).cursor).toBeLessThan(15);
    await play(session, '/ ctrl+u enter');
    expect([row(session), here(session.state()).cursor]).toEqual([before, 15]);
  });

  test('a row that goes leaves it on the nearest that followed', async () => {
    const { session } = open(cases());
    await play(session, '10*j');
    const ids = Array.from({ length: 400 }, (_, index) => session.screen().list.idAt?.(index) ?? '');
    const before = row(session) ?? '';
    await play(session, '/ "tag:cjk" enter');
    const following = ids.slice(ids.indexOf(before)).find(id => id.startsWith('cjk'));
    expect(row(session)).toBe(following);
  });

  test('where none followed it stands on the last', async () => {
    const { session } = open(cases());
    await play(session, 'G / "line:..3" enter');
    expect([here(session.state()).cursor, session.screen().list.total]).toEqual([2, 3]);
  });

  test('another order keeps it on its row too', async () => {
    const { session } = open(cases());
    await play(session, '5*j');
    const before = row(session);
    await play(session, 's s s S');
    expect(row(session)).toBe(before);
    expect(session.screen().sorted).toEqual({ column: 'lexical', descending: true });
  });

  test('a reload keeps it on its row', async () => {
    const { session, reload } = open('runs');
    await play(session, 'j');
    const before = row(session);
    reload();
    await session.settled();
    expect(row(session)).toBe(before);
  });

  test('a reload reads anew what is compared', async () => {
    const { session, reload } = open(`run/${newest}`);
    await session.settled();
    expect(session.frame().crumbs[1]).toBe(`${newest} vs baseline`);
    const path = join(store.root, BASELINE_FILE);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `${text} `);
    reload();
    await session.settled();
    writeFileSync(path, text);
    expect(session.frame().crumbs[1]).toBe(`${newest} vs stale baseline`);
  });

  test('A marks all of the list, and is:marked shows them', async () => {
    const { session } = open(cases());
    await play(session, '/ "tag:cjk outcome:fail" enter A');
    const { total, marks } = here(session.state());
    expect(marks).toHaveLength(total);
    expect(session.state().notice?.text).toBe(`${total} marked`);
    await play(session, '/ ctrl+u "is:marked" enter');
    expect(session.screen().list.total).toBe(total);
    expect(session.frame().list?.rows.every(({ marked }) => marked)).toBe(true);
    await play(session, 'X');
    expect(session.screen().list.total).toBe(0);
  });

  test('filter, order and marks are there when one comes back', async () => {
    const { session } = open(cases());
    await play(session, '/ "is:red" enter s space j');
    const before = here(session.state());
    await play(session, 'enter esc');
    expect(here(session.state())).toEqual(before);
  });
});

describe('tui.keys the neighbours of a case', () => {
  test('} and { go through the filtered list, whose cursor goes along', async () => {
    const { session } = open(cases());
    await play(session, '/ "is:red" enter j');
    const list = session.screen().list;
    const ids = [1, 2, 3].map(index => list.idAt?.(index));
    const shown = (): string => here(session.state()).link;
    await play(session, 'enter');
    expect(shown()).toBe(`run/${newest}/case/${ids[0]}`);
    await play(session, '} }');
    expect(shown()).toBe(`run/${newest}/case/${ids[2]}`);
    await play(session, '{');
    expect(shown()).toBe(`run/${newest}/case/${ids[1]}`);
    await play(session, 'esc');
    expect(row(session)).toBe(ids[1]);
  });

  test('a case that was opened directly has those of its run', async () => {
    const { session } = open(`run/${newest}/case/cjk-0001`);
    await play(session, '}');
    expect(here(session.state()).link).toBe(`run/${newest}/case/edge-chain-0002`);
    await play(session, '{ { {');
    expect(here(session.state()).link).toBe(`run/${newest}/case/edge-chain-0000`);
    expect(session.state().notice?.text).toBe('no further one in the list');
  });

  test('the chosen leg stays', async () => {
    const { session } = open(`run/${newest}/case/cjk-0001?leg=vector`);
    await play(session, '}');
    expect(here(session.state()).link).toBe(`run/${newest}/case/edge-chain-0002?leg=vector`);
  });

  test('from the explanation they are its cases', async () => {
    const { session } = open(`run/${newest}/explain`);
    await play(session, 'enter }');
    const [list, shown] = session.state().stack;
    const { signal } = new AbortController();
    const [worst] = await load({ kind: 'explanations', run: newest }, () => {}, signal);
    const second = worst?.contributions.at(1)?.id;
    expect([list?.cursor, shown?.link]).toEqual([1, `run/${newest}/case/${second}`]);
  });
});

describe('tui.keys the palette', () => {
  test('a case by the beginning of its id', async () => {
    const { session } = open(`run/${newest}`);
    await play(session, ': "CJK-003"');
    expect(
      session.frame().overlay?.lines.map(line =>
        line
          .map(({ text }) => text)
          .join('')
          .trim(),
      ),
    ).toEqual([`Go to run/${newest}/case/cjk-0031`, `Go to run/${newest}/case/cjk-0035`]);
    await play(session, 'down enter');
    expect(here(session.state()).link).toBe(`run/${newest}/case/cjk-0035`);
  });
});

describe('tui-cli.md 13 panes', () => {
  test('tab moves into the detail, which says so without colour', async () => {
    const { session } = open(cases());
    // So low that the detail is longer than its window.
    session.send({ t: 'resize', columns: 120, rows: 16 });
    await session.settled();
    const divider = (): string =>
      frameLines(session.frame(), session.pen)
        .map(({ line }) => lineText(line))
        .join('\n');
    expect(divider()).toContain(' │ ');
    await play(session, 'tab j');
    expect(divider()).toContain(' ┃ ');
    expect(divider()).not.toContain(' │ ');
    expect([here(session.state()).cursor, here(session.state()).scroll]).toEqual([0, 1]);
  });

  test('from 30 rows on a narrow terminal shows the detail below, p takes it away', async () => {
    const { session } = open(cases());
    session.send({ t: 'resize', columns: 80, rows: 36 });
    await session.settled();
    const { list, detail } = session.frame();
    expect(detail?.placement).toBe('below');
    expect(frameLines(session.frame(), session.pen)).toHaveLength(36);
    await play(session, 'p');
    expect(session.frame().detail).toBeNull();
    expect(session.frame().list?.rows.length).toBeGreaterThan(list?.rows.length ?? 0);
  });

  test('z gives the detail the whole body, esc gives it back', async () => {
    const { session } = open(cases());
    await play(session, 'z');
    expect(session.frame()).toMatchObject({ list: null, detail: { placement: 'over', active: true } });
    await play(session, 'esc');
    expect(session.frame().list).not.toBeNull();
  });
});

describe('tui-cli.md 12 keys and data', () => {
  test('keys that are pressed before data comes act once it is there', async () => {
    const { session } = open('runs');
    for (const key of ['j', 'enter']) session.press(key);
    await session.settled();
    expect(here(session.state()).link).toBe(`run/${store.runs.at(-2)?.id}`);
  });

  test('what needs no row acts at once', () => {
    const { session } = open('runs');
    session.press('?');
    expect(session.state().overlay?.kind).toBe('help');
  });

  test('what an effect refuses is told on the screen', async () => {
    const { session } = open('runs', {
      perform: async () => {
        throw refuse('ClipboardUnavailable', { message: 'there is no clipboard' });
      },
    });
    await play(session, 'y');
    expect(session.state().notice).toEqual({
      text: 'ClipboardUnavailable: there is no clipboard',
      tone: 'bad',
    });
  });

  test('ctrl+c ends it at once, and asks first while a run goes on', async () => {
    const idle = open('runs');
    await play(idle.session, 'ctrl+c');
    expect(idle.effects).toEqual([{ t: 'quit', code: 0, jobs: 'leave' }]);
    const busy = open('runs');
    await busy.session.settled();
    busy.session.send({ t: 'job', job: { id: 'j', what: 'eval run', pid: 1, run: null, state: 'running' } });
    await play(busy.session, 'ctrl+c');
    expect([busy.session.state().overlay?.kind, busy.session.over()]).toEqual(['leave', false]);
    await play(busy.session, 'ctrl+c');
    expect(busy.effects).toEqual([{ t: 'quit', code: 130, jobs: 'leave' }]);
  });

  test('a fault in a screen is kept, and esc leaves it', async () => {
    const faults: unknown[] = [];
    const source = createSource(load, () => {});
    const broken = {
      ...source,
      get: (resource: Parameters<typeof source.get>[0]) => {
        if (resource.kind === 'case') throw new TypeError('a fault of ours');
        return source.get(resource);
      },
    } as typeof source;
    const { session } = open(`run/${newest}/case/cjk-0001`, {
      source: broken,
      broken: error => {
        faults.push(error);
        return '.contextful/crash/1.txt';
      },
    });
    await session.settled();
    const shown = session
      .frame()
      .empty.flat()
      .map(({ text }) => text);
    expect(shown.join('')).toContain('.contextful/crash/1.txt');
    await play(session, 'esc');
    expect(here(session.state()).link).toBe(cases());
    expect(faults).toHaveLength(1);
  });
});
