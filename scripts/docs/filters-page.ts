import type { FieldTable, FilterField } from '../../tui/filter/field-table.ts';
import { casesFields } from '../../tui/filter/fields/cases.ts';
import { runsFields } from '../../tui/filter/fields/runs.ts';
import { code, markdownTable, plain } from './markdown.ts';

const INTRODUCTION = `# Filters

What \`/\` takes on a list of [the terminal UI](tui.md), and a link in \`filter=\`.

| Written | Keeps |
| --- | --- |
| \`ferry\` | rows that contain the word, whatever its case |
| \`"rail strike"\` | a text with blanks |
| \`recall<0.8\`, \`recall>=80%\` | a comparison; of \`= != < <= > >=\` |
| \`rank:..3\`, \`line:10..20\` | a range, both ends included |
| \`id:edge-*\`, \`id=edge-1\`, \`id~^edge\` | text that contains, is, or matches a regular expression |
| \`tag:cjk,deep\` | any of several |
| \`is:red\`, \`is:red,error\` | a state |
| \`has:recall\` | a value at all |
| \`-tag:cjk\`, \`not tag:cjk\` | what does not |
| \`a b\`, \`a or b\`, \`(a or b) c\` | both, either, and groups |
| \`sort:recall\`, \`sort:recall-,id\` | all, in another order; \`-\` behind a key turns it round |

What a row lacks is neither below 0.8 nor not below 0.8: neither \`recall<0.8\` nor \`-recall<0.8\` shows a case without
a figure. \`is:unscored\` and \`-has:recall\` do.

Durations have their unit (\`500ms\`, \`2s\`, \`3m\`, \`4h\`, \`5d\`), sizes may (\`10KiB\`), instants are dates or RFC 3339.
`;

/** The text of docs/filters.md. */
export function filtersPage(): string {
  return [INTRODUCTION, section('Cases', casesFields), section('Runs', runsFields)].join('\n');
}

function section(title: string, { fields, flags, text }: FieldTable): string {
  const rows = [...fields].filter(([name]) => !isVariant(name)).map(([name, field]) => fieldRow(name, field));
  const states = [...flags].map(([name, doc]) => [code(`is:${name}`), plain(doc)]);
  const variants = [...fields.keys()].some(isVariant) ? `\n${VARIANTS}\n` : '';
  return [
    `## ${title}\n`,
    markdownTable(['Field', 'Type', 'What it is'], rows),
    `A bare word is looked for in ${text.map(code).join(', ')}.${variants}`,
    markdownTable(['State', 'Holds where'], states),
  ].join('\n');
}

/** A rate of one leg, or the change of a rate. */
function isVariant(name: string): boolean {
  return name.includes('.');
}

const VARIANTS = `
Rates are those of the hybrid leg. \`lexical.recall\`, \`vector.recall\` and \`hybrid.recall\` name the leg, and \`d.\` before
any of them is its change against the compared run: \`d.recall<0\`, \`d.lexical.ndcg<=-0.1\`.`;

function fieldRow(name: string, { type, doc, values }: FilterField): readonly string[] {
  const words = values === undefined ? '' : `: ${values.map(code).join(' ')}`;
  return [code(name), type, `${plain(doc)}${words}`];
}
