import { rowIdentity } from '../case/reference.ts';
import type { LoadedCase } from '../case/types.ts';
import { INGESTED_BASIS } from '../retrieve/window.ts';
import type { LandRow } from '../store/port.ts';
import { rowOf } from './truth.ts';

/**
 * What landing shows about the rows that a case names; an operator's figures, seen by no session.
 * `unknown_rows`: truth that the corpus lacks. `forbidden_absent`: guards that can never fire, since their row is
 * not there. `undated`: truth of a case with a recency bound that carries no readable date.
 */
export const GOLDEN_FAULTS = ['unknown_rows', 'forbidden_absent', 'undated'] as const;
export type GoldenTally = { readonly [kind in (typeof GOLDEN_FAULTS)[number]]: number };

/** What a fault says of its case. */
export const GOLDEN_FAULT_TEXTS: { readonly [kind in keyof GoldenTally]: string } = {
  unknown_rows: 'expects a row that its corpus lacks',
  forbidden_absent: 'forbids a row that its corpus lacks, so its guard can never fire',
  undated: 'has a recency bound and expects a row without a readable date',
};

export type GoldenFault = {
  readonly kind: keyof GoldenTally;
  readonly reference: string;
  readonly case: LoadedCase;
};

export function tallyGoldens(faults: readonly GoldenFault[]): GoldenTally {
  const count = (kind: keyof GoldenTally) => faults.filter(fault => fault.kind === kind).length;
  return {
    unknown_rows: count('unknown_rows'),
    forbidden_absent: count('forbidden_absent'),
    undated: count('undated'),
  };
}

type Watched = {
  readonly table: string;
  readonly key: string;
  seen: boolean;
  dated: boolean;
};

/** Notes which rows named by the cases of one corpus come by while it lands. */
export type GoldenWatch = {
  readonly see: (table: string, row: LandRow) => void;
  /** The rows that cases name, to be looked up where they landed before. */
  readonly named: () => readonly (readonly [table: string, key: string])[];
  readonly note: (table: string, key: string, dated: boolean) => void;
  /** After landing: each named row that is absent or undated, in case order. */
  readonly faults: () => readonly GoldenFault[];
};

export function watchGoldens(cases: readonly LoadedCase[]): GoldenWatch {
  const named = new Map<string, Watched>();
  const tables = new Set<string>();
  for (const { case: evalCase } of cases) {
    const { artifacts, must_not_retrieve } = evalCase.expected;
    for (const { table, key } of [...artifacts, ...must_not_retrieve].map(rowOf)) {
      named.set(rowIdentity([table, key]), { table, key, seen: false, dated: false });
      tables.add(table);
    }
  }
  const lookup = (table: string, key: string) => named.get(rowIdentity([table, key]));
  const note: GoldenWatch['note'] = (table, key, dated) => {
    const watched = lookup(table, key);
    if (watched === undefined) return;
    watched.seen = true;
    watched.dated ||= dated;
  };
  return {
    see: (table, row) => {
      if (tables.has(table))
        note(table, row.key, row.publishedNs !== null || row.dateBasis === INGESTED_BASIS);
    },
    named: () => [...named.values()].map(({ table, key }) => [table, key]),
    note,
    faults: () => cases.flatMap(loaded => faultsOf(loaded, lookup)),
  };
}

function faultsOf(
  loaded: LoadedCase,
  lookup: (table: string, key: string) => Watched | undefined,
): GoldenFault[] {
  const { artifacts, must_not_retrieve, since } = loaded.case.expected;
  const faults: GoldenFault[] = [];
  const add = (kind: GoldenFault['kind'], table: string, key: string) =>
    faults.push({ kind, reference: `${table}#${key}`, case: loaded });
  for (const { table, key } of artifacts.map(rowOf)) {
    const watched = lookup(table, key);
    if (watched?.seen !== true) add('unknown_rows', table, key);
    else if (since !== null && !watched.dated) add('undated', table, key);
  }
  for (const { table, key } of must_not_retrieve.map(rowOf)) {
    if (lookup(table, key)?.seen !== true) add('forbidden_absent', table, key);
  }
  return faults;
}
