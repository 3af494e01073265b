import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type VectorFile = { readonly groups: readonly { readonly id: string; readonly cases: readonly unknown[] }[] };

const files = new Map<string, VectorFile>();

/** The cases of one group of test/fixtures/vectors/<file>.json, typed by the caller. Throws when the group is absent or empty. */
export function vectorCases<Case>(file: 'evaluate' | 'scoring' | 'tui-cli', group: string): readonly Case[] {
  let parsed = files.get(file);
  if (parsed === undefined) {
    const path = fileURLToPath(new URL(`../fixtures/vectors/${file}.json`, import.meta.url));
    parsed = JSON.parse(readFileSync(path, 'utf8')) as VectorFile;
    files.set(file, parsed);
  }
  const found = parsed.groups.find(candidate => candidate.id === group);
  if (found === undefined || found.cases.length === 0) throw new RangeError(`no vectors ${file}/${group}`);
  return found.cases as readonly Case[];
}
