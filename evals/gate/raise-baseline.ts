import { type BaselineFile, parseBaseline } from './baseline-file.ts';
import type { Comparison } from './gate-baseline.ts';

export type Moved = { readonly path: string; readonly from: number; readonly to: number };

/** A raise that is allowed and what it moves; text: the whole new file. Nothing moved: the text is the old one. */
export type Raise =
  | { readonly kind: 'raised'; readonly moved: readonly Moved[]; readonly text: string }
  | { readonly kind: 'not-raised'; readonly reason: string };

export type RaiseConditions = {
  readonly floorsHeld: boolean;
  readonly comparisons: readonly Comparison[];
  /** Errored plus unscored cases. */
  readonly missing: number;
  /** Filtered, limited or sharded. */
  readonly partial: boolean;
  /** More than one model or fingerprint answered within the run. */
  readonly drifted?: boolean;
  /** Metric paths that a raise leaves alone (`[eval] raise_except`). */
  readonly except?: readonly string[];
};

/**
 * Raises each improved entry to the measured value by splicing its number token: every other byte of the file
 * stays, so a review shows one line per moved entry (scoring.md 10). Pure; write-baseline lands the text.
 */
export function raiseBaseline(baseline: BaselineFile, conditions: RaiseConditions): Raise {
  const reason = refusedBecause(conditions);
  if (reason !== undefined) return { kind: 'not-raised', reason };
  const improved = new Map(
    conditions.comparisons
      .filter(({ outcome, path }) => outcome === 'improved' && !conditions.except?.includes(path))
      .map(({ path, current }) => [path, current]),
  );
  const text = splice(baseline, improved);
  verify(baseline, text, improved);
  const moved = conditions.comparisons.flatMap(({ path, baseline: from }) => {
    const to = improved.get(path);
    return to === undefined ? [] : [{ path, from, to }];
  });
  return { kind: 'raised', moved, text };
}

function refusedBecause(conditions: RaiseConditions): string | undefined {
  const { floorsHeld, comparisons, missing, partial, drifted = false } = conditions;
  if (!floorsHeld) return 'a floor is red';
  const regressed = comparisons.filter(({ outcome }) => outcome === 'regressed').length;
  if (regressed > 0) return `${regressed} ${regressed === 1 ? 'figure' : 'figures'} regressed`;
  if (missing > 0) return `${missing} ${missing === 1 ? 'case is' : 'cases are'} errored or unscored`;
  if (partial) return 'only a part of the case set was run';
  return drifted ? 'more than one model answered' : undefined;
}

function splice(baseline: BaselineFile, values: ReadonlyMap<string, number>): string {
  let text = baseline.text;
  const fromTheEnd = baseline.entries.toSorted((a, b) => b.token.offset - a.token.offset);
  for (const { path, token } of fromTheEnd) {
    const value = values.get(path.text);
    if (value === undefined) continue;
    text = text.slice(0, token.offset) + JSON.stringify(value) + text.slice(token.offset + token.length);
  }
  return text;
}

/** The new text is read again before it lands: it must hold the intended entries and nothing else new. */
function verify(baseline: BaselineFile, text: string, values: ReadonlyMap<string, number>): void {
  const { entries } = parseBaseline(Buffer.from(text), baseline.file);
  const isIntended =
    entries.length === baseline.entries.length &&
    entries.every((entry, i) => {
      const before = baseline.entries[i];
      if (before === undefined || before.path.text !== entry.path.text || before.band !== entry.band)
        return false;
      return entry.value === (values.get(entry.path.text) ?? before.value);
    });
  if (!isIntended) throw new Error('the raised baseline does not hold the intended entries');
}
