import { asBuffer } from './bytes.ts';

const BACKSLASH = 0x5c;

/** Names of one object that are compared one by one; beyond it a set of texts takes over, so a hostile object costs no square. */
const LISTED = 64;

/** The members that are open objects' own, by depth. Buffers are reused from text to text. */
export type MemberNames = {
  readonly open: (depth: number) => void;
  /** Adds the name between two quotes; true when the object has it already. */
  readonly enter: (depth: number, bytes: Uint8Array, from: number, to: number) => boolean;
  /** The name whose value is being read, or undefined between members. */
  readonly current: (depth: number, bytes: Uint8Array) => string | undefined;
  readonly leave: (depth: number) => void;
};

/**
 * Finds repeated members without building a name: hashes of decoded names are compared first, and names are
 * decoded only where hashes meet, where a name holds an escape, or in an object of more than 64 members.
 */
export function createMemberNames(maxDepth: number): MemberNames {
  const slots = (maxDepth + 1) * LISTED;
  const starts = new Int32Array(slots);
  const stops = new Int32Array(slots);
  const hashes = new Int32Array(slots);
  const counts = new Int32Array(maxDepth + 1);
  const currentStart = new Int32Array(maxDepth + 1);
  const currentStop = new Int32Array(maxDepth + 1);
  const sets: (Set<string> | undefined)[] = [];

  const open = (depth: number): void => {
    counts[depth] = 0;
    currentStart[depth] = -1;
    sets[depth] = undefined;
  };

  const enter = (depth: number, bytes: Uint8Array, from: number, to: number): boolean => {
    currentStart[depth] = from;
    currentStop[depth] = to;
    const count = counts[depth] as number;
    const first = depth * LISTED;
    if (count === LISTED) return repeatsInSet(depth, bytes, from, to);
    const hash = nameHash(bytes, from, to);
    for (let slot = first; slot < first + count; slot += 1) {
      if (hashes[slot] !== hash) continue;
      if (nameText(bytes, from, to) === nameText(bytes, starts[slot] as number, stops[slot] as number)) {
        return true;
      }
    }
    starts[first + count] = from;
    stops[first + count] = to;
    hashes[first + count] = hash;
    counts[depth] = count + 1;
    return false;
  };

  const repeatsInSet = (depth: number, bytes: Uint8Array, from: number, to: number): boolean => {
    let names = sets[depth];
    if (names === undefined) {
      names = new Set();
      for (let slot = depth * LISTED; slot < (depth + 1) * LISTED; slot += 1) {
        names.add(nameText(bytes, starts[slot] as number, stops[slot] as number));
      }
      sets[depth] = names;
    }
    const before = names.size;
    return names.add(nameText(bytes, from, to)).size === before;
  };

  const current = (depth: number, bytes: Uint8Array): string | undefined => {
    const from = currentStart[depth] as number;
    return from < 0 ? undefined : nameText(bytes, from, currentStop[depth] as number);
  };

  const leave = (depth: number): void => {
    currentStart[depth] = -1;
  };

  return { open, enter, leave, current };
}

/** Polynomial hash over the UTF-8 bytes of the decoded name: equal names have equal hashes, written with escapes or not. */
function nameHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i += 1) {
    const byte = bytes[i] as number;
    if (byte === BACKSLASH) return decodedHash(bytes, from, to);
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  return hash;
}

function decodedHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (const byte of Buffer.from(nameText(bytes, from, to))) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}

function nameText(bytes: Uint8Array, from: number, to: number): string {
  const name: string = JSON.parse(`"${asBuffer(bytes).toString('utf8', from, to)}"`);
  return name;
}
