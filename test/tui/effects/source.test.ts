import { describe, expect, test } from 'vitest';
import { refuse } from '../../../spec/refusals.ts';
import { createSource, type Loader } from '../../../tui/effects/source.ts';
import { pending } from '../../../tui/model/blank.ts';
import { createPen } from '../../../tui/model/pen.ts';
import type { Progress, Resource } from '../../../tui/model/source.ts';

type Waiting = {
  readonly resource: Resource;
  readonly give: (value: unknown) => void;
  readonly fail: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly tell: (progress: Progress) => void;
};

/** A source whose loads a test answers. */
function held() {
  const loads: Waiting[] = [];
  const crashes: unknown[] = [];
  // What a test answers with stands for data of the kind that was asked for.
  const load: Loader = (resource, tell, signal) =>
    new Promise((give, fail) => {
      loads.push({ resource, tell, give: value => give(value as never), fail, signal });
    });
  const source = createSource(load, error => crashes.push(error));
  return { source, loads, crashes };
}

const run = (id: string): Resource & { kind: 'run' } => ({ kind: 'run', run: id });
const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('tui-cli.md 13 what still loads', () => {
  test('says how far it is', () => {
    const { source, loads } = held();
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    source.get(run('a'));
    loads[0]?.tell({ n: 20_000, of: 200_000 });
    expect([source.progress(run('a')), changes]).toEqual([{ n: 20_000, of: 200_000 }, 1]);
    const screen = pending(['runs', 'a'], source, run('a'), createPen('utf8'));
    expect(screen.waiting).toBe('loading: 20,000 of 200,000 cases');
  });
});

describe('tui-cli.md 20 what was loaded', () => {
  test('is loaded once, and told when it is there', async () => {
    const { source, loads } = held();
    let changes = 0;
    source.onChange(() => {
      changes += 1;
    });
    expect(source.get(run('a'))).toBeUndefined();
    expect(source.get({ run: 'a', vs: undefined, kind: 'run' })).toBeUndefined();
    expect(loads).toHaveLength(1);
    expect(source.loading()).toBe(true);
    const settled = source.settled();
    loads[0]?.give('data');
    await settled;
    expect(source.get(run('a'))).toBe('data');
    expect([changes, source.loading()]).toEqual([1, false]);
  });

  test('keeps 32, and forgets the one that was asked for longest ago', async () => {
    const { source, loads } = held();
    for (let n = 0; n < 32; n += 1) source.get(run(`r${n}`));
    for (const { give } of loads) give('data');
    await turn();
    source.get(run('r0'));
    source.get(run('new'));
    expect(source.get(run('r0'))).toBe('data');
    expect(source.get(run('r1'))).toBeUndefined();
  });

  test('what still loads is not forgotten', async () => {
    const { source, loads } = held();
    for (let n = 0; n < 40; n += 1) source.get(run(`r${n}`));
    expect(loads).toHaveLength(40);
    source.get(run('r0'));
    expect(loads).toHaveLength(40);
  });

  test('a refusal stays with what it was refused for', async () => {
    const { source, loads, crashes } = held();
    source.get(run('a'));
    const refused = refuse('RunUnreadable', { message: 'a file is damaged' });
    loads[0]?.fail(refused);
    await turn();
    expect(source.failure(run('a'))).toBe(refused);
    expect(source.failure(run('b'))).toBeUndefined();
    expect(crashes).toEqual([]);
  });

  test('any other fault is ours', async () => {
    const { source, loads, crashes } = held();
    source.get(run('a'));
    const fault = new Error('a fault');
    loads[0]?.fail(fault);
    await turn();
    expect(crashes).toEqual([fault]);
  });

  test('a reload reads all anew, and what was on its way is given up', async () => {
    const { source, loads, crashes } = held();
    source.get(run('a'));
    source.reload();
    expect(loads[0]?.signal.aborted).toBe(true);
    source.get(run('a'));
    expect(loads).toHaveLength(2);
    loads[0]?.fail(new Error('aborted'));
    loads[1]?.give('anew');
    await turn();
    expect(source.get(run('a'))).toBe('anew');
    expect([crashes, source.loading()]).toEqual([[], false]);
  });
});

describe('tui-cli.md 20 what is renewed', () => {
  /** A source whose only load is renewed by a test; `isShown`: whether a screen asks again when something changed. */
  async function renewable(isShown: () => boolean) {
    const renews: ((value: unknown) => boolean)[] = [];
    const load: Loader = async (_resource, _tell, _signal, renew) => {
      renews.push(value => renew?.(value as never) ?? false);
      return 'first' as never;
    };
    const source = createSource(load, () => {});
    source.onChange(() => {
      if (isShown()) source.get(run('a'));
    });
    source.get(run('a'));
    await turn();
    return { source, renews };
  }

  test('is there at once while a screen asks for it', async () => {
    const { source, renews } = await renewable(() => true);
    expect(renews[0]?.('second')).toBe(true);
    expect(source.get(run('a'))).toBe('second');
  });

  test('no screen asks: it lapses, and who asks next gets the old one until it is loaded again', async () => {
    const { source, renews } = await renewable(() => false);
    expect(renews[0]?.('second')).toBe(false);
    expect(renews[0]?.('third')).toBe(false);
    expect([source.get(run('a')), renews.length]).toEqual(['second', 2]);
    await turn();
    expect(source.get(run('a'))).toBe('first');
  });

  test('nothing is renewed after a reload', async () => {
    const { source, renews } = await renewable(() => true);
    source.reload();
    expect(renews[0]?.('second')).toBe(false);
  });
});
