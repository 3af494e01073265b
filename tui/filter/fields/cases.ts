import { OUTCOMES } from '../../../evals/score/outcome.ts';
import type { FieldTable, FilterField } from '../field-table.ts';

/** What takes a relevant row away or makes a case bad: scoring.md "Blame", tui-cli.md 18 `run/R/explain`. */
const CAUSES = [
  'lexical',
  'vector',
  'both',
  'rank:lexical',
  'rank:vector',
  'fusion',
  'unseen',
  'forbidden',
  'duplicate',
  'window',
  'abstention',
  'error',
  'unscored',
];

const RATES: readonly (readonly [name: string, doc: string])[] = [
  ['recall', 'part of the relevant rows among the first k'],
  ['rprec', 'R-precision'],
  ['hit', '1 where any relevant row is among the first k'],
  ['rr', 'reciprocal rank of the first relevant row'],
  ['ndcg', 'nDCG at k'],
  ['forbidden', 'rate of forbidden rows'],
  ['duplicate', 'rate of rows returned twice'],
  ['window', 'rate of rows inside the time window'],
  ['abstain', 'rate of answers withheld where none is right'],
];
const LEGS = ['lexical', 'vector', 'hybrid'];

/** Fields of a list of cases (tui-cli.md 17). */
export const casesFields: FieldTable = {
  fields: new Map<string, FilterField>([
    ['id', { type: 'text', doc: 'id of the case' }],
    ['question', { type: 'text', doc: 'the question as it is asked' }],
    ['answer', { type: 'text', doc: 'the reference answer' }],
    ['tag', { type: 'set', doc: 'tags of the case' }],
    ['corpus', { type: 'text', doc: 'corpus that the case asks' }],
    ['line', { type: 'number', doc: 'line in its case file' }],
    ['outcome', { type: 'enum', doc: 'what became of the case', values: OUTCOMES }],
    ['cause', { type: 'enum', doc: 'what is to blame for a bad case', values: CAUSES }],
    ...rateFields(),
    ['rank', { type: 'number', doc: 'rank of the first relevant row on the hybrid leg' }],
    [
      'moved',
      { type: 'number', doc: 'ranks by which the first relevant row moved against the compared run' },
    ],
    ['gold', { type: 'number', doc: 'relevant rows among the first k of the hybrid leg' }],
    ['returned', { type: 'number', doc: 'rows that the hybrid leg returned' }],
    ['latency', { type: 'duration', doc: 'time that the case took' }],
  ]),
  flags: new Map([
    ['red', 'alone it would break a floor, or it worsens a red figure'],
    ['error', 'a call of the case failed'],
    ['unscored', 'the case has no figure'],
    ['regressed', 'worse than in the compared run'],
    ['improved', 'better than in the compared run'],
    ['moved', 'the first relevant row has another rank than in the compared run'],
    ['gold-lost', 'a relevant row left the first k'],
    ['gold-gained', 'a relevant row came into the first k'],
    ['forbidden', 'a forbidden row came back'],
    ['duplicate', 'a row came back twice'],
    ['stale', 'a row outside the time window came back'],
    ['tie', 'rows with equal scores stand across the edge of the first k'],
    ['must-abstain', 'nothing is the right answer'],
    ['abstained', 'nothing came back'],
    ['regression', 'the case guards a fault that was mended once'],
    ['new', 'the compared run has no such case'],
    ['gone', 'only the compared run has the case'],
    ['marked', 'marked on this screen'],
  ]),
  text: ['id', 'question'],
};

/** Each rate alone (the hybrid leg) and by leg, then all of them as differences. */
function rateFields(): readonly (readonly [string, FilterField])[] {
  const plain = RATES.flatMap(([name, doc]) => [
    [name, `${doc}, hybrid leg`] as const,
    ...LEGS.map(leg => [`${leg}.${name}`, `${doc}, ${leg} leg`] as const),
  ]);
  return [
    ...plain.map(([name, doc]) => [name, { type: 'rate', doc }] as const),
    ...plain.map(
      ([name, doc]) => [`d.${name}`, { type: 'delta', doc: `${doc}, against the compared run` }] as const,
    ),
  ];
}
