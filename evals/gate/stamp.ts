import * as z from 'zod';
import { compareCodePoints } from '../../core/code-points.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Cutoff, JudgeStamp, RunStamp } from '../score/run-stamp.ts';
import {
  corporaSchema,
  cutoffSchema,
  digestSchema,
  metricsVersionSchema,
  positiveInteger,
  seedSchema,
  tierSchema,
} from '../score/stamp-schema.ts';

/** The `_run` block of a baseline: of most members it may leave out what it does not want compared. */
export type BaselineStamp = Pick<RunStamp, 'k' | 'tier' | 'samples'> &
  Partial<Omit<RunStamp, 'reader' | 'judge'>> & {
    /** Inside these an absent member is null. */
    readonly reader?: Partial<Omit<JudgeStamp, 'model'>>;
    readonly judge?: Partial<JudgeStamp>;
  };

const readerShape = {
  snapshot: z.string().nullable().exactOptional(),
  pretrain_cutoff: cutoffSchema.exactOptional(),
  posttrain_cutoff: cutoffSchema.exactOptional(),
};

export const baselineStampSchema: z.ZodType<BaselineStamp> = z.strictObject({
  k: positiveInteger,
  tier: tierSchema,
  model: z.string().nullable().exactOptional(),
  samples: positiveInteger,
  seed: seedSchema.exactOptional(),
  case_set: digestSchema.exactOptional(),
  corpora: corporaSchema.exactOptional(),
  metrics_version: metricsVersionSchema.exactOptional(),
  read: digestSchema.exactOptional(),
  prompt_digest: digestSchema.exactOptional(),
  reader: z.strictObject(readerShape).exactOptional(),
  judge: z.strictObject({ ...readerShape, model: z.string().nullable().exactOptional() }).exactOptional(),
});

/** One member that differs, both sides as text. */
export type StampDifference = { readonly member: string; readonly baseline: string; readonly run: string };

/** Members in stamp order whose values differ; what the baseline leaves out is not compared (scoring.md 7). */
export function compareStamps(baseline: BaselineStamp, run: BaselineStamp): StampDifference[] {
  return [
    ...differing('k', baseline.k, run.k),
    ...differing('tier', baseline.tier, run.tier),
    ...differing('model', baseline.model ?? null, run.model ?? null),
    ...differing('samples', baseline.samples, run.samples),
    ...ifNamed('seed', baseline, run),
    ...ifNamed('case_set', baseline, run),
    ...corporaDifferences(baseline.corpora, run.corpora ?? {}),
    ...ifNamed('metrics_version', baseline, run),
    ...ifNamed('read', baseline, run),
    ...ifNamed('prompt_digest', baseline, run),
    ...READER_MEMBERS.flatMap(name =>
      differing(`reader.${name}`, baseline.reader?.[name] ?? null, run.reader?.[name] ?? null),
    ),
    ...JUDGE_MEMBERS.flatMap(name =>
      differing(`judge.${name}`, baseline.judge?.[name] ?? null, run.judge?.[name] ?? null),
    ),
  ];
}

const READER_MEMBERS = ['snapshot', 'pretrain_cutoff', 'posttrain_cutoff'] as const;
const JUDGE_MEMBERS = ['model', ...READER_MEMBERS] as const;

/** Optional digests of a stamp, in stamp order: `show` warns about each that a baseline leaves out. */
export const OPTIONAL_MEMBERS = ['seed', 'case_set', 'corpora', 'metrics_version', 'read'] as const;

/** What changed between the case set of a baseline's sidecar and the run's. */
export type CaseChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
};

/** The refusal of section 7. place: of the `_run` member. partial: the run was filtered. */
export function stampMismatch(
  place: { readonly file: string; readonly line?: number },
  baseline: BaselineStamp,
  run: BaselineStamp,
  differences: readonly StampDifference[],
  circumstances: { readonly partial?: boolean; readonly caseChanges?: CaseChanges | undefined } = {},
): Refusal {
  const lines = differences.map(
    ({ member, baseline: was, run: is }) => `${member}: baseline ${was}, run ${is}`,
  );
  return refuse('BaselineRunStampMismatch', {
    message: `${place.file} was measured under another ${subjectOf(differences)}`,
    place: { ...place, path: '_run' },
    found: [`baseline ${stampText(baseline)}; run ${stampText(run)}`, ...lines].join('; '),
    want: 'equal stamps',
    hint: hintOf(differences, circumstances),
    facts: {
      differs: differences.map(({ member }) => member),
      differences: differences.map(difference => ({ ...difference })),
    },
  });
}

/** `k=10, tier=judged, model=m, samples=1`. */
function stampText({ k, tier, model, samples }: BaselineStamp): string {
  return `k=${k}, tier=${tier}, model=${model ?? 'none'}, samples=${samples}`;
}

function subjectOf(differences: readonly StampDifference[]): string {
  const subjects = new Set(differences.map(({ member }) => SUBJECTS[member.split('.')[0] ?? ''] ?? 'stamp'));
  const [only] = subjects;
  return subjects.size === 1 && only !== undefined ? only : 'stamp';
}

const SUBJECTS: Readonly<Record<string, string>> = {
  k: 'k',
  tier: 'tier',
  model: 'model',
  seed: 'seed',
  case_set: 'case set',
  corpora: 'corpus',
  metrics_version: 'version of the metrics',
  read: 'way of reading',
  prompt_digest: 'prompt',
  reader: 'reader',
  judge: 'judge',
};

function hintOf(
  differences: readonly StampDifference[],
  {
    partial = false,
    caseChanges,
  }: { readonly partial?: boolean; readonly caseChanges?: CaseChanges | undefined },
): string {
  const differs = new Set(differences.map(({ member }) => member.split('.')[0]));
  const anew = 'measure a new one: contextful eval baseline init --report RUN --out NEW.json';
  if (differs.has('judge')) {
    return `a judge swap is a full re-baseline: run without --baseline, then ${anew}`;
  }
  if (differs.has('case_set') && partial) {
    return 'a filtered run has another case set than the whole one: run without --only, --limit and --shard';
  }
  if (differs.has('case_set') && caseChanges !== undefined)
    return `${changesText(caseChanges)}; then ${anew}`;
  return `run with equal settings, or ${anew}`;
}

const NAMED_CASES = 5;

function changesText(changes: CaseChanges): string {
  const named = (label: string, ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const more = ids.length > NAMED_CASES ? ` and ${ids.length - NAMED_CASES} more` : '';
    return [`${label} ${ids.slice(0, NAMED_CASES).join(', ')}${more}`];
  };
  return [
    ...named('added', changes.added),
    ...named('removed', changes.removed),
    ...named('changed', changes.changed),
  ].join('; ');
}

type StampValue = string | number | Cutoff | null | undefined;

function differing(member: string, baseline: StampValue, run: StampValue): StampDifference[] {
  const [was, is] = [valueText(baseline), valueText(run)];
  return was === is ? [] : [{ member, baseline: was, run: is }];
}

function ifNamed(
  member: 'seed' | 'case_set' | 'metrics_version' | 'read' | 'prompt_digest',
  baseline: BaselineStamp,
  run: BaselineStamp,
): StampDifference[] {
  return baseline[member] === undefined ? [] : differing(member, baseline[member], run[member]);
}

function corporaDifferences(
  baseline: RunStamp['corpora'] | undefined,
  run: RunStamp['corpora'],
): StampDifference[] {
  if (baseline === undefined) return [];
  const paths = [...new Set([...Object.keys(baseline), ...Object.keys(run)])].sort(compareCodePoints);
  const digestAt = (corpora: RunStamp['corpora'], path: string) =>
    Object.hasOwn(corpora, path) ? corpora[path] : undefined;
  return paths.flatMap(path => differing(`corpora.${path}`, digestAt(baseline, path), digestAt(run, path)));
}

function valueText(value: StampValue): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'none';
  if (typeof value !== 'object') return String(value);
  const interval = value.tag === 'documented' ? '' : ` (${value.lo} to ${value.hi})`;
  return `${value.month} ${value.tag}${interval}`;
}
