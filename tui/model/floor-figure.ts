/** The figure that a floor bounds: its path without the side of the summary. */
export function floorFigure(path: string): string {
  return path.replace(/\.(?:mean|min|max)$/, '');
}
