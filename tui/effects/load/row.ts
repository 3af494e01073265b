import { dirname, resolve } from 'node:path';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { parseReference } from '../../../evals/case/reference.ts';
import { findRow, openCorpus } from '../../../evals/corpus/index.ts';
import type { RunRecord } from '../../../evals/explain/run-record.ts';
import type { RowData } from '../../model/data.ts';

type Places = { readonly root: string; readonly corpusRoots: readonly string[] };

/**
 * A row that a case names or that came back for it, as its corpus holds it now. What is neither is not looked up: the
 * session of the run may not see it.
 */
export async function rowData(
  run: RunRecord,
  id: string,
  reference: string,
  { root, corpusRoots }: Places,
  signal: AbortSignal,
): Promise<RowData> {
  const ordinal = run.side.ordinalOf(id);
  const golden = ordinal === undefined ? null : run.reader.caseNow(ordinal).golden;
  const file = (ordinal === undefined ? undefined : run.reader.caseFileOf(ordinal)) ?? '';
  const parsed = parseReference(reference);
  if (golden === null || parsed === undefined) return { reference, cells: [] };
  const corpus = await openCorpus(golden.corpus, {
    caseFileDir: dirname(resolve(root, file)),
    roots: { project: root, corpusRoots, shownFrom: root },
  });
  const [table, key] = parsed;
  const cells = await findRow(corpus, table, key, signal);
  return {
    reference,
    cells: Object.entries(cells ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : canonicalJson(value),
    ]),
  };
}
