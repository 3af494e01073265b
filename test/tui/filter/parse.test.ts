import { describe, expect, test } from 'vitest';
import { casesFields } from '../../../tui/filter/fields/cases.ts';
import { runsFields } from '../../../tui/filter/fields/runs.ts';
import { parseFilter } from '../../../tui/filter/parse.ts';
import { refusalFrom } from '../../support/refusal-from.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector<Output> = { readonly name: string; readonly input?: string; readonly output: Output };
type Fault = {
  readonly error: string;
  readonly at: number;
  readonly message: string;
  readonly suggest?: readonly string[];
};

/** In these groups the name is the text of the filter; `(empty)` stands for none. */
function textOf({ name, input }: Vector<unknown>): string {
  return input ?? (name === '(empty)' ? '' : name);
}

function faultOf(text: string): Fault {
  const { code, facts } = refusalFrom(() => parseFilter(text, casesFields));
  const suggest = facts['suggest'];
  return {
    error: code,
    at: Number(facts['column']),
    message: String(facts['message']),
    ...(Array.isArray(suggest) && suggest.length > 0 ? { suggest: suggest.map(String) } : {}),
  };
}

describe('tui.filter reading', () => {
  test.each(vectorCases<Vector<unknown>>('tui-cli', 'filter.parse'))('$name', vector => {
    expect(parseFilter(textOf(vector), casesFields)).toEqual(vector.output);
  });

  test.each(vectorCases<Vector<unknown>>('tui-cli', 'filter.parse.runs'))('runs: $name', vector => {
    expect(parseFilter(textOf(vector), runsFields)).toEqual(vector.output);
  });

  test.each(vectorCases<Vector<Fault>>('tui-cli', 'filter.error'))('$name is refused', vector => {
    const { suggest = [], ...rest } = vector.output;
    expect(faultOf(textOf(vector))).toEqual(suggest.length === 0 ? rest : { ...rest, suggest });
  });

  test.each([
    ['a OR b AND c', { or: [{ text: 'a' }, { and: [{ text: 'b' }, { text: 'c' }] }] }],
    ['a||b&&c', { or: [{ text: 'a' }, { and: [{ text: 'b' }, { text: 'c' }] }] }],
    ['"or"', { text: 'or' }],
    ['a - b', { and: [{ text: 'a' }, { text: '-' }, { text: 'b' }] }],
    ['--a', { not: { not: { text: 'a' } } }],
    ['! a', { not: { text: 'a' } }],
    ['hello! R&D', { and: [{ text: 'hello!' }, { text: 'R&D' }] }],
    ['is:red,moved', { or: [{ is: 'red' }, { is: 'moved' }] }],
    [
      'outcome!=fail,error',
      { not: { or: [{ cmp: ['outcome', '=', 'fail'] }, { cmp: ['outcome', '=', 'error'] }] } },
    ],
    ['cause:rank:lexical', { cmp: ['cause', '=', 'rank:lexical'] }],
    [
      'rank:1,3..5',
      { or: [{ cmp: ['rank', '=', 1] }, { and: [{ cmp: ['rank', '>=', 3] }, { cmp: ['rank', '<=', 5] }] }] },
    ],
    ['id:a..b', { cmp: ['id', ':', 'a..b'] }],
    ['id:"a,b",c', { or: [{ cmp: ['id', ':', 'a,b'] }, { cmp: ['id', ':', 'c'] }] }],
    ['id~^(a|b){1,2}$', { cmp: ['id', '~', '^(a|b){1,2}$'] }],
    ['(id~a|b)', { cmp: ['id', '~', 'a|b'] }],
    ['id!~"\\d \\"x\\""', { not: { cmp: ['id', '~', '\\d "x"'] } }],
    ['recall=29%', { cmp: ['recall', '=', 0.29] }],
    ['recall=-0', { cmp: ['recall', '=', 0] }],
    ['d.lexical.ndcg>=-.5', { cmp: ['d.lexical.ndcg', '>=', -0.5] }],
    ['is:red or is:moved sort:id', { or: [{ is: 'red' }, { is: 'moved' }] }],
  ])('%s', (text, where) => {
    expect(parseFilter(text, casesFields).where).toEqual(where);
  });

  test('an order alone is no condition', () => {
    expect(parseFilter('sort:id-', casesFields)).toEqual({ where: null, sort: [['id', 'desc']] });
  });

  test.each([
    ['started:2030-06-01T02:00:00+02:00', '2030-06-01T00:00:00.000Z'],
    ['started:2030-06-01T00:00:00.5Z', '2030-06-01T00:00:00.500Z'],
  ])('the instant of %s', (text, value) => {
    expect(parseFilter(text, runsFields).where).toEqual({ cmp: ['started', '=', value] });
  });

  test.each([
    ['<3', 'FilterSyntax', 1, 'a field is expected before <'],
    ['recall < 1', 'FilterSyntax', 8, 'a field is expected before <'],
    ['日 or "x', 'FilterSyntax', 6, 'unclosed quote'],
    ['id:"a"b', 'FilterSyntax', 7, 'a space is expected after the quote'],
    ['rank:..', 'FilterSyntax', 6, 'a value is expected after rank:'],
    ['is:', 'FilterSyntax', 4, 'a value is expected after is:'],
    ['a or sort:id', 'FilterSyntax', 6, 'a term is expected'],
    ['not sort:id', 'FilterSyntax', 5, 'sort can not be negated'],
    ['not', 'FilterSyntax', 4, 'a term is expected'],
    ['recall<1,2', 'FilterTypeMismatch', 8, '1,2 is no rate'],
    ['rank<80%', 'FilterTypeMismatch', 6, '80% is no number'],
    ['rank<1e999', 'FilterTypeMismatch', 6, '1e999 is no number'],
    ['latency<5w', 'FilterTypeMismatch', 9, '5w is no duration'],
    ['outcome<fail', 'FilterTypeMismatch', 8, 'outcome is a word: use : = !='],
    ['is:toString', 'FilterUnknownFlag', 4, 'unknown flag toString'],
    ['has:__proto__', 'FilterUnknownField', 5, 'unknown field __proto__'],
    [`${'('.repeat(33)}a`, 'FilterSyntax', 34, 'nested deeper than 32'],
    ['x'.repeat(1001), 'FilterSyntax', 1001, 'longer than 1,000 characters'],
  ])('%.20s is refused', (text, error, at, message) => {
    expect(faultOf(text)).toEqual({ error, at, message });
  });

  test('a bad regular expression is refused at its value', () => {
    const fault = faultOf('id~"("');
    expect(fault).toMatchObject({ error: 'FilterSyntax', at: 4 });
    expect(fault.message).toMatch(/^bad regular expression: /);
  });

  test('32 levels and 1,000 characters are taken', () => {
    expect(parseFilter(`${'('.repeat(32)}a${')'.repeat(32)}`, casesFields).where).toEqual({ text: 'a' });
    expect(parseFilter('😀'.repeat(1000), casesFields).where).toEqual({ text: '😀'.repeat(1000) });
  });
});

describe('tui.filter field tables', () => {
  test('the fields and flags of section 17 are there', () => {
    const rates = 'recall rprec hit rr ndcg forbidden duplicate window abstain'.split(' ');
    const byLeg = rates.flatMap(name => [name, `lexical.${name}`, `vector.${name}`, `hybrid.${name}`]);
    const plain = 'id question answer tag corpus line outcome cause rank moved gold returned latency'.split(
      ' ',
    );
    expect([...casesFields.fields.keys()].toSorted()).toEqual(
      [...plain, ...byLeg, ...byLeg.map(name => `d.${name}`)].toSorted(),
    );
    expect([...casesFields.flags.keys()].join(' ')).toBe(
      'red error unscored regressed improved moved gold-lost gold-gained forbidden duplicate stale tie ' +
        'must-abstain abstained regression new gone marked',
    );
    expect([...runsFields.fields.keys()].join(' ')).toBe(
      'id verdict tier model k cases unscored commit tag age started took size recall rprec hit rr ndcg',
    );
  });

  test.each([
    ['cases', casesFields],
    ['runs', runsFields],
  ])('each field and flag of %s has a line that explains it, each enum its values', (_, table) => {
    for (const [name, field] of table.fields) {
      expect(`${name} ${field.doc}`).toMatch(/^\S+ \S.{4,90}$/);
      expect(field.values !== undefined && field.values.length > 1).toBe(field.type === 'enum');
    }
    for (const [name, doc] of table.flags) expect(`${name} ${doc}`).toMatch(/^\S+ \S.{4,90}$/);
    for (const name of table.text) expect(table.fields.has(name)).toBe(true);
  });
});
