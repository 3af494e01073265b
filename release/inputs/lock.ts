import { parse } from 'smol-toml';
import { isJsonObject } from '../../core/json.ts';
import type { GraphPackage } from './cargo-tree.ts';

/** Checksum of the crate file, or the git revision, of each package of a Cargo.lock that has a source. */
export type LockedSources = ReadonlyMap<string, string>;

/** By `<name>@<version>`. Two sources of one name and version are joined: either change counts. */
export function readLock(text: string): LockedSources {
  const document: unknown = parse(text);
  const packages = isJsonObject(document) ? document['package'] : undefined;
  const sources = new Map<string, string>();
  for (const one of Array.isArray(packages) ? packages : []) {
    if (!isJsonObject(one)) continue;
    const { name, version, source, checksum } = one;
    if (typeof name !== 'string' || typeof version !== 'string' || typeof source !== 'string') continue;
    const value = typeof checksum === 'string' ? checksum : source.slice(source.lastIndexOf('#') + 1);
    const id = `${name}@${version}`;
    const before = sources.get(id);
    sources.set(id, before === undefined ? value : `${before},${value}`);
  }
  return sources;
}

/** `lock.<name>@<version>` of the packages of a graph; an entry that no cell compiles does not count. */
export function lockInputs(
  graph: readonly GraphPackage[],
  locked: LockedSources,
): readonly [string, string][] {
  return graph.flatMap(({ name, version }) => {
    const id = `${name}@${version}`;
    const value = locked.get(id);
    return value === undefined ? [] : [[`lock.${id}`, value] as [string, string]];
  });
}
