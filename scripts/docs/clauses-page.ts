import { CLAUSE_AREAS, type Clause } from '../../spec/clauses.ts';
import { code, markdownTable, plain } from './markdown.ts';

const INTRODUCTION = `# Clauses

What contextful promises, by area: each clause with its state, the place in the tree that keeps it and the
tests that show it. The source is \`spec/clauses.json\`; a test fails when a clause marked built is shown by
nothing.
`;

/** The text of docs/clauses.md. */
export function clausesPage(clauses: readonly Clause[]): string {
  const sections = CLAUSE_AREAS.map(area => {
    const own = clauses.filter(clause => clause.area === area);
    return section(area, own);
  });
  return [INTRODUCTION, ...sections].join('\n');
}

function section(area: string, clauses: readonly Clause[]): string {
  const built = clauses.filter(({ status }) => status === 'built').length;
  const rows = clauses.map(({ id, status, statement, home, shownBy }) => [
    code(id),
    status,
    plain(statement),
    code(home),
    [...new Set(shownBy.map(({ file }) => code(file)))].join(', '),
  ]);
  const table = markdownTable(['Clause', 'State', 'What it asks', 'Home', 'Shown by'], rows);
  return `## ${area}\n\n${built} of ${clauses.length} built.\n\n${table}`;
}
