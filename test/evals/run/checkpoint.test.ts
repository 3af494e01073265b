import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { inspectCheckpoint, requireSameRun } from '../../../evals/run/checkpoint.ts';
import { isSealed, sealLine } from '../../../evals/run/checkpoint-line.ts';
import { vectorCases } from '../../support/vectors.ts';

const header = {
  agent: 'agent://local',
  schema: 'contextful.eval.checkpoint/1',
  run: { k: 5, tier: 'deterministic' },
  plan: 'sha256:aa',
};
const caseLine = (id: string, ordinal: number) =>
  sealLine({ id, ordinal, outcome: 'pass', legs: { hybrid: [['t', 'k', true, 0.5]] } });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextful-checkpoint-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspect(content: string | Uint8Array) {
  const path = join(folder, 'journal');
  await writeFile(path, content);
  return inspectCheckpoint(path);
}

describe('assurance.evaluate.checkpoint: a line', () => {
  test.each(vectorCases<{ object: JsonObject; line: string }>('evaluate', 'checkpoint-line'))(
    '$line',
    ({ object, line }) => {
      expect(sealLine(object)).toBe(line);
      expect(isSealed(Buffer.from(line))).toBe(true);
    },
  );

  test('any changed byte breaks the seal', () => {
    const line = Buffer.from(caseLine('東京', 3));
    for (let at = 0; at < line.length; at += 1) {
      const changed = Buffer.from(line);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(isSealed(changed)).toBe(false);
    }
  });
});

describe('assurance.evaluate.checkpoint: opening a journal', () => {
  type Tail = { tail: string; held?: string[]; truncated?: number; refusal?: string; line?: number };
  test.each(vectorCases<Tail>('evaluate', 'checkpoint-tail'))(
    'tail %#',
    async ({ tail, held, truncated, refusal, line }) => {
      const content = `${sealLine(header)}\n${tail}`;
      if (refusal !== undefined) {
        await expect(inspect(content)).rejects.toMatchObject({ code: refusal, exit: 2, place: { line } });
        expect(await readFile(join(folder, 'journal'), 'utf8')).toBe(content);
        return;
      }
      const opened = await inspect(content);
      expect([...opened.ids.keys()]).toEqual(held);
      expect(opened.tornBytes).toBe(truncated);
      expect(opened.goodBytes + opened.tornBytes).toBe(Buffer.byteLength(content));
      expect(opened.header).toEqual(header);
    },
  );

  test('a missing file is an empty journal', async () => {
    const opened = await inspectCheckpoint(join(folder, 'none'));
    expect(opened).toMatchObject({ header: undefined, goodBytes: 0, tornBytes: 0 });
  });

  test('every cut of a journal keeps the lines that are whole', async () => {
    const lines = [sealLine(header), caseLine('a', 0), caseLine('b "id":"x"', 1), caseLine('ç', 2)];
    const whole = Buffer.from(lines.map(line => `${line}\n`).join(''));
    for (let cut = 0; cut <= whole.length; cut += 7) {
      const opened = await inspect(whole.subarray(0, cut));
      const full = whole.subarray(0, cut).toString('latin1').split('\n').length - 1;
      expect(opened.held.size).toBe(Math.max(0, full - 1));
      expect(opened.header !== undefined).toBe(full > 0);
    }
  });

  test.each([
    ['{"id":"c1","corpus":"../corpora/a","question":"x"}\n'],
    ['one line of notes\n'],
    ['notes without an end'],
    ['{'.repeat(9)],
  ])('a file that was never a journal is refused and stays as it is: %j', async content => {
    await expect(inspect(content)).rejects.toMatchObject({
      code: 'CheckpointCorrupt',
      exit: 2,
      place: { line: 1 },
      found: 'a file that begins as no journal does',
    });
    expect(await readFile(join(folder, 'journal'), 'utf8')).toBe(content);
  });

  test('spans give back each line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' })), async ids => {
        const content = Buffer.from(
          [sealLine(header), ...ids.map((id, i) => caseLine(id, i))].map(l => `${l}\n`).join(''),
        );
        const opened = await inspect(content);
        expect(opened.ids).toEqual(new Map(ids.map((id, i) => [id, i])));
        for (let ordinal = 0; ordinal < opened.held.size; ordinal += 1) {
          const { offset = 0, length = 0 } = opened.held.get(ordinal) ?? {};
          expect(content.toString('utf8', offset, offset + length)).toBe(
            caseLine(ids[ordinal] ?? '', ordinal),
          );
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('assurance.evaluate.checkpoint: another run', () => {
  test('the first member that differs is named down to its leaf, the plan only when nothing else differs', () => {
    expect(() =>
      requireSameRun('j', header, { ...header, plan: 'sha256:bb', run: { k: 6, tier: 'deterministic' } }),
    ).toThrow(
      expect.objectContaining({
        code: 'CheckpointMismatch',
        exit: 4,
        facts: { member: 'run.k', was: '5', is: '6' },
      }),
    );
    expect(() => requireSameRun('j', header, { ...header, plan: 'sha256:bb' })).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ member: 'plan' }) }),
    );
    expect(() => requireSameRun('j', header, { ...header })).not.toThrow();
  });
});
