import type { FieldTable, FilterField } from '../field-table.ts';

const VERDICTS = ['green', 'red', 'unmeasured', 'not_comparable', 'running', 'interrupted'];

/** Fields of the list of runs (tui-cli.md 17). Its rates are means of the hybrid leg. */
export const runsFields: FieldTable = {
  fields: new Map<string, FilterField>([
    ['id', { type: 'text', doc: 'id of the run' }],
    ['verdict', { type: 'enum', doc: 'how the run ended', values: VERDICTS }],
    ['tier', { type: 'text', doc: 'tier that was measured' }],
    ['model', { type: 'text', doc: 'embedding model' }],
    ['k', { type: 'number', doc: 'rows that count per call' }],
    ['cases', { type: 'number', doc: 'cases of the run' }],
    ['unscored', { type: 'number', doc: 'cases without a figure' }],
    ['commit', { type: 'text', doc: 'commit of the project' }],
    ['tag', { type: 'set', doc: 'tags of the cases' }],
    ['age', { type: 'duration', doc: 'time since the run started' }],
    ['started', { type: 'instant', doc: 'when the run started' }],
    ['took', { type: 'duration', doc: 'how long the run took' }],
    ['size', { type: 'bytes', doc: 'bytes of the run directory' }],
    ['recall', { type: 'rate', doc: 'mean recall at k' }],
    ['rprec', { type: 'rate', doc: 'mean R-precision' }],
    ['hit', { type: 'rate', doc: 'mean hit rate' }],
    ['rr', { type: 'rate', doc: 'mean reciprocal rank' }],
    ['ndcg', { type: 'rate', doc: 'mean nDCG at k' }],
  ]),
  flags: new Map([['marked', 'marked on this screen']]),
  text: ['id', 'commit', 'tag', 'model'],
};
