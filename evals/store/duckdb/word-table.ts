/** Numbers of plain words: ASCII letters and digits. Capitals count as their small letters. */
export type WordTable = {
  /** Number of the word in `text` from `from` up to `end`, new or known. `hash`: that of `hashWord`. */
  readonly intern: (text: string, from: number, end: number, hash: number) => number;
  /** Undefined for a word that was never interned. */
  readonly find: (word: string) => number | undefined;
  readonly entries: () => Iterable<readonly [word: string, number: number]>;
};

/**
 * A hash table with open addressing that looks a word up where it stands: cutting it out first, to ask a Map,
 * takes twice the time of all of this, and loading is mostly that. `next` gives the number of a new word.
 */
export function createWordTable(next: () => number): WordTable {
  const words: string[] = [];
  const numbers: number[] = [];
  const hashes: number[] = [];
  /** Place of a word + 1, 0 = free. The size is a power of two, at most half of it used. */
  let slots = new Int32Array(1 << 12);
  const add = (word: string, hash: number, slot: number): number => {
    const number = next();
    words.push(word);
    numbers.push(number);
    hashes.push(hash);
    slots[slot] = words.length;
    if (2 * words.length > slots.length) slots = grown(slots.length * 2, hashes);
    return number;
  };
  /** The word's place + 1, or −1 − the free slot that it would take. */
  const placeOf = (text: string, from: number, end: number, hash: number): number => {
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let place = slots[slot] ?? 0; place !== 0; place = slots[slot] ?? 0) {
      if (hashes[place - 1] === hash && isWordAt(words[place - 1] ?? '', text, from, end)) return place;
      slot = (slot + 1) & mask;
    }
    return -1 - slot;
  };
  return {
    intern: (text, from, end, hash) => {
      const place = placeOf(text, from, end, hash);
      if (place > 0) return numbers[place - 1] ?? 0;
      return add(copied(text.slice(from, end)), hash, -1 - place);
    },
    find: word => {
      const place = placeOf(word, 0, word.length, hashWord(word));
      return place > 0 ? numbers[place - 1] : undefined;
    },
    entries: () => words.map((word, at) => [word, numbers[at] ?? 0] as const),
  };
}

/** The hash of an empty word, to which `hashOn` adds a character after the other (FNV-1a, 32 bits). */
export const EMPTY_HASH = 0x811c9dc5 | 0;

export function hashOn(hash: number, lowered: number): number {
  return Math.imul(hash ^ lowered, 0x01000193);
}

/** The small letter or digit of a character, −1 for one that is in no plain word. */
export function plainLetter(code: number): number {
  if (code >= 97) return code <= 122 ? code : -1;
  if (code >= 65) return code <= 90 ? code + 32 : -1;
  return code >= 48 && code <= 57 ? code : -1;
}

export function hashWord(word: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < word.length; at += 1) hash = hashOn(hash, plainLetter(word.charCodeAt(at)));
  return hash;
}

function isWordAt(word: string, text: string, from: number, end: number): boolean {
  if (word.length !== end - from) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== plainLetter(text.charCodeAt(from + at))) return false;
  }
  return true;
}

function grown(size: number, hashes: readonly number[]): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(size);
  hashes.forEach((hash, at) => {
    let slot = hash & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = at + 1;
  });
  return slots;
}

/** A slice would keep the whole text that it was cut from. */
function copied(word: string): string {
  return Buffer.from(word.toLowerCase(), 'latin1').toString('latin1');
}
