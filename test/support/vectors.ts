import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Group = { readonly cases: readonly unknown[] };
/** Groups stand in a list with their id, or under it. */
type VectorFile = {
  readonly groups: readonly (Group & { readonly id: string })[] | Readonly<Record<string, Group>>;
};
type Name = 'evaluate' | 'scoring' | 'tui-cli' | 'release';

const files = new Map<string, VectorFile>();

/** The cases of one group of test/fixtures/vectors/<file>.json, typed by the caller. Throws when the group is absent or empty. */
export function vectorCases<Case>(file: Name, group: string): readonly Case[] {
  let parsed = files.get(file);
  if (parsed === undefined) {
    const path = fileURLToPath(new URL(`../fixtures/vectors/${file}.json`, import.meta.url));
    parsed = JSON.parse(readFileSync(path, 'utf8')) as VectorFile;
    files.set(file, parsed);
  }
  const found = isList(parsed.groups)
    ? parsed.groups.find(candidate => candidate.id === group)
    : parsed.groups[group];
  if (found === undefined || found.cases.length === 0) throw new RangeError(`no vectors ${file}/${group}`);
  return found.cases as readonly Case[];
}

function isList(groups: VectorFile['groups']): groups is readonly (Group & { readonly id: string })[] {
  return Array.isArray(groups);
}
