import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frozenClock } from '../../../core/context.ts';
import { recordEvents } from '../../../evals/run/record-events.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextful-events-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('evaluate.md 12.1 events.jsonl', () => {
  test('a resumed run goes on behind the last whole line of a killed one, without a gap', async () => {
    const path = join(folder, 'events.jsonl');
    const whole = '{"t":"run.started","seq":1}\n{"t":"case.end","seq":2}\n';
    await writeFile(path, `${whole}{"t":"case.end","se`);
    const recorder = recordEvents(frozenClock(0n));
    recorder.emit({ t: 'run.started', goldens: [] });
    await recorder.openFile(path);
    recorder.emit({ t: 'case.read', case: 'c1' });
    await recorder.end();
    const text = await readFile(path, 'utf8');
    expect(text.startsWith(whole)).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).seq)).toEqual([1, 2, 3, 4]);
  });
});
