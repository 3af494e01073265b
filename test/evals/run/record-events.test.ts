import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frozenClock, neverTimer } from '../../../core/context.ts';
import { readEventLine } from '../../../evals/run/event-schema.ts';
import type { RunEvent } from '../../../evals/run/events.ts';
import { type EventRecorder, recordEvents } from '../../../evals/run/record-events.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contextful-events-'));
  path = join(folder, 'events.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const MOST_WAITING = 8;
const still = { clock: frozenClock(0n), after: neverTimer };
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

async function collect(recorder: EventRecorder, turns = 0): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  for await (const event of recorder.events()) {
    for (let waited = 0; waited < turns; waited += 1) await turn();
    seen.push(event);
  }
  return seen;
}

async function fileEvents(): Promise<readonly (RunEvent | undefined)[]> {
  const text = await readFile(path, 'utf8');
  return text.split('\n').slice(0, -1).map(readEventLine);
}

const caseRead = (n: number) => ({ t: 'case.read', case: `c${n}` }) as const;
const seqs = (events: readonly (RunEvent | undefined)[]) => events.map(event => event?.seq);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe('evaluate.md 12.1 events.jsonl', () => {
  test('a resumed run goes on behind the last whole line of a killed one, without a gap', async () => {
    const whole = '{"t":"run.started","seq":1}\n{"t":"case.end","seq":2}\n';
    await writeFile(path, `${whole}{"t":"case.end","se`);
    const recorder = recordEvents(still);
    recorder.emit({ t: 'run.started', goldens: [] });
    await recorder.openFile(path);
    recorder.emit(caseRead(1));
    await recorder.end();
    const text = await readFile(path, 'utf8');
    expect(text.startsWith(whole)).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).seq)).toEqual([1, 2, 3, 4]);
  });

  test('a slow consumer of a resumed run reads the events of this process again, by its own numbers', async () => {
    await writeFile(path, '{"t":"run.started","seq":1}\n{"t":"run.end","seq":2}\n');
    const recorder = recordEvents(still, MOST_WAITING);
    recorder.emit({ t: 'run.started', goldens: [] });
    const seen = collect(recorder, 3);
    await recorder.openFile(path);
    for (const n of upTo(50)) recorder.emit(caseRead(n));
    await recorder.end();
    expect(seqs(await seen)).toEqual(upTo(51));
  });
});

describe('evaluate.md 11.3 events at their consumers', () => {
  test('the file and every consumer have one stream, also one that comes late', async () => {
    const recorder = recordEvents(still, MOST_WAITING);
    recorder.emit({ t: 'run.started', goldens: ['a.jsonl'] });
    const first = collect(recorder);
    await recorder.openFile(path);
    for (const n of upTo(30)) recorder.emit(caseRead(n));
    const late = collect(recorder, 1);
    for (const n of upTo(30))
      recorder.emit({ t: 'run.progress', phase: 'run', done: n, of: 30, elapsed_ms: 0 });
    await recorder.end();
    const inFile = await fileEvents();
    // Of the progress the first and the end: no time passed in which more could be told.
    expect(seqs(inFile)).toEqual(upTo(33));
    expect(await first).toEqual(inFile);
    expect(await late).toEqual(inFile);
  });

  test('at any speed, every consumer gets every event once and in order', async () => {
    const speed = fc.nat(4);
    await fc.assert(
      fc.asyncProperty(
        fc.array(speed, { minLength: 1, maxLength: 3 }),
        fc.array(speed, { minLength: 1, maxLength: 5 }),
        fc.nat(80),
        async (consumers, work, total) => {
          await rm(path, { force: true });
          const recorder = recordEvents(still, MOST_WAITING);
          recorder.emit({ t: 'run.started', goldens: [] });
          const seen = consumers.map(turns => collect(recorder, turns));
          await recorder.openFile(path);
          for (const n of upTo(total)) {
            recorder.emit(caseRead(n));
            for (let turns = work[n % work.length] ?? 0; turns > 0; turns -= 1) await turn();
          }
          await recorder.end();
          const inFile = await fileEvents();
          expect(seqs(inFile)).toEqual(upTo(total + 1));
          for (const events of await Promise.all(seen)) expect(events).toEqual(inFile);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a consumer whose events were taken from the file is told so', async () => {
    const recorder = recordEvents(still, MOST_WAITING);
    const stream = recorder.events();
    recorder.emit({ t: 'run.started', goldens: [] });
    await stream.next();
    await recorder.openFile(path);
    for (const n of upTo(50)) recorder.emit(caseRead(n));
    await recorder.end();
    await truncate(path, 200);
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toMatchObject({ code: 'RunUnreadable' });
  });
});
