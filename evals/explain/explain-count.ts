import type { Comparison } from '../gate/gate-baseline.ts';
import { orderContributions, type Pairing, type Share } from './attribution.ts';
import type { Blame } from './blame.ts';
import { concentrations } from './concentration.ts';
import type { ExplainedCase, ExplainedFigure, ExplainInput } from './explain-run.ts';
import { changeHeadline } from './headline.ts';

/** A count that fell: the cases that left, and those that came back without the figure. Each takes one. */
export function explainCount(
  { path, baseline, current, outcome }: Comparison,
  input: ExplainInput,
  pairing: Pairing | null,
): ExplainedFigure {
  const shares = missing(path, input, pairing);
  const named = shares.map(share => ({ ...share, id: idOf(share, input) }));
  const { items, ...attribution } = orderContributions(named, true);
  const cases = items.map(
    (item): ExplainedCase => ({ ...item, rows: [], found: [], blame: blameOf(item, input) }),
  );
  const blames = countUp(cases);
  const tags = concentrations(members(shares, input, pairing));
  return {
    path,
    kind: 'baseline',
    red: outcome === 'regressed',
    headline: changeHeadline(
      { path, before: baseline, after: current, band: 0 },
      attribution,
      baseline,
      blames[0],
      tags[0],
      0,
    ),
    attribution,
    cases,
    carried: null,
    tags,
    blames,
  };
}

function missing(path: string, { after, before }: ExplainInput, pairing: Pairing | null): readonly Share[] {
  const figure = path.replace(/\.n$/, '');
  const isCases = figure === path;
  const [now, then] = [after.values(figure), before?.values(figure)];
  const shares: Share[] = [];
  for (let ordinal = 0; ordinal < after.count && !isCases; ordinal += 1) {
    if (!Number.isNaN(now[ordinal] ?? Number.NaN)) continue;
    const partner = pairing?.beforeOf[ordinal] ?? -1;
    const hadOne = partner >= 0 && !Number.isNaN(then?.[partner] ?? Number.NaN);
    if (hadOne || (before === null && isMissing(after.outcomeOf(ordinal)))) {
      shares.push({ side: 'after', ordinal, contribution: -1 });
    }
  }
  for (const ordinal of pairing?.left ?? []) {
    if (isCases || !Number.isNaN(then?.[ordinal] ?? Number.NaN)) {
      shares.push({ side: 'before', ordinal, contribution: -1 });
    }
  }
  return shares;
}

function* members(
  shares: readonly Share[],
  { after, before }: ExplainInput,
  pairing: Pairing | null,
): Generator<{ readonly tags: readonly string[]; readonly corpus: string | null; readonly worse: boolean }> {
  const worse = new Set(shares.filter(({ side }) => side === 'after').map(({ ordinal }) => ordinal));
  const gone = new Set(shares.filter(({ side }) => side === 'before').map(({ ordinal }) => ordinal));
  for (let ordinal = 0; ordinal < after.count; ordinal += 1) {
    yield { tags: after.tagsOf(ordinal), corpus: after.corpusOf(ordinal), worse: worse.has(ordinal) };
  }
  for (const ordinal of pairing?.left ?? []) {
    yield { tags: before?.tagsOf(ordinal) ?? [], corpus: null, worse: gone.has(ordinal) };
  }
}

function idOf({ side, ordinal }: Share, { after, before }: ExplainInput): string {
  return side === 'after' ? after.idOf(ordinal) : (before?.idOf(ordinal) ?? '');
}

function blameOf({ side, ordinal }: Share, { after }: ExplainInput): Blame | null {
  const outcome = side === 'after' ? after.outcomeOf(ordinal) : null;
  return outcome === 'error' || outcome === 'unscored' ? outcome : null;
}

function isMissing(outcome: string): boolean {
  return outcome === 'error' || outcome === 'unscored';
}

function countUp(cases: readonly ExplainedCase[]): ExplainedFigure['blames'] {
  return (['error', 'unscored'] as const)
    .map(blame => [blame, cases.filter(one => one.blame === blame).length] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, a], [, b]) => b - a);
}
