import { placeText } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { doubtfulSplit } from '../case/reference.ts';
import type { CorpusOfRun } from './corpora.ts';
import type { RunEventBody } from './events.ts';
import type { PreparedRun } from './prepare.ts';

type Warning = Omit<Extract<RunEventBody, { readonly t: 'run.warning' }>, 't'>;

/**
 * Tells what the checks before the suite found odd but not wrong. Under `--fail-fast` a count pin that can only be
 * red refuses BaselinePathUnresolved (1).
 */
export function warnEarly(prepared: PreparedRun, emit: (event: RunEventBody) => void): void {
  for (const warning of [
    ...subset(prepared),
    ...withoutEffect(prepared),
    ...caseFileWarnings(prepared),
    ...corpusWarnings(prepared),
    ...prepared.corpora.flatMap(doubtfulReferences),
    ...countPins(prepared),
  ]) {
    emit({ t: 'run.warning', ...warning });
  }
  if (prepared.request.failFast) requireReachablePins(prepared);
}

function subset({ selected: { subsetOf, cases } }: PreparedRun): Warning[] {
  if (subsetOf === null) return [];
  const message = `subset of ${subsetOf}: ${cases.length} cases, which can raise no baseline`;
  return [{ code: 'Subset', message, facts: { run: subsetOf, cases: cases.length } }];
}

function withoutEffect({ request }: PreparedRun): Warning[] {
  return request.withoutEffect.map(flag => ({
    code: 'NoEffect',
    message: `${flag} has no effect in the deterministic tier`,
    facts: { flag },
  }));
}

function caseFileWarnings({ set }: PreparedRun): Warning[] {
  return set.warnings.map(({ file, line, message }) => ({
    code: 'CaseFile',
    message: `${placeText({ file, line })}: ${message}`,
    place: { file, line },
    facts: {},
  }));
}

function corpusWarnings({ corpora }: PreparedRun): Warning[] {
  return corpora
    .flatMap(({ corpus }) => corpus.warnings)
    .map(({ code, message, place }) => ({ code, message, place, facts: {} }));
}

/** A text reference that names no declared table, while split at another `#` it would (evaluate.md 3.3). */
function doubtfulReferences({ corpus, cases }: CorpusOfRun): Warning[] {
  const tables = new Set(corpus.tables.map(({ name }) => name));
  return cases.flatMap(({ case: { id, expected }, file, line }) =>
    [...expected.artifacts, ...expected.must_not_retrieve].flatMap(written => {
      const meant = doubtfulSplit(written, tables);
      if (meant === undefined) return [];
      const message = `${placeText({ file, line })}: case ${id} names ${JSON.stringify(written)}; was ${JSON.stringify(meant)} meant?`;
      return [{ code: 'ReferenceSplit', message, place: { file, line }, facts: { case: id, meant } }];
    }),
  );
}

function countPins({ canOnlyBeRed, request }: PreparedRun): Warning[] {
  return canOnlyBeRed.map(({ path, line, pinned, planned }) => ({
    code: 'CountPin',
    message: `${path} is pinned at ${pinned} and planned at ${planned}: it can only be red`,
    place: { file: request.baseline ?? '', line },
    facts: { path, pinned, planned },
  }));
}

function requireReachablePins({ canOnlyBeRed, request }: PreparedRun): void {
  const [first] = canOnlyBeRed;
  if (first === undefined) return;
  const { path, line, pinned, planned } = first;
  throw refuse('BaselinePathUnresolved', {
    exit: 1,
    message: `${path} can only be red: ${planned} cases are planned, ${pinned} pinned`,
    place: { file: request.baseline ?? '', line, path },
    hint: 'mend the case file, or lower the pin by a reviewed change',
    facts: { path, pinned, planned, stage: 'plan' },
  });
}
