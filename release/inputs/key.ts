import { compareCodePoints } from '../../core/code-points.ts';
import { sha256Hex } from '../../core/digest.ts';
import type { ChangedInput } from '../plan/types.ts';
import { releaseJson } from './canonical.ts';

/** Name to value of everything that a cell's binary depends on (release.md 5.1). */
export type InputMap = ReadonlyMap<string, string>;

/** Digest of each file of each tree, `tree.<package>` → path → `<mode> <sha256>`: tells which file of a tree moved. */
export type TreeFiles = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** SHA-256 of the input map, 64 hex digits. */
export function cellKey(inputs: InputMap): string {
  // A null prototype: `__proto__` may be the name of a crate's file.
  const object: Record<string, string> = Object.create(null);
  for (const [name, value] of inputs) object[name] = value;
  return sha256Hex(`contextful-cell-v1\n${releaseJson(object)}`);
}

/** Inputs that differ, by name; null stands for an input that is not there. */
export function changedInputs(
  before: InputMap,
  after: InputMap,
  filesBefore: TreeFiles = new Map(),
  filesAfter: TreeFiles = new Map(),
): readonly ChangedInput[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort(compareCodePoints)
    .filter(name => before.get(name) !== after.get(name))
    .map(name => ({
      input: name,
      before: before.get(name) ?? null,
      after: after.get(name) ?? null,
      files: changedFiles(filesBefore.get(name), filesAfter.get(name)),
    }));
}

function changedFiles(
  before: ReadonlyMap<string, string> | undefined,
  after: ReadonlyMap<string, string> | undefined,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter(path => before.get(path) !== after.get(path))
    .sort(compareCodePoints);
}

/**
 * What changed as one line: `lock.tinylog@0.2.1 → 0.2.2, tree.contextful-cli (crates/cli/src/main.rs +2)`. A lock
 * entry that left and one of the same name that came are one change.
 */
export function changesText(changed: readonly ChangedInput[]): string {
  const taken = new Set<string>();
  const parts: string[] = [];
  for (const change of changed) {
    if (taken.has(change.input)) continue;
    const other = change.after === null ? successor(change, changed, taken) : undefined;
    if (other !== undefined) taken.add(other.input);
    parts.push(other === undefined ? oneText(change) : `${change.input} → ${versionOf(other.input)}`);
  }
  return parts.join(', ');
}

function successor(
  gone: ChangedInput,
  changed: readonly ChangedInput[],
  taken: ReadonlySet<string>,
): ChangedInput | undefined {
  const name = lockName(gone.input);
  if (name === undefined) return undefined;
  return changed.find(
    ({ input, before }) => before === null && lockName(input) === name && !taken.has(input),
  );
}

function lockName(input: string): string | undefined {
  return /^lock\.(.+)@[^@]*$/.exec(input)?.[1];
}

function versionOf(input: string): string {
  return input.slice(input.lastIndexOf('@') + 1);
}

function oneText({ input, before, after, files }: ChangedInput): string {
  if (before === null) return `${input} new`;
  if (after === null) return `${input} gone`;
  const [first, ...rest] = files;
  if (first === undefined) return input;
  return `${input} (${first}${rest.length === 0 ? '' : ` +${rest.length}`})`;
}
