/** Whether a `/`-separated path matches a glob of `*`, `?` (within one folder) and `**` (any folders). */
export function matchesGlob(path: string, glob: string): boolean {
  return new RegExp(`^${glob.split('/').map(segment).join('')}$`, 'u').test(`${path}/`);
}

function segment(part: string): string {
  if (part === '**') return '(?:[^/]+/)*';
  const literal = part.replace(/[.+^${}()|[\]\\/]/g, '\\$&');
  return `${literal.replace(/\*+/g, '[^/]*').replace(/\?/g, '[^/]')}/`;
}
