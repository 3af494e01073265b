import { join } from 'node:path';

/** Where cached stores lie, how large they may be together, and which process asks. */
export type CachePlace = {
  /** `.contextful/cache/stores`, of mode 0700: entries hold rows that no session may see. */
  readonly folder: string;
  readonly locks: string;
  readonly maxBytes: number;
  readonly pid: number;
  /** Command line of the process, for whoever meets its locks. */
  readonly command: string;
};

export function storeCachePlace(
  root: string,
  rest: Pick<CachePlace, 'maxBytes' | 'pid' | 'command'>,
): CachePlace {
  const own = join(root, '.contextful');
  return { ...rest, folder: join(own, 'cache', 'stores'), locks: join(own, 'locks') };
}

/** key: 64 hex digits. */
export function entryFolder({ folder }: CachePlace, key: string): string {
  return join(folder, key);
}

export function isEntryName(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

export function draftFolder({ folder }: CachePlace, key: string): string {
  return join(folder, `.new-${key}`);
}

/** The key whose draft a folder of this name is. */
export function keyOfDraft(name: string): string | undefined {
  return /^\.new-([0-9a-f]{64})$/.exec(name)?.[1];
}

export function draftLock({ locks }: CachePlace, key: string): string {
  return join(locks, `store-${shortened(key)}.lock`);
}

/** Each use has a file of its own, so that any number of processes use an entry at once. */
export function lockOfUse({ locks, pid }: CachePlace, key: string, use: number): string {
  return join(locks, `${prefixOfUse(key)}${pid}-${use}.lock`);
}

export function prefixOfUse(key: string): string {
  return `store-${shortened(key)}-use-`;
}

/** Whether a lock's file is the mark of a use, of whichever entry. */
export function isMarkOfUse(name: string): boolean {
  return /^store-[0-9a-f]{16}-use-/.test(name);
}

function shortened(key: string): string {
  return key.slice(0, 16);
}
