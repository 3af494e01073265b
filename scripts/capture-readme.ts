import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withCaptures } from './docs/captures.ts';

// `npm run capture` builds and puts what the command prints today into the README.
const root = fileURLToPath(new URL('..', import.meta.url));
const readme = `${root}README.md`;
writeFileSync(readme, withCaptures(readFileSync(readme, 'utf8'), root));
