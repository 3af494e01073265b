import { existsSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { suggest } from '../../core/suggest.ts';
import { refuse } from '../../spec/refusals.ts';
import { sidecarPath } from '../gate/sidecar-path.ts';
import { type RunDirectory, readLatest, runDirectory } from './run-directory.ts';
import { listRuns, runIds } from './runs.ts';

/** What a RUN word names: a run, or the cases that a baseline was taken from. */
export type NamedRun =
  | { readonly kind: 'run'; readonly run: RunDirectory }
  /** file: of the baseline, as it was named. */
  | { readonly kind: 'baseline'; readonly file: string };

export type RunWordOptions = {
  /** `[eval] baseline`, which the word `baseline` alone names. */
  readonly baseline?: string | undefined;
  /** Id of the run that is named beside this word: `prev` is the one before it. */
  readonly beside?: string | undefined;
};

/**
 * A RUN word where the cases of a baseline are as good as a run (tui-cli.md 9): `baseline`, `baseline:FILE`, or what
 * resolveRun takes. RunNotFound or RunAmbiguous (2).
 */
export async function resolveRunOrBaseline(
  root: string,
  form: string,
  cwd: string,
  { baseline, beside }: RunWordOptions = {},
): Promise<NamedRun> {
  const file = form === 'baseline' ? baseline : /^baseline:(.+)$/s.exec(form)?.[1];
  if (file !== undefined) return baselineCases(file, cwd);
  return { kind: 'run', run: await resolveRun(root, form, cwd, beside) };
}

/**
 * The directory that a RUN word names (tui-cli.md 9): an id, a unique prefix of 4 or more characters, `latest`,
 * `latest-red`, `latest-green`, `prev` (before the latest, or before the run `beside`), or a path of a run directory.
 * RunNotFound or RunAmbiguous (2).
 */
export async function resolveRun(
  root: string,
  form: string,
  cwd: string,
  beside?: string,
): Promise<RunDirectory> {
  const ids = runIds(root);
  const exact = ids.includes(form) ? form : undefined;
  const id = exact ?? (await namedRun(root, form, ids, beside)) ?? byPrefix(form, ids);
  if (id !== undefined) return runDirectory(root, id);
  const outside = outsideDirectory(form, cwd);
  if (outside !== undefined) return outside;
  const candidates = [...NAMES, ...ids].filter(name => name !== form);
  throw refuse('RunNotFound', {
    message: `no run is \`${form}\``,
    found: ids.length === 0 ? 'no runs' : `${ids.length} runs, newest ${ids[0]}`,
    want: 'an id, 4 or more of its first characters, latest, latest-red, latest-green, prev or a run directory',
    ...(ids.length === 0 ? { hint: 'contextful eval run makes one' } : {}),
    facts: { run: form, suggestions: ids.length === 0 ? [] : suggest(form, candidates) },
  });
}

const NAMES = ['latest', 'latest-red', 'latest-green', 'prev', 'baseline'];
const MIN_PREFIX = 4;
const SHOWN = 5;

function baselineCases(file: string, cwd: string): NamedRun {
  const sidecar = sidecarPath(isAbsolute(file) ? file : resolve(cwd, file));
  if (existsSync(sidecar)) return { kind: 'baseline', file };
  throw refuse('RunNotFound', {
    message: `beside the baseline \`${file}\` there are no cases`,
    found: `no \`${sidecarPath(file)}\``,
    want: 'a baseline that init or a raise wrote, with its cases beside it',
    hint: 'contextful eval baseline init writes both',
    facts: { run: `baseline:${file}`, suggestions: [] },
  });
}

async function namedRun(
  root: string,
  form: string,
  ids: readonly string[],
  beside: string | undefined,
): Promise<string | undefined> {
  if (form === 'latest') return latest(root, ids);
  if (form === 'prev') {
    const at = ids.indexOf(beside ?? (await latest(root, ids)) ?? '');
    return at < 0 ? undefined : ids[at + 1];
  }
  if (form !== 'latest-red' && form !== 'latest-green') return undefined;
  const verdict = form.slice('latest-'.length);
  return (await listRuns(root)).find(run => run.verdict === verdict)?.id;
}

async function latest(root: string, ids: readonly string[]): Promise<string | undefined> {
  const pointed = await readLatest(root);
  return pointed !== undefined && ids.includes(pointed) ? pointed : ids[0];
}

function byPrefix(form: string, ids: readonly string[]): string | undefined {
  if (form.length < MIN_PREFIX) return undefined;
  const fitting = ids.filter(id => id.startsWith(form));
  if (fitting.length < 2) return fitting[0];
  throw refuse('RunAmbiguous', {
    message: `\`${form}\` begins ${fitting.length} run ids`,
    found: fitting.slice(0, SHOWN).join(', ') + (fitting.length > SHOWN ? ', …' : ''),
    want: 'a beginning that fits one run',
    facts: { run: form, candidates: fitting.slice(0, SHOWN) },
  });
}

/** A run directory anywhere, for instance an artefact that CI left. */
function outsideDirectory(form: string, cwd: string): RunDirectory | undefined {
  const path = isAbsolute(form) ? form : resolve(cwd, form);
  const holdsRun = ['report.json', 'verdict.json', 'plan.json'].some(name => existsSync(resolve(path, name)));
  return holdsRun ? { id: basename(path), path, file: name => resolve(path, name) } : undefined;
}
