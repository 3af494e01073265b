const OFFSET_BASIS = 0xcbf2_9ce4_8422_2325n;
const PRIME = 0x100_0000_01b3n;

/** 64-bit FNV-1a over the UTF-8 bytes of a text (draft-eastlake-fnv). */
export function fnv1a64(text: string): bigint {
  let hash = OFFSET_BASIS;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return hash;
}
