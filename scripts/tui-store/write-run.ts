import type { Context } from '../../core/context.ts';
import { stubJudged } from '../../evals/judge/stub.ts';
import { openCaseJournal } from '../../evals/run/case-journal.ts';
import { type CaseLine, type RowEntry, readOfLine } from '../../evals/run/case-line.ts';
import { type Conclusion, concludeRun } from '../../evals/run/conclude-run.ts';
import { indexRun } from '../../evals/run/index-run.ts';
import { planDigest } from '../../evals/run/plan.ts';
import { type PreparedRun, prepareRun } from '../../evals/run/prepare.ts';
import { recordEvents } from '../../evals/run/record-events.ts';
import type { EvaluationRequest } from '../../evals/run/request.ts';
import { checkpointHeader, findCheckpoint } from '../../evals/run/resume.ts';
import { createRunDirectory, pointLatest, type RunDirectory } from '../../evals/run/run-directory.ts';
import { truthOf } from '../../evals/run/truth.ts';
import { writeInputs } from '../../evals/run/write-inputs.ts';
import { scoreCase } from '../../evals/score/case-figures.ts';
import { LEGS, type Leg } from '../../evals/store/port.ts';
import { type Cause, mix, type WorldCase, worldCase, worldLegs } from './world.ts';

export type WrittenRun = Conclusion & { readonly directory: RunDirectory };

/**
 * One run whose rows come from a world instead of a store. Everything else is the product's own: the checks before,
 * the journal, the report, the verdict, the events.
 */
export async function writeRun(
  request: EvaluationRequest,
  context: Context,
  seed: number,
  cause: Cause,
): Promise<WrittenRun> {
  const recorder = recordEvents(context);
  const { emit } = recorder;
  emit({ t: 'run.started', goldens: request.goldens });
  const prepared = await prepareRun(request, context);
  const { cases } = prepared.selected;
  const plan = planDigest(prepared);
  emit({ t: 'run.planned', plan, cases: cases.length, corpora: prepared.corpora.length });
  const directory = await createRunDirectory(request.root, context.clock.now(), plan);
  await recorder.openFile(directory.file('events.jsonl'));
  emit({ t: 'run.opened', run: directory.id, directory: directory.path });
  await writeInputs(directory, prepared);
  await pointLatest(request.root, directory.id);
  const { content } = await findCheckpoint(prepared, context.cwd);
  const journal = await openCaseJournal(
    directory.file('checkpoint.jsonl'),
    content,
    checkpointHeader(prepared),
    { fsync: 'batch', elapsedMs: context.clock.elapsedMs },
  );
  for (const loaded of cases) {
    const line = lineOf(loaded, prepared, worldCase(seed, loaded.ordinal), seed, cause);
    await journal.append(line);
    const { id: name, outcome, ordinal } = line;
    emit({ t: 'case.end', case: name, ordinal, outcome, place: { file: loaded.file, line: loaded.line } });
  }
  const store = { adapter: 'memory', engine: 'world', version: '1' };
  const conclusion = await concludeRun(prepared, journal, directory, store, context, emit);
  emit({ t: 'run.end', exit: conclusion.verdict.exit });
  await journal.close();
  await recorder.end();
  await indexRun(request.root, directory, cases.length);
  return { directory, ...conclusion };
}

function lineOf(
  loaded: PreparedRun['selected']['cases'][number],
  prepared: PreparedRun,
  one: WorldCase,
  seed: number,
  cause: Cause,
): CaseLine {
  const legs: { [leg in Leg]?: readonly RowEntry[] } = {};
  const errors: { [leg in Leg]?: string } = {};
  const world = worldLegs(seed, one, cause, prepared.request.k);
  for (const leg of LEGS) {
    const rows = world[leg];
    if ('error' in rows) errors[leg] = rows.error;
    else legs[leg] = rows.map(({ table, key, inWindow }, i) => [table, key, inWindow, 1 - i / 64]);
  }
  const truth = truthOf(loaded.case);
  const judged = stubJudged(
    truth,
    (legs.hybrid ?? []).map(([table, key, in_window]) => ({
      table,
      key,
      in_window,
      text: `${table} ${key}`,
    })),
  );
  const line = {
    id: loaded.case.id,
    ordinal: loaded.ordinal,
    legs,
    ...(Object.keys(errors).length === 0 ? {} : { errors }),
    systems: {
      tokens: 200 + (mix(seed, one.ordinal, 40) % 800),
      cost: 0,
      bucket: 'le_1x',
      latency_ms: 2 + (mix(seed, one.ordinal, 41) % 40) / 4,
    },
    judged,
  };
  const read = readOfLine({ ...line, outcome: 'pass' }, loaded);
  return { ...line, outcome: scoreCase(truth, read, prepared.surface, judged).entry.outcome };
}
