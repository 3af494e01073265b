/**
 * A text as it is compared where case does not count: NFC, letters without case (ß and ẞ as ss, final sigma as sigma).
 * No locale. Idempotent. An index that holds folded text is searched with a folded needle.
 */
export function fold(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}
