import { readFileSync } from 'node:fs';
import { AGENT, type Article, EVERYONE, rowsFile } from '../data.ts';

/** How a script reads JSON Lines: line by line out of the whole text. */
export function* readArticles(folder: string): Generator<Article> {
  const text = readFileSync(rowsFile(folder), 'utf8');
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield JSON.parse(text.slice(start, end));
    start = end + 1;
  }
}

/** What our embedder is given for a row of this corpus: its columns but the key, by name. */
export function embeddedText({ body, known_at, owner_id, title }: Article): string {
  return `${body} ${known_at} ${owner_id} ${title}`;
}

export function isReadable({ owner_id }: Pick<Article, 'owner_id'>): boolean {
  return owner_id === EVERYONE || owner_id === AGENT;
}
