import type { Session } from './session.ts';

/**
 * Whether the session's grant names this table: `*` stands for any text within a segment, `**` for any text
 * across segments. A table that is not granted must answer as one that does not exist, by the same text.
 */
export function grantsTable(session: Session, table: string): boolean {
  return session.tables === null || session.tables.some(pattern => matchesTable(pattern, table));
}

/**
 * Runs all readings of the pattern side by side over the name, so time is pattern × name whatever the stars.
 * `reached[i]` = the pattern's first i tokens match the text read so far.
 */
function matchesTable(pattern: string, table: string): boolean {
  const tokens = pattern.match(/\*\*|./gsu) ?? [];
  let reached = overStars(tokens, [true, ...tokens.map(() => false)]);
  for (const character of table) {
    const next = [false, ...tokens.map((token, i) => reached[i] === true && token === character)];
    tokens.forEach((token, i) => {
      if (reached[i] === true && (token === '**' || (token === '*' && character !== '/'))) next[i] = true;
    });
    reached = overStars(tokens, next);
  }
  return reached[tokens.length] === true;
}

/** A star also stands for nothing. */
function overStars(tokens: readonly string[], reached: boolean[]): boolean[] {
  tokens.forEach((token, i) => {
    if (reached[i] === true && (token === '*' || token === '**')) reached[i + 1] = true;
  });
  return reached;
}
