import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLink, linkCommand, parseLink, routes } from '../../tui/links.ts';
import { refusalFrom } from '../support/refusal-from.ts';
import { vectorCases } from '../support/vectors.ts';

type Fault = { readonly error: string; readonly why: string; readonly at: number };
type Vector<Output> = { readonly name: string; readonly input: string; readonly output: Output };

describe('tui.links', () => {
  test.each(vectorCases<Vector<object | Fault>>('tui-cli', 'link.parse'))('$name', ({ input, output }) => {
    if ('error' in output) {
      const { code, facts } = refusalFrom(() => parseLink(input));
      expect({ error: code, why: facts['reason'], at: facts['column'] }).toEqual(output);
    } else expect(parseLink(input)).toEqual(output);
  });

  test.each(vectorCases<Vector<string>>('tui-cli', 'link.command'))(
    'command of $name',
    ({ input, output }) => {
      expect(linkCommand(input)).toBe(output);
    },
  );

  test.each([
    ['', 1, 'empty segment'],
    ['runs?', 6, 'empty parameter'],
    ['runs?leg=a&&tab=b', 12, 'empty parameter'],
    ['runs?leg=a&foo=b', 12, 'unknown parameter foo'],
    ['runs?filter', 6, 'parameter filter is empty'],
    ['run/r1/%2E%2E', 8, 'dot segment'],
    ['run/日/case/%zz', 12, 'bad percent-encoding'],
    ['run/r1/case/\ud800', 13, 'half of a surrogate pair'],
    ['compare/r1/-r2', 1, 'bad run id'],
    [`run/r1/case/${'x'.repeat(2048)}`, 1, 'longer than 2048 bytes'],
    [`run/r1/case/${'é'.repeat(1000)}`, 1, 'longer than 2048 bytes when encoded'],
    ['run/r1/case', 1, 'no such screen'],
    ['runs?__proto__=x', 6, 'unknown parameter __proto__'],
  ])('%j is refused', (link, column, reason) => {
    const { code, facts } = refusalFrom(() => parseLink(link));
    expect({ code, facts }).toEqual({ code: 'DeepLinkInvalid', facts: { column, reason } });
  });

  test('a link that was formatted parses to the same parts and is canonical', () => {
    const value = fc
      .string({ unit: 'grapheme-composite', minLength: 1, maxLength: 12 })
      .filter(text => !/[\p{Cc}\p{Cs}]/u.test(text) && !/^\.{1,2}$|^-/.test(text));
    const link = fc.constantFrom(...routes).chain(route =>
      fc.record({
        route: fc.constant(route),
        params: fc.record(
          Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, value])),
        ),
        query: fc.record(
          { vs: value, ws: value, leg: value, tab: value, filter: value, sort: value, at: value },
          { requiredKeys: [] },
        ),
      }),
    );
    fc.assert(
      fc.property(link, ({ route, params, query }) => {
        const canonical = formatLink(route, params, query);
        expect(parseLink(canonical)).toEqual({ route, params, query, canonical });
      }),
    );
  });

  test('no text throws anything but a refusal, and what parses is a fixed point', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('run', 'runs', '/', '?', '&', '=', '%41', '%', 'case', 'filter', '.', 'é'))
        .map(parts => parts.join('')),
    );
    fc.assert(
      fc.property(text, input => {
        let canonical: string;
        try {
          canonical = parseLink(input).canonical;
        } catch (error) {
          expect(error).toHaveProperty('code', 'DeepLinkInvalid');
          return;
        }
        expect(parseLink(canonical).canonical).toBe(canonical);
      }),
    );
  });
});
