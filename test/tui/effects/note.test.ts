import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { frozenClock } from '../../../core/context.ts';
import { parseInstant } from '../../../core/time.ts';
import { readTriage } from '../../../evals/run/triage.ts';
import { lineText } from '../../../tui/model/fit.ts';
import { type EffectWorld, effectWorld } from '../../support/effect-world.ts';
import { type SeededStore, seededStore } from '../../support/seeded-store.ts';

const FILE = 'evals/triage/world.jsonl';

let store: SeededStore;

beforeAll(async () => {
  store = await seededStore(2);
});
afterEach(() => rmSync(join(store.root, FILE), { force: true }));
afterAll(() => store.remove());

const newest = (): string => store.runs.at(-1)?.id ?? '';
const older = (): string => store.runs[0]?.id ?? '';

/** A session that takes notes at an instant. */
function at(instant: string, link: string): Promise<EffectWorld> {
  return effectWorld(store.root, { link, ports: { clock: frozenClock(parseInstant(instant) ?? 0n) } });
}

async function note(world: EffectWorld, text: string): Promise<void> {
  await world.press('a');
  world.session.send({ t: 'paste', text });
  await world.press('enter');
}

const headOf = ({ session }: EffectWorld): string =>
  session
    .screen()
    .head(200)
    .map(line => lineText(line))
    .join('\n');

describe('tui-cli.md 21.5 triage notes', () => {
  test('a mark and a sentence are kept in the committed file and shown on the case at once', async () => {
    const world = await at('2030-06-01T00:00:00Z', `run/${newest()}/case/cjk-0005`);
    await note(world, 'truth-wrong: the row moved to kb');
    expect(world.notice()).toBe(`noted in ${FILE}: cjk-0005 truth-wrong`);
    expect(readFileSync(join(store.root, FILE), 'utf8')).toBe(
      `{"at":"2030-06-01T00:00:00.000000000Z","case":"cjk-0005","mark":"truth-wrong","run":"${newest()}","text":"the row moved to kb"}\n`,
    );
    expect(headOf(world)).toContain('note      truth-wrong: the row moved to kb');
  });

  test('another run of the same case shows it; the newest note of a case counts', async () => {
    const list = await at('2030-06-01T00:00:00Z', `run/${newest()}/cases?filter=id%3Acjk-0005`);
    await note(list, 'look first');
    await note(list, 'flaky second');
    const other = await at('2030-06-01T00:00:00Z', `run/${older()}/case/cjk-0005`);
    expect(headOf(other)).toContain('note      flaky: second');
    expect(headOf(other)).not.toContain('stale');
  });

  test('a green run after it makes it stale', async () => {
    const world = await at('2030-04-01T00:00:00Z', `run/${newest()}/case/cjk-0005`);
    await note(world, 'accepted for now');
    expect(headOf(world)).toContain('accepted: for now (stale: a green run came after it)');
  });

  test.each([
    ['no mark', 'the row moved'],
    ['no sentence', 'flaky'],
  ])('%s: refused, nothing is written', async (_name, text) => {
    const world = await at('2030-06-01T00:00:00Z', `run/${newest()}/case/cjk-0005`);
    await note(world, text);
    expect(world.notice()?.split(':')[0]).toBe('UsageBadValue');
    expect(() => readFileSync(join(store.root, FILE))).toThrow();
  });

  test('no case is under the cursor: refused', async () => {
    const world = await at('2030-06-01T00:00:00Z', `run/${newest()}/floors`);
    await note(world, 'look here');
    expect(world.notice()).toMatch(/^UsageBadValue: no case is under the cursor/);
  });

  test('what people and merges left in the file is passed over; a torn end is closed', async () => {
    const world = await at('2030-06-01T00:00:00Z', `run/${newest()}/case/cjk-0005`);
    await note(world, 'look once');
    appendFileSync(
      join(store.root, FILE),
      '<<<<<<< HEAD\n{"case":"x","mark":"nice","text":"y"}\nnull\n{"case":',
    );
    await note(world, 'look twice');
    expect([...readTriage(store.root, FILE).values()].map(({ text }) => text)).toEqual(['twice']);
    writeFileSync(join(store.root, FILE), '');
    expect(readTriage(store.root, FILE).size).toBe(0);
  });
});
