import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { digestOf } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';
import { LEGS } from '../store/port.ts';
import { estimatedCases, finishIndex, type IndexMeta } from './build-index.ts';
import { objectAt, parseObject } from './case-facts.ts';
import type { IndexSink } from './column-files.ts';
import type { Indexed } from './index-folder.ts';
import { indexRows, NOWHERE } from './index-rows.ts';
import { lineSpans } from './line-spans.ts';
import { MEANS_FILES, meansOfLines } from './sidecar-means.ts';
import { sourceMark } from './source-marks.ts';
import type { OpenRunOptions } from './types.ts';

/** The cases beside a baseline, with the columns that a run has; what a sidecar does not tell is missing. */
export function ofSidecar(root: string, path: string): Indexed {
  const name = digestOf(path).slice('sha256:'.length, 'sha256:'.length + 12);
  const marks = () => [sourceMark('sidecar', path)];
  return {
    folder: join(root, '.contextful', 'index', 'sidecars', name),
    marks,
    build: (sink, options) => buildSidecarIndex(path, marks(), sink, options),
    further: Object.values(MEANS_FILES),
  };
}

const LINES_A_TURN = 1000;

async function buildSidecarIndex(
  path: string,
  marks: IndexMeta['sources'],
  sink: IndexSink,
  { signal, onProgress }: OpenRunOptions,
): Promise<IndexMeta> {
  const rows = indexRows(sink);
  const means = meansOfLines();
  const size = marks[0]?.bytes ?? 0;
  let head: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for (const { start, bytes } of lineSpans(path)) {
    if (isFirst) head = Buffer.from(bytes);
    else {
      const offsets = { start, length: bytes.length };
      const report = asReport(parseObject(bytes));
      means.add(report);
      rows.add({
        report,
        golden: undefined,
        latency: Number.NaN,
        spans: { offsets, results: NOWHERE, goldens: NOWHERE },
      });
      if (rows.count() % LINES_A_TURN === 0) {
        onProgress?.({ n: rows.count(), of: estimatedCases(rows.count(), start + bytes.length, size) });
        await setImmediate();
        signal?.throwIfAborted();
      }
    }
    isFirst = false;
  }
  return finishIndex(rows, sink, marks, { 'head.json': head, ...means.files() });
}

/** A sidecar holds rows and metrics by leg; a report holds the legs of each. */
function asReport(line: JsonObject | undefined): JsonObject | undefined {
  if (line === undefined) return undefined;
  const legs: { [leg: string]: JsonObject | JsonObject[string] } = {};
  const metrics: { [leg: string]: JsonObject } = {};
  for (const leg of LEGS) {
    const own = objectAt(objectAt(line, 'legs'), leg);
    const [rows, figures] = [own?.['rows'], objectAt(own, 'metrics')];
    if (rows !== undefined) legs[leg] = rows;
    if (figures !== undefined) metrics[leg] = figures;
  }
  return { ...line, legs, metrics };
}
