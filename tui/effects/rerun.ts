import { join } from 'node:path';
import { makeFolder, writeFileAtomic } from '../../core/atomic-file.ts';
import { sha256Hex } from '../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Refusal } from '../../core/refusal.ts';
import { shellLine } from '../../core/shell-quote.ts';
import { plannedFiles } from '../../evals/run/case-files.ts';
import { type RunDirectory, runDirectory } from '../../evals/run/run-directory.ts';
import { readDocument } from '../../evals/run/run-summary.ts';
import { selectionText } from '../../evals/run/selection.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Session } from '../session.ts';
import { runOf } from '../state/relink.ts';
import type { Effect, Event, Preview } from '../state/state.ts';
import { humanInt } from '../text/human.ts';
import type { EffectPorts } from './perform.ts';
import { createTail } from './tail.ts';

const FOLDER = '.contextful/tui';

/**
 * What a run over the same plan would be: its cases and its command. `rerun-some` takes the given ids, else those
 * that failed or broke; they go through a file (tui-cli.md 20). Nothing but that file is written.
 */
export async function planRerun(
  { what, link, ids }: Effect & { t: 'plan' },
  { root, env }: Pick<EffectPorts, 'root' | 'env'>,
): Promise<Preview> {
  const id = runOf(link) ?? '';
  const run = runDirectory(root, id);
  const plan = readDocument(run, 'plan.json');
  const title = what === 'rerun' ? `Run the plan of ${id} again` : `Run some cases of ${id} again`;
  if (plan === undefined) return preview(title, [], 'this run has no plan.json', []);
  const chosen = what === 'rerun' ? null : ids.length > 0 ? ids : await brokenCases(run);
  if (chosen?.length === 0)
    return preview(title, [], 'no case of it failed or broke, and none is marked', []);
  const files = plannedFiles(plan).names;
  const selection = chosen === null ? null : await writeSelection(root, id, chosen);
  const words = rerunWords(plan, files, selection, env);
  const of = isJsonObject(plan['cases']) ? numberText(plan['cases']['n']) : '?';
  const lines = [
    chosen === null ? `cases    ${of}` : `cases    ${humanInt(chosen.length)} of ${of}: subset of ${id}`,
    `from     ${files.join(', ')}`,
    'cost     no model is called',
    ...(chosen === null ? [] : ['a part of the cases can raise no baseline']),
    `command  ${shellLine(['contextful', ...words])}`,
  ];
  return preview(title, lines, null, words);
}

function preview(
  title: string,
  lines: readonly string[],
  refused: string | null,
  words: readonly string[],
): Preview {
  const command = words.length === 0 ? null : shellLine(['contextful', ...words]);
  return { kind: 'rerun', title, lines, word: null, refused, token: JSON.stringify(words), command };
}

/** The flags that make a run what its plan says; who reads comes from the environment where a token is there. */
function rerunWords(
  plan: JsonObject,
  files: readonly string[],
  selection: string | null,
  env: EffectPorts['env'],
): readonly string[] {
  const ranking = isJsonObject(plan['ranking']) ? plan['ranking'] : {};
  const session = isJsonObject(plan['session']) ? plan['session'] : {};
  const weights = isJsonObject(ranking['weights']) ? ranking['weights'] : {};
  const hasToken = (env['CONTEXTFUL_TOKEN'] ?? '') !== '';
  const flags: readonly (readonly [string, JsonValue | undefined])[] = [
    ['--k', plan['k']],
    ['--seed', plan['seed']],
    ['--landed-at', plan['landed_at']],
    ...(hasToken
      ? []
      : ([
          ['--zone', session['zone']],
          ['--agent', session['agent']],
        ] as const)),
    ['--store', plan['store']],
    ['--candidates', ranking['candidates']],
    ['--statistics', ranking['statistics']],
    ['--calibration', ranking['calibration']],
    ['--weights', `${numberText(weights['vector'])}:${numberText(weights['lexical'])}`],
    ['--context-window', plan['context_window']],
  ];
  const baseline = baselineOf(plan);
  return [
    'eval',
    'run',
    ...files.flatMap(file => ['--goldens', file]),
    ...flags.flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [name, String(value)] : [],
    ),
    ...(selection === null ? [] : ['--only', `ids=${selection}`]),
    // A part of the cases compares with no baseline of the whole.
    ...(baseline === undefined || selection !== null ? ['--floors-only'] : ['--baseline', baseline]),
  ];
}

function baselineOf(plan: JsonObject): string | undefined {
  const steps = Array.isArray(plan['steps']) ? plan['steps'] : [];
  const step = steps.find(one => typeof one === 'string' && one.startsWith(BASELINE_STEP));
  return typeof step === 'string' ? step.slice(BASELINE_STEP.length) : undefined;
}

const BASELINE_STEP = 'baseline ';

/** By their newest outcome in the run's events, which a run that was interrupted has too. */
async function brokenCases(run: RunDirectory): Promise<readonly string[]> {
  const outcomes = new Map<string, string>();
  await createTail(run.file('events.jsonl')).read(
    line => {
      if (!line.startsWith('{"t":"case.end"')) return;
      const event: unknown = JSON.parse(line);
      if (!isJsonObject(event)) return;
      const { case: id, outcome } = event;
      if (typeof id === 'string' && typeof outcome === 'string') outcomes.set(id, outcome);
    },
    () => undefined,
  );
  return [...outcomes].flatMap(([id, outcome]) => (BROKEN.has(outcome) ? [id] : []));
}

const BROKEN: ReadonlySet<string> = new Set(['fail', 'error', 'unscored']);

/** Equal selections are one file. Its path from the root. */
async function writeSelection(root: string, run: string, ids: readonly string[]): Promise<string> {
  const text = selectionText(run, ids);
  const file = `${FOLDER}/selections/${sha256Hex(text).slice(0, 12)}.json`;
  await makeFolder(join(root, FOLDER, 'selections'));
  await writeFileAtomic(join(root, file), text, { mode: 0o600 });
  return file;
}

/**
 * Starts a run that was previewed, in a process group of its own: it goes on when we end. Opens its live screen once
 * it has a directory. StoreUnavailable (3) where it ends before that, with its own last words.
 */
export async function startRerun(
  { token }: Preview,
  session: Session,
  { root, own, programs, clock, after }: EffectPorts,
): Promise<readonly Event[]> {
  const words: unknown = JSON.parse(token);
  if (!Array.isArray(words)) throw new TypeError('a preview of a run holds the words of its command');
  await makeFolder(join(root, FOLDER, 'jobs'));
  const job = sha256Hex(`${clock.now()} ${token}`).slice(0, 12);
  const to = {
    stdout: join(root, FOLDER, 'jobs', `${job}.out`),
    stderr: join(root, FOLDER, 'jobs', `${job}.err`),
  };
  const { pid, ended, letGo } = await programs.background([...own, ...words.map(String), '--events'], to);
  const told = { id: job, what: 'eval run', pid } as const;
  session.send({ t: 'job', job: { ...told, run: null, state: 'starting' } });
  const start = await startOfRun(to.stderr, ended, after);
  letGo();
  if ('words' in start) {
    session.send({ t: 'job', job: { ...told, run: null, state: 'ended' } });
    throw notStarted(start.words, to.stderr);
  }
  const { run } = start;
  session.send({ t: 'job', job: { ...told, run, state: 'running' } });
  ended.then(code => {
    session.send({ t: 'job', job: { ...told, run, state: 'ended' } });
    session.send({ t: 'done', notice: `run ${run} ended${code === null ? '' : ` with ${code}`}` });
  });
  return [{ t: 'done', notice: `run ${run} goes on as process ${pid}`, open: `run/${run}/live` }];
}

const LOOK_MS = 50;

/** Reads what the run says on stderr until it names its directory, or ends. */
async function startOfRun(
  file: string,
  ended: Promise<number | null>,
  after: EffectPorts['after'],
): Promise<{ readonly run: string } | { readonly words: string }> {
  const tail = createTail(file);
  let run: string | undefined;
  let last = '';
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const wasOver = isOver;
    await tail.read(
      line => {
        run ??= /^\{"t":"run\.opened".*"run":"([^"]+)"/.exec(line)?.[1];
        if (line !== '' && !line.startsWith('{"t":')) last ||= line;
      },
      () => undefined,
    );
    if (run !== undefined) return { run };
    if (wasOver) return { words: last };
    await new Promise<void>(resolve => {
      after(LOOK_MS, resolve);
    });
  }
}

/** Its own refusal, where it told one. */
function notStarted(words: string, file: string): Refusal {
  return refuse('StoreUnavailable', {
    message: `the run did not start: ${words === '' ? 'it said nothing' : words}`,
    place: { file },
    facts: { path: file, run: null },
  });
}

function numberText(value: JsonValue | undefined): string {
  return typeof value === 'number' ? String(value) : '?';
}
