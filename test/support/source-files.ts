import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SourceFile = { readonly path: string; readonly text: string };

/** Every .ts and .tsx file below the rooms, path relative to the root; a room that does not exist yet is empty. */
export function sourceFiles(root: string, rooms: readonly string[]): readonly SourceFile[] {
  return rooms
    .flatMap(room => below(root, room))
    .filter(path => /\.tsx?$/.test(path))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** A room that no issue has built yet is not there. */
function below(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap(entry => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? below(root, path) : [path];
    })
    .sort();
}
