/**
 * The words of a command as a POSIX shell would split them, though no shell runs: quotes and backslashes count,
 * nothing is expanded, `;` and `$` are signs like others. undefined: a quote is open at the end.
 */
export function shellWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const part = PART.exec(text)?.[0];
    if (part === undefined) return undefined;
    if (/^[ \t\n]/.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + unquoted(part);
  }
  return word === undefined ? words : [...words, word];
}

/** Blanks, '…', "…", a backslash with its character, or plain signs. Sticky: what fits none is an open quote. */
const PART = /[ \t\n]+|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|[^ \t\n'"\\]+/y;

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  // Inside double quotes a backslash escapes only these; before a line end it takes the line end away.
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\([$`"\\\n])/g, escaped);
  return part.replace(/\\([\s\S])/g, escaped);
}

function escaped(_: string, sign: string): string {
  return sign === '\n' ? '' : sign;
}
