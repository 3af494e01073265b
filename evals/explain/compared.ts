import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { digestOf } from '../../core/digest.ts';
import { Refusal } from '../../core/refusal.ts';
import { isStale } from '../gate/sidecar.ts';
import { compareStamps } from '../gate/stamp.ts';
import { listRuns } from '../run/runs.ts';
import { METRICS } from '../score/registry.ts';
import type { ReportDocument } from '../score/report.ts';
import type { RunStamp } from '../score/run-stamp.ts';
import { LEGS } from '../store/port.ts';
import type { Pairing } from './attribution.ts';
import type { RunRecord } from './run-record.ts';
import { pairCases, type Side } from './side.ts';
import { openSidecar } from './sidecar-side.ts';

/** A mean by metric path. A sidecar's are counted from its cases. */
export type Means = { readonly [path: string]: number | null };

/** The run that deltas are taken against. */
export type Compared = {
  /** Run id, or the baseline file whose sidecar stands for a run. */
  readonly name: string;
  readonly how: 'chosen' | 'sidecar' | 'earlier run';
  /** The sidecar was written beside another baseline than the one there is now. */
  readonly stale: boolean;
  readonly means: Means;
};

/** A stamp member that differs, so that no figure may be compared. */
export type StampDifference = { readonly member: string; readonly was: string; readonly is: string };

/** The compared run of a run: what it is, its cases, and whether figures may be compared at all. */
export type ComparedRun = {
  readonly compared: Compared;
  readonly side: Side;
  readonly differs: readonly StampDifference[];
  /** Its cases and those of the run, paired once. */
  readonly pairing: () => Pairing;
};

type Reading = {
  readonly root: string;
  readonly read: (id: string) => Promise<RunRecord>;
};

/** In this order: the run that was chosen, the baseline's sidecar, the newest earlier run of an equal stamp. */
export async function findCompared(
  run: RunRecord,
  vs: string | undefined,
  reading: Reading,
): Promise<ComparedRun | null> {
  if (vs !== undefined) {
    const other = await reading.read(vs);
    return withRun(run, other, 'chosen');
  }
  return (await fromSidecar(run, reading.root)) ?? (await fromEarlier(run, reading));
}

function withRun(run: RunRecord, other: RunRecord, how: 'chosen' | 'earlier run'): ComparedRun {
  return {
    compared: { name: other.id, how, stale: false, means: reportMeans(other.reader.report) },
    side: other.side,
    differs: stampDifferences(other.stamp, run.stamp),
    pairing: pairingOf(other.side, run.side),
  };
}

function pairingOf(before: Side, after: Side): () => Pairing {
  let pairing: Pairing | undefined;
  return () => {
    pairing ??= pairCases(before, after);
    return pairing;
  };
}

async function fromSidecar(run: RunRecord, root: string): Promise<ComparedRun | null> {
  const file = run.reader.verdict?.baseline?.file;
  if (file === undefined) return null;
  const path = resolve(root, file);
  const sidecar = await openSidecar(path, root, root).catch((error: unknown) => {
    // A sidecar that can't be read is as good as none: the run itself is what is shown.
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (sidecar === null) return null;
  const baseline = await readFile(path).catch(() => undefined);
  const stale = baseline === undefined || isStale(sidecar, digestOf(baseline));
  return {
    compared: { name: file, how: 'sidecar', stale, means: sidecar.means() },
    side: sidecar.side,
    // The gate compared the members that the baseline names, and its verdict stands.
    differs: [],
    pairing: pairingOf(sidecar.side, run.side),
  };
}

/** The list of runs holds the digest of each stamp, so that no other run is opened to be turned down. */
async function fromEarlier(run: RunRecord, { root, read }: Reading): Promise<ComparedRun | null> {
  const runs = await listRuns(root);
  const at = runs.findIndex(one => one.id === run.id);
  const stamp = runs[at]?.stamp ?? null;
  if (stamp === null) return null;
  for (const { id } of runs.slice(at + 1).filter(one => one.stamp === stamp)) {
    const other = await read(id).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (other !== null) return withRun(run, other, 'earlier run');
  }
  return null;
}

/**
 * Members in which two runs differ that may differ in nothing but what is under test: how rows are read, and the
 * reader's snapshot and cutoffs (scoring.md 14).
 */
export function stampDifferences(was: RunStamp, is: RunStamp): readonly StampDifference[] {
  return compareStamps(was, is)
    .filter(({ member }) => member !== 'read' && !member.startsWith('reader.'))
    .map(({ member, baseline, run }) => ({ member, was: baseline, is: run }));
}

export function reportMeans(report: Pick<ReportDocument, 'retrieval' | 'edge_retrieval' | 'slices'>): Means {
  const means: Record<string, number | null> = {};
  for (const leg of LEGS) {
    for (const metric of METRICS) {
      for (const surface of ['retrieval', 'edge_retrieval'] as const) {
        const summary = report[surface]?.[leg]?.[metric];
        if (summary !== undefined) means[`${surface}.${leg}.${metric}`] = summary.mean;
      }
      for (const [tag, slice] of Object.entries(report.slices)) {
        const summary = slice.retrieval[leg]?.[metric];
        if (summary !== undefined) means[`slices.${tag}.retrieval.${leg}.${metric}`] = summary.mean;
      }
    }
  }
  return means;
}
