import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clause } from '../../spec/clauses.ts';

/**
 * Why a clause that says `built` is not shown: a home or test file that does not exist, a title that the file
 * lacks, or no title that names the clause. Empty for a planned clause and for one that is shown.
 */
export function clauseFaults(root: string, { id, status, home, shownBy }: Clause): readonly string[] {
  if (status === 'planned') return [];
  const faults = existsSync(join(root, home)) ? [] : [`${id}: home ${home} does not exist`];
  for (const { file, test } of shownBy) {
    if (!existsSync(join(root, file))) faults.push(`${id}: ${file} does not exist`);
    else if (!titles(readFileSync(join(root, file), 'utf8')).has(test)) {
      faults.push(`${id}: ${file} has no test titled ${test}`);
    }
  }
  return faults;
}

// `describe('title'`, `test.each(…)('title'`, also with the title on the line after.
const TITLE =
  /(?:\b(?:describe|test|it)(?:\.\w+)*\(|\)\()\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`)/g;

function titles(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, single, double, template] of text.matchAll(TITLE)) {
    found.add((single ?? double ?? template ?? '').replaceAll("\\'", "'"));
  }
  return found;
}
