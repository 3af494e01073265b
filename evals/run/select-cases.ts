import { readFile } from 'node:fs/promises';
import { refuse } from '../../spec/refusals.ts';
import { caseSetDigest } from '../case/digest.ts';
import type { CaseSet, LoadedCase } from '../case/types.ts';
import { readReport } from '../score/read-report.ts';
import type { CaseFilter, EvaluationRequest } from './request.ts';
import { runDirectory } from './run-directory.ts';
import { runIds } from './runs.ts';
import { readSelection } from './selection.ts';

export type SelectedCases = {
  readonly cases: readonly LoadedCase[];
  /** `case_set` of the stamp: a filtered run stamps its own subset, which no whole set's baseline compares with. */
  readonly digest: CaseSet['digest'];
  readonly partial: boolean;
  /** The run whose cases were chosen by a file of ids. */
  readonly subsetOf: string | null;
};

/** Applies `--only` and `--limit`. Ordinals stay those of the whole set. */
export async function selectCases(
  set: CaseSet,
  request: Pick<EvaluationRequest, 'root' | 'filter' | 'limit'>,
): Promise<SelectedCases> {
  const { filter, limit } = request;
  const selection = filter?.kind === 'ids' ? await readSelection(filter.file) : null;
  if (filter === null && limit === null)
    return { cases: set.cases, digest: set.digest, partial: false, subsetOf: null };
  const keeps =
    selection !== null
      ? (loaded: LoadedCase) => selection.ids.has(loaded.case.id)
      : filter === null || filter.kind === 'ids'
        ? () => true
        : await predicateOf(filter, request.root);
  const cases = set.cases.filter(keeps).slice(0, limit ?? undefined);
  if (cases.length === 0) {
    throw refuse('UsageBadValue', {
      message: `${filter === null ? '--limit' : '--only'} leaves no case`,
      found: `0 of ${set.cases.length} cases`,
      want: 'at least one case',
    });
  }
  return {
    cases,
    digest: caseSetDigest(cases.map(loaded => loaded.case)),
    // What was chosen case by case raises no baseline, even when it is all of them.
    partial: selection !== null || cases.length < set.cases.length,
    subsetOf: selection?.run ?? null,
  };
}

async function predicateOf(
  filter: Exclude<CaseFilter, { kind: 'ids' }>,
  root: string,
): Promise<(loaded: LoadedCase) => boolean> {
  switch (filter.kind) {
    case 'id':
      return loaded => loaded.case.id === filter.id;
    case 'tag':
      return loaded => loaded.case.tags.includes(filter.tag);
    case 'outcome': {
      const ids = await idsOfLastRun(filter.outcome, root);
      return loaded => ids.has(loaded.case.id);
    }
  }
}

/** Of the newest run that has a report; an interrupted one has none. */
async function idsOfLastRun(outcome: 'fail' | 'error', root: string): Promise<ReadonlySet<string>> {
  for (const id of runIds(root)) {
    const path = runDirectory(root, id).file('report.json');
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes === undefined) continue;
    const { cases } = readReport(bytes, path);
    return new Set(cases.filter(entry => entry.outcome === outcome).map(entry => entry.id));
  }
  throw refuse('RunNotFound', {
    message: 'there is no finished run whose outcomes --only could read',
    hint: 'run all cases once: contextful eval run',
  });
}
