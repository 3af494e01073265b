/** One word quoted for a POSIX shell; harmless words stay bare. */
export function shellQuote(word: string): string {
  if (/^[A-Za-z0-9_/:=,.@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

export function shellLine(words: readonly string[]): string {
  return words.map(shellQuote).join(' ');
}
