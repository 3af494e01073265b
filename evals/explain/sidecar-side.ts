import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { shownPath } from '../../core/shown-path.ts';
import { sidecarValue } from '../gate/case-values.ts';
import { readSidecar } from '../gate/read-sidecar.ts';
import { parseSidecarCase, parseSidecarHeader, type SidecarHeader } from '../gate/sidecar.ts';
import { sidecarPath } from '../gate/sidecar-path.ts';
import { columnsOf } from '../run-store/columns.ts';
import { storedIndex } from '../run-store/index-folder.ts';
import { ofSidecar } from '../run-store/sidecar-index.ts';
import { readMeans } from '../run-store/sidecar-means.ts';
import type { Means } from './compared.ts';
import { indexedSide, type Side, sidecarCaseSide, sidecarSide } from './side.ts';
import { sideMeans } from './side-means.ts';

export type OpenSidecar = {
  readonly header: SidecarHeader;
  readonly side: Side;
  /** Means of its cases, whole and by slice. */
  readonly means: () => Means;
};

/** A smaller one is read faster than its index is opened. */
const WHOLE_BYTES = 8 << 20;

/**
 * The cases beside a baseline as one side of a comparison; null: there are none. A large file is read case by case
 * through an index below the project's `.contextful/index/`. Throws ReportUnreadable naming the line.
 */
export async function openSidecar(
  baseline: string,
  root: string,
  cwd: string,
  wholeBytes = WHOLE_BYTES,
): Promise<OpenSidecar | null> {
  const path = sidecarPath(await realpath(baseline).catch(() => baseline));
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > wholeBytes) return openIndexed(path, root, cwd);
  const sidecar = await readSidecar(baseline, cwd);
  if (sidecar === null) return null;
  const side = sidecarSide(sidecar);
  return { header: sidecar.header, side, means: () => sideMeans(side) };
}

async function openIndexed(path: string, root: string, cwd: string): Promise<OpenSidecar> {
  const file = shownPath(path, cwd);
  const { cases, bytes } = await storedIndex(ofSidecar(root, path));
  const header = parseSidecarHeader(bytes.whole('head.json')?.toString('utf8') ?? '', file);
  const columns = columnsOf(bytes, cases);
  const caseAt = (ordinal: number) => {
    const { start, length } = columns.span('offsets', ordinal);
    return parseSidecarCase(readAt(path, start, length), file, ordinal + 2);
  };
  return {
    header,
    means: () => readMeans(bytes),
    side: indexedSide(
      { ...columns, count: cases, tags: columns.tags() },
      {
        // A sidecar does not tell them.
        hasCorpora: false,
        one: ordinal => sidecarCaseSide(caseAt(ordinal)),
        figure: (ordinal, path) => sidecarValue(caseAt(ordinal), path),
      },
    ),
  };
}

function readAt(path: string, start: number, length: number): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
}
