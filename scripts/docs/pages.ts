import { join } from 'node:path';
import { readClauses } from '../../spec/clauses.ts';
import { clausesPage } from './clauses-page.ts';
import { commandsPage } from './commands-page.ts';
import { filtersPage } from './filters-page.ts';
import { keysPage } from './keys-page.ts';
import { refusalsPage } from './refusals-page.ts';

/** One generated page: where it lies below the root, and how its text is made. */
export type Page = {
  readonly path: string;
  readonly render: (root: string) => string | Promise<string>;
};

export const pages: readonly Page[] = [
  { path: 'docs/cli.md', render: commandsPage },
  { path: 'docs/keys.md', render: keysPage },
  { path: 'docs/filters.md', render: filtersPage },
  { path: 'docs/refusals.md', render: refusalsPage },
  {
    path: 'docs/clauses.md',
    render: async root => clausesPage(await readClauses(join(root, 'spec/clauses.json'))),
  },
];
