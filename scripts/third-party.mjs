import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** Name, version, licence and licence text of every package whose code stands in the bundle, by name. */
export function thirdPartyNotice(metafile) {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match !== null) folders.add(match[1]);
  }
  return [...folders]
    .sort()
    .map(notice)
    .join(`\n${'-'.repeat(78)}\n`);
}

function notice(folder) {
  const path = join(root, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find(entry => /^(licen[cs]e|copying)/i.test(entry));
  const text =
    file !== undefined && existsSync(join(path, file)) ? readFileSync(join(path, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}
