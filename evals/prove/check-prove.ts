import type { CheckFinding, ProveCheck, ProvedPart } from '../gate/run-checks.ts';
import { rowOf } from '../run/truth.ts';
import { figuresDigest } from '../score/report-text.ts';
import { nameOfReference } from './answer-difference.ts';
import type { Checked, Checking } from './check.ts';
import { indexParts } from './index-parts.ts';
import { measureAgain } from './measure-again.ts';
import { type Part, readPathParts } from './parts.ts';
import { sabotaged } from './sabotage.ts';

type Broken = { readonly part: ProvedPart; readonly finding: CheckFinding | null };

/**
 * `--prove` (evaluate.md 21.1): the run again with one part broken at a time. A part whose loss leaves floors and
 * baseline green is guarded by nothing, which is a finding; one that the set does not exercise is said to be so.
 */
export async function checkProve(checking: Checking): Promise<Checked<ProveCheck>> {
  if (checking.verdict.exit !== 0) return { result: { parts: null }, findings: [] };
  const parts = [...readPathParts(checking.prepared), ...(await indexParts(checking)), removedRow(checking)];
  const proved: Broken[] = [];
  for (const [i, part] of parts.entries()) {
    checking.progress(i, parts.length);
    proved.push(await breakPart(part, i + 1, checking));
  }
  checking.progress(parts.length, parts.length);
  return {
    result: { parts: proved.map(({ part }) => part) },
    findings: proved.flatMap(({ finding }) => finding ?? []),
  };
}

/** The first row that a passing case expects does not land. */
function removedRow({ prepared, report }: Checking): Part {
  const passed = new Set<string>();
  for (const { id, outcome } of report.cases) if (outcome === 'pass') passed.add(id);
  const named = prepared.selected.cases
    .filter(loaded => passed.has(loaded.case.id))
    .flatMap(loaded => loaded.case.expected.artifacts)
    .map(rowOf);
  const [row] = named;
  if (row === undefined) return { name: 'relevant row', why: 'no passing case expects a row' };
  return {
    name: `relevant row ${nameOfReference(row.table, row.key)}`,
    why: null,
    sabotage: {
      row: (landed, { name }) => (name === row.table && landed.key === row.key ? null : landed),
    },
  };
}

async function breakPart(part: Part, number: number, checking: Checking): Promise<Broken> {
  const { name, why } = part;
  if (why !== null) {
    return { part: { part: name, state: 'not_exercised', reds: [], cases: 0, why }, finding: null };
  }
  const broken = await measureAgain(checking, `prove-${number}`, {
    adapter: adapter => sabotaged(adapter, part.sabotage),
  });
  const verdict = await checking.judge(broken);
  const state = verdict.exit === 0 ? 'green' : 'red';
  const outcomes = Array.from(checking.report.cases, ({ outcome }) => outcome);
  const cases = broken.cases.filter(({ outcome }, i) => outcome !== outcomes[i]).length;
  const reds = [...new Set(verdict.reds.map(({ path }) => path))];
  return {
    part: { part: name, state, reds, cases, why: null },
    finding:
      state === 'red' ? null : { check: 'prove', message: unguarded(name, broken, checking), case: null },
  };
}

function unguarded(name: string, broken: Checking['report'], { report }: Checking): string {
  const lost = name.startsWith('relevant row') ? 'is removed' : 'is broken';
  return figuresDigest(broken) === figuresDigest(report)
    ? `${name} ${lost} and no figure moves: no case tests it`
    : `${name} ${lost}, figures move, and no floor or baseline entry turns red`;
}
