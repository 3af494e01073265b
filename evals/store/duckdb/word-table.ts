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
  let slots = emptySlots(1 << 12);
  const add = (word: string, hash: number, slot: number): number => {
    const number = next();
    words.push(word);
    slots.places[slot] = words.length;
    slots.hashes[slot] = hash;
    slots.numbers[slot] = number;
    if (2 * words.length > slots.places.length) slots = grown(slots);
    return number;
  };
  /** The word's slot, or −1 − the free slot that it would take. */
  const slotOf = (text: string, from: number, end: number, hash: number): number => {
    const { places, hashes } = slots;
    const mask = places.length - 1;
    let slot = hash & mask;
    for (let place = places[slot] ?? 0; place !== 0; place = places[slot] ?? 0) {
      if (hashes[slot] === hash && isWordAt(words[place - 1] ?? '', text, from, end)) return slot;
      slot = (slot + 1) & mask;
    }
    return -1 - slot;
  };
  return {
    intern: (text, from, end, hash) => {
      const slot = slotOf(text, from, end, hash);
      if (slot >= 0) return slots.numbers[slot] ?? 0;
      return add(copied(text.slice(from, end)), hash, -1 - slot);
    },
    find: word => {
      const slot = slotOf(word, 0, word.length, hashWord(word));
      return slot >= 0 ? slots.numbers[slot] : undefined;
    },
    entries: function* () {
      const { places, numbers } = slots;
      for (const [slot, place] of places.entries()) {
        if (place !== 0) yield [words[place - 1] ?? '', numbers[slot] ?? 0];
      }
    },
  };
}

/** Side by side, so that finding a word touches few lines of memory. The size is a power of two. */
type Slots = {
  /** Place of the word + 1, 0 = free. At most half of them are taken. */
  readonly places: Int32Array;
  readonly hashes: Int32Array;
  readonly numbers: Int32Array;
};

function emptySlots(size: number): Slots {
  return { places: new Int32Array(size), hashes: new Int32Array(size), numbers: new Int32Array(size) };
}

function grown({ places, hashes, numbers }: Slots): Slots {
  const wider = emptySlots(2 * places.length);
  const mask = wider.places.length - 1;
  for (const [from, place] of places.entries()) {
    if (place === 0) continue;
    let slot = (hashes[from] ?? 0) & mask;
    while (wider.places[slot] !== 0) slot = (slot + 1) & mask;
    wider.places[slot] = place;
    wider.hashes[slot] = hashes[from] ?? 0;
    wider.numbers[slot] = numbers[from] ?? 0;
  }
  return wider;
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

/** A slice would keep the whole text that it was cut from. */
function copied(word: string): string {
  return Buffer.from(word.toLowerCase(), 'latin1').toString('latin1');
}
