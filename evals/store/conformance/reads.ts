import fc from 'fast-check';
import type { Session } from '../../policy/index.ts';
import { parsePredicate } from '../../policy/parse-predicate.ts';
import { type Bounds, LEGS, type Leg, type RankedCall, type RecallCall, UNBOUNDED } from '../port.ts';
import { maybe, text } from './generate.ts';
import { embed, instant } from './world.ts';

const AGENT: Session = {
  agent: 'agent://a',
  zone: 'on-prem:hq',
  subject: { agent: 'agent://a' },
  tenant: 't1',
  tables: null,
  rows: null,
  rowLimit: null,
};

export const SESSIONS: readonly Session[] = [
  AGENT,
  {
    ...AGENT,
    agent: 'agent://b',
    subject: { agent: 'agent://b', role: 'auditor' },
    tenant: 't2',
    rowLimit: 2,
  },
  { ...AGENT, zone: 'public-cloud:eu', tenant: null, subject: {} },
  { ...AGENT, zone: 'somewhere', tables: ['kb/*', 'graph/facts', 'secret/**'] },
  {
    ...AGENT,
    tables: ['**'],
    rows: parsePredicate("rev >= 1 OR title LIKE '%art%'", { table: 'credential', columns: null }),
  },
];

export const BOUNDS: readonly Bounds[] = [
  UNBOUNDED,
  { ...UNBOUNDED, availableAsOf: instant('2030-01-20T12:00:00Z') },
  { ...UNBOUNDED, landedAsOf: instant('2030-01-15T00:00:00Z') },
  {
    availableAsOf: instant('2030-06-01T00:00:00Z'),
    validAsOf: instant('2030-02-01T00:00:00Z'),
    landedAsOf: instant('2030-02-01T00:00:00Z'),
  },
];

/** One leg of one question (evaluate.md 9.1), with every option that a caller may pass. */
export const rankedCalls: fc.Arbitrary<RankedCall> = fc
  .record({
    leg: fc.constantFrom<Leg>(...LEGS),
    question: text,
    limit: fc.constantFrom(1, 2, 5, 10, 1000),
    prefix: fc.constantFrom('', '', '', '', 'kb/', 'graph/', 'none/'),
    surface: fc.constantFrom('retrieval', 'retrieval', 'all', 'edge_retrieval'),
    since: maybe(fc.constantFrom('2029-01-01T00:00:00Z', '2030-05-01T00:00:00Z')),
    minimumMatch: fc.constantFrom(null, null, null, 0, 1, 3),
    tables: fc.constantFrom(
      null,
      null,
      null,
      ['kb/notes', 'no/such'],
      ['kb/wiki', '__proto__', 'graph/edges'],
    ),
    explain: fc.boolean(),
  })
  .map(({ leg, question, since, minimumMatch, tables, ...call }) => ({
    ...call,
    query: leg === 'vector' ? '' : question,
    embedding: leg === 'lexical' ? null : embed(question),
    anchorNs: instant('2030-06-01T00:00:00Z'),
    sinceNs: since === null ? null : instant(since),
    ...(minimumMatch === null ? {} : { minimumMatch }),
    ...(tables === null ? {} : { tables }),
  }));

export const recallCalls: fc.Arbitrary<RecallCall> = fc
  .record({
    subject: fc.constantFrom('harbour', 'rail', 'nobody'),
    predicates: maybe(fc.subarray(['opens', 'closes'])),
    observed: fc.constantFrom(
      '2030-01-10T00:00:00Z',
      '2030-03-01T23:59:59.999999999Z',
      '2030-04-01T00:00:00Z',
    ),
    inclusive: fc.boolean(),
    tiers: maybe(fc.constant(['derived', 'curated'])),
  })
  .map(({ predicates, observed, tiers, ...call }) => ({
    ...call,
    table: 'memory/claims',
    observedNs: instant(observed),
    ...(predicates === null ? {} : { predicates }),
    ...(tiers === null ? {} : { tiers }),
  }));
