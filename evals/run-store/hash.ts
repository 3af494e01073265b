import type { WrittenReference } from '../case/types.ts';

/**
 * 32-bit FNV-1a over the code units of a reference. Only rows of one case are told apart by it: two of n rows share one
 * with a chance of n²/2³³, which is one case in ten million where the legs return 30 rows.
 */
export function referenceHash(reference: WrittenReference): number {
  if (typeof reference === 'string') return hashOn(FIRST, reference) >>> 0;
  // As its text, in which `#` stands between table and key.
  return hashOn(hashOn(hashOn(FIRST, reference[0]), '#'), reference[1]) >>> 0;
}

const FIRST = 0x811c9dc5;

function hashOn(before: number, text: string): number {
  let hash = before;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
