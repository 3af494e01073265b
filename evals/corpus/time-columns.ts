import type { Place } from '../../core/refusal.ts';
import { type RefusalCode, refuse } from '../../spec/refusals.ts';
import type { TableDeclaration } from '../policy/index.ts';
import type { Corpus } from './corpus.ts';

/** What a case asks of the clocks of the tables under its prefix. */
export type BoundedRead = {
  readonly prefix: string;
  readonly availableAsOf: boolean;
  readonly validAsOf: boolean;
  readonly place?: Place;
};

/**
 * Every table that a bounded read takes in must declare the clock that the bound reads (evaluate.md 6.4).
 * Refuses EvalAvailableTimeUndeclared and StoreValidTimeUndeclared {tables}, at the first such case.
 */
export function requireTimeColumns(corpus: Corpus, reads: readonly BoundedRead[]): void {
  for (const read of reads) {
    const tables = corpus.tables.filter(table => table.name.startsWith(read.prefix));
    for (const clock of CLOCKS) {
      if (!read[clock.bound]) continue;
      const without = tables
        .filter(table => table.declaration[clock.column] === null)
        .map(table => table.name);
      if (without.length > 0) throw undeclared(clock, corpus, without, read.place);
    }
  }
}

type Clock = {
  readonly bound: 'availableAsOf' | 'validAsOf';
  readonly column: 'availableTime' | 'validTime';
  readonly code: RefusalCode;
  readonly name: string;
  readonly key: string;
};

const CLOCKS: readonly Clock[] = [
  {
    bound: 'availableAsOf',
    column: 'availableTime' satisfies keyof TableDeclaration,
    code: 'EvalAvailableTimeUndeclared',
    name: 'available_as_of',
    key: 'available_time',
  },
  {
    bound: 'validAsOf',
    column: 'validTime' satisfies keyof TableDeclaration,
    code: 'StoreValidTimeUndeclared',
    name: 'valid_as_of',
    key: 'valid_time',
  },
];

function undeclared(clock: Clock, corpus: Corpus, tables: readonly string[], place: Place | undefined) {
  return refuse(clock.code, {
    message: `a case bounds its reads by ${clock.name}, and corpus \`${corpus.shown}\` has tables without ${clock.key}`,
    place,
    found: `${tables.join(', ')}: no ${clock.key}`,
    want: `${clock.key} on every table that the case reads`,
    facts: { corpus: corpus.name, tables },
  });
}
