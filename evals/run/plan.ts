import { type Digest, digestOfJson } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';
import { formatInstant } from '../../core/time.ts';
import type { CaseSet } from '../case/types.ts';
import type { BaselineFile } from '../gate/baseline-file.ts';
import { type PlannedCounts, plannedAt } from '../gate/planned-counts.ts';
import type { ProjectFloor } from '../gate/project-floors.ts';
import { policyModule } from '../policy/index.ts';
import { BUILT_IN_FLOORS } from '../score/built-in-floors.ts';
import type { Surface } from '../score/case-figures.ts';
import type { RunStamp } from '../score/run-stamp.ts';
import type { CorpusOfRun } from './corpora.ts';
import type { EvaluationRequest } from './request.ts';
import type { SelectedCases } from './select-cases.ts';
import { EMBEDDER, type Identity } from './stamp.ts';

export const PLAN_SCHEMA = 'contextful.eval.plan/1';

export type PlanParts = {
  readonly request: EvaluationRequest;
  readonly set: CaseSet;
  readonly selected: SelectedCases;
  readonly corpora: readonly CorpusOfRun[];
  readonly surface: Surface;
  readonly stamp: RunStamp;
  readonly identity: Identity;
  readonly floors: readonly ProjectFloor[];
  readonly baseline: BaselineFile | null;
  readonly planned: PlannedCounts;
};

/** What decides the figures of a run; equal digests mean that one run may continue the other. */
export function measuredPart({
  request,
  set,
  selected,
  corpora,
  surface,
  stamp,
  identity,
}: PlanParts): JsonObject {
  return {
    cases: {
      files: filesOf(set, selected),
      case_set: selected.digest,
      n: selected.cases.length,
    },
    corpora: corpora.map(({ corpus, digest, cases }) => ({
      path: corpus.name,
      digest,
      tables: corpus.tables.length,
      bytes: corpus.tables.reduce((sum, { bytes }) => sum + bytes, 0),
      cases: cases.length,
    })),
    store: request.store.adapter,
    retriever: 'engine',
    ranking: rankingOf(request),
    session: { agent: identity.agent, zone: identity.zone, policy_module: policyModule() },
    tier: 'deterministic',
    k: request.k,
    seed: request.seed.toString(),
    landed_at: formatInstant(request.landedAt),
    legs: surface.legs,
    edge_legs: surface.edgeLegs,
    context_window: request.contextWindow,
    shard: null,
    stamp,
  };
}

/** n: of its cases, those that the run asks; they come in the order of the files. */
function filesOf(set: CaseSet, selected: SelectedCases): JsonObject[] {
  const asked = new Map<string, number>();
  for (const { file } of selected.cases) asked.set(file, (asked.get(file) ?? 0) + 1);
  return set.files.map(({ path, digest }) => ({ path, digest, n: asked.get(path) ?? 0 }));
}

/** Digest of the measured part without file names, so that a moved checkout may resume. */
export function planDigest(parts: PlanParts): Digest {
  const { cases: _files, ...measured } = measuredPart(parts);
  return digestOfJson(measured);
}

/** The plan (evaluate.md 11.2, scoring.md 1): stable bytes, no token, no password. */
export function planDocument(parts: PlanParts): JsonObject {
  const { request, selected, corpora, surface } = parts;
  const edgeCases = selected.cases.filter(({ case: { expected } }) => expected.edges.length > 0).length;
  return {
    schema: PLAN_SCHEMA,
    ...measuredPart(parts),
    checks: checks(parts),
    steps: [
      ...corpora.map(({ corpus }) => `land ${corpus.name}`),
      `read ${selected.cases.length} cases`,
      'score',
      'floors',
      ...(parts.baseline === null ? [] : [`baseline ${parts.baseline.file}`]),
      ...(request.updateBaseline ? ['raise what improved, when green'] : []),
      ...checkSteps(request),
    ],
    writes: [
      '.contextful/runs/<id>/',
      ...[request.report, request.checkpoint, request.trecOut].filter(path => path !== null),
      ...request.outputs.map(({ file }) => file),
      ...(request.updateBaseline && request.baseline !== null ? [request.baseline] : []),
    ],
    estimate: {
      rows: null,
      calls: selected.cases.length * surface.legs.length + edgeCases * surface.edgeLegs.length,
      judge_calls: 0,
      tokens: 0,
      cost: 0,
    },
  };
}

/** What is checked of the run itself once it is judged, in order. */
function checkSteps({
  checks: { also, repeat, canary, prove },
  store,
}: EvaluationRequest): readonly string[] {
  return [
    ...(also === null ? [] : [`compare the answers of ${store.adapter} and ${also}`]),
    ...(repeat === null ? [] : [`repeat to ${repeat} runs`]),
    ...(canary ? ['read again beside hidden rows'] : []),
    ...(prove ? ['break one part at a time, when green'] : []),
  ];
}

/** What will be held against what, with the number of cases behind each figure. */
function checks({ surface, floors, baseline, planned }: PlanParts): readonly JsonObject[] {
  return [
    ...surface.legs.flatMap(leg =>
      BUILT_IN_FLOORS.map(({ metric, stat, side, bound }) => ({
        kind: 'floor',
        path: `retrieval.${leg}.${metric}.${stat}`,
        [side]: bound,
      })),
    ),
    ...floors.map(({ path, stat, side, bound }) => ({
      kind: 'project-floor',
      path: stat === null ? path.text : `${path.text}.${stat}`,
      [side]: bound,
      planned: { ...plannedAt(planned, path) },
    })),
    ...(baseline?.entries ?? []).map(({ path, value, band }) => ({
      kind: 'baseline',
      path: path.text,
      value,
      band,
      planned: { ...plannedAt(planned, path) },
    })),
  ];
}

export function rankingOf({ ranking }: EvaluationRequest): JsonObject {
  return { ...ranking, embedder: EMBEDDER };
}
