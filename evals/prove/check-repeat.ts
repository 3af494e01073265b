import { canonicalJson } from '../../core/canonical-json.ts';
import type { CheckFinding, RepeatCheck } from '../gate/run-checks.ts';
import { BATCH } from '../run/case-batches.ts';
import type { ReportCase, ReportDocument } from '../score/report.ts';
import { figuresDigest } from '../score/report-text.ts';
import { type Checked, type Checking, caseOf } from './check.ts';
import { measureAgain } from './measure-again.ts';

const THREADS = [1, 2, 4] as const;
/** Co-prime in number with the thread counts, so that twelve runs see every pair. */
const BATCHES = [1, 7, 64, 3] as const;

/**
 * `--repeat-check N` (evaluate.md 21.6): the run and N - 1 more over thread counts and batch sizes. All of them must
 * give one digest of the figures. The kept run is the first.
 */
export async function checkRepeat(checking: Checking, runs: number): Promise<Checked<RepeatCheck>> {
  const { prepared, report, progress } = checking;
  const first = { threads: prepared.request.store.threads, batch: BATCH, figures: figuresDigest(report) };
  const repeated: RepeatCheck['runs'][number][] = [first];
  const findings: CheckFinding[] = [];
  progress(1, runs);
  for (let i = 1; i < runs; i += 1) {
    const [threads, batch] = [pick(THREADS, i - 1), pick(BATCHES, i - 1)];
    const again = await measureAgain(checking, `repeat-${i + 1}`, { threads, batch });
    const figures = figuresDigest(again);
    repeated.push({ threads, batch, figures });
    if (figures !== first.figures) findings.push(differing(checking, again, { run: i + 1, threads, batch }));
    progress(i + 1, runs);
  }
  return { result: { runs: repeated }, findings };
}

function pick(values: readonly number[], at: number): number {
  return values[at % values.length] ?? 1;
}

function differing(
  { prepared, report }: Checking,
  again: ReportDocument,
  { run, threads, batch }: { readonly run: number; readonly threads: number; readonly batch: number },
): CheckFinding {
  const at = firstDifference(report.cases, again.cases);
  const loaded = at === undefined ? undefined : prepared.selected.cases[at];
  return {
    check: 'repeat',
    message: `run ${run} (threads ${threads}, batch ${batch}) has other figures than the first`,
    case: loaded === undefined ? null : caseOf(loaded),
  };
}

function firstDifference(cases: Iterable<ReportCase>, again: readonly ReportCase[]): number | undefined {
  let at = 0;
  for (const entry of cases) {
    if (textOf(entry) !== textOf(again[at])) return at;
    at += 1;
  }
  return undefined;
}

/** A case without what a clock touches. */
function textOf(entry: ReportCase | undefined): string {
  if (entry === undefined) return '';
  const { systems: _systems, ...stable } = entry;
  return canonicalJson(stable);
}
