import { resolve } from 'node:path';
import type { EvalCase } from '../case/types.ts';
import { type RunDirectory, runDirectory } from '../run/run-directory.ts';
import { openRun } from '../run-store/open-run.ts';
import type { OpenRunOptions, RunReader } from '../run-store/types.ts';
import type { RunStamp } from '../score/run-stamp.ts';
import type { CaseTruth } from './found.ts';
import { readerSide, referenceText, type Side } from './side.ts';
import { openSidecar } from './sidecar-side.ts';

/** A stored run with its cases as one side of a comparison. */
export type RunRecord = RecordedSide & { readonly reader: RunReader };

/** What is compared: a run, or the cases that a baseline was taken from. */
export type RecordedSide = { readonly id: string; readonly stamp: RunStamp; readonly side: Side };

/** Opens a run page by page. RunUnreadable (3) names the file that is damaged and the byte. */
export async function openRecord(run: RunDirectory, options: OpenRunOptions = {}): Promise<RunRecord> {
  const reader = await openRun(run, options);
  return { id: run.id, stamp: reader.report.run, reader, side: readerSide(reader) };
}

export function readRun(root: string, id: string, options: OpenRunOptions = {}): Promise<RunRecord> {
  return openRecord(runDirectory(root, id), options);
}

/** The cases beside a baseline, read as the run that they were taken from. file: as it was named. */
export async function readBaselineSide(file: string, root: string, cwd: string): Promise<RecordedSide> {
  const sidecar = await openSidecar(resolve(cwd, file), root, cwd);
  if (sidecar === null) throw new TypeError(`${file} was found to have its cases beside it`);
  return { id: `baseline:${file}`, stamp: sidecar.header.run, side: sidecar.side };
}

/** Relevant rows of a case as references. */
export function relevantOf(golden: EvalCase | null): readonly string[] {
  return (golden?.expected.artifacts ?? []).map(referenceText);
}

export function truthOfCase(golden: EvalCase | null): CaseTruth {
  return {
    relevant: relevantOf(golden),
    forbidden: (golden?.expected.must_not_retrieve ?? []).map(referenceText),
  };
}
