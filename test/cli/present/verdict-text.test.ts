import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../cli/parse.ts';
import { verdictText } from '../../../cli/present/verdict-text.ts';
import type { Conclusion } from '../../../evals/run/conclude-run.ts';
import { cells } from '../../../tui/text/cells.ts';
import { forty, smallReport } from '../../evals/gate/support.ts';
import { concluded, green, redBaseline, redFloor, refused } from './conclusions.ts';

const ALL: readonly (readonly [string, Conclusion])[] = [
  ['green', green],
  ['a red floor', redFloor],
  ['a red baseline', redBaseline],
  ['an entry without a figure', refused],
];

describe('assurance.evaluate.run-verdict: the text of a judged report', () => {
  describe.each(ALL)('%s', (_, conclusion) => {
    test.each([80, 120])('at %i columns', columns => {
      expect(at(conclusion, columns)).toMatchSnapshot();
    });

    test.each([60, 80, 120])('fits %i columns, but for verdict lines', columns => {
      const wide = lines(at(conclusion, columns)).filter(line => cells(line) > columns);
      expect(wide.filter(line => !/^(red|regressed|improved|stable|.* verdict):? /.test(line))).toEqual([]);
    });

    test('says the same with colour, beside the escapes', () => {
      const coloured = verdictText(conclusion, { columns: 80, colour: 1, symbols: 'utf8' });
      expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(at(conclusion, 80));
      expect(coloured).not.toBe(at(conclusion, 80));
    });
  });

  test('reds stand before everything but the stamp, each with its cases, the same cases told once', () => {
    const [stamp, , first, ...rest] = lines(at(redFloor, 80));
    expect(stamp).toMatch(/^lab\.jsonl {2}40 cases {2}k 3 {2}deterministic {2}case set [0-9a-f]{8}$/);
    expect(first).toBe('red: floor retrieval.lexical.r_precision.mean: 0.3590 < 0.6000');
    expect(rest.slice(0, 13)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `  ${`evals/cases/lab.jsonl:${i + 1}`.padEnd(26)}c${i}`),
      '  … and 15 more',
      'red: floor retrieval.vector.r_precision.mean: 0.3590 < 0.6000',
      '  the 25 cases of retrieval.lexical.r_precision.mean',
    ]);
  });

  test('comparisons that moved are listed, those that did not are counted', () => {
    const text = at(redBaseline, 80);
    expect(text).toContain('red: baseline retrieval.hybrid.recall_at_k: 0.9500, was 1.0000 ± 0.0200\n');
    expect(text).toContain('\nregressed retrieval.hybrid.recall_at_k: 0.9500, was 1.0000 ± 0.0200\n');
    expect(text).toContain('\nimproved retrieval.vector.recall_at_k: 0.9500, was 0.5000 ± 0.0200\n');
    expect(text).toContain('\nstable: 3 figures\n');
    expect(text).not.toContain('stable retrieval');
  });

  test('a hostile id stays inside its line', () => {
    const report = smallReport(forty(() => ({ top: 'other' })));
    const cases = report.cases.map(one => ({ ...one, id: `\u001b[2J\u202e${one.id}\n` }));
    const text = at(concluded({ ...report, cases }), 80);
    expect(text).toContain('<U+202E>c0↵');
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test('a long path is left whole and its id goes to the next line', () => {
    const long = `evals/cases/${'deep/'.repeat(12)}lab.jsonl`;
    const text = at({ ...redFloor, files: { names: [long], placeOf: ({ line }) => `${long}:${line}` } }, 80);
    expect(text).toContain(`\n  ${long}:1\n    c0\n`);
  });

  test('the ascii signs hold no other character', () => {
    expect(verdictText(green, { columns: 80, colour: 0, symbols: 'ascii' })).toMatch(/^[\n -~]*$/);
  });

  test('every next command is one that the command line knows', async () => {
    const commands = ['contextful runs show r1 --cases', ...green.verdict.next];
    for (const command of commands) {
      expect((await parseLine(command.split(' ').slice(1), '/')).ok, command).toBe(true);
    }
  });
});

function at(conclusion: Conclusion, columns: number): string {
  return verdictText(conclusion, { columns, colour: 0, symbols: 'utf8' });
}

function lines(text: string): readonly string[] {
  return text.split('\n');
}
