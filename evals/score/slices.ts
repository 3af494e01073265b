/** Slices under this many cases print `small`; a mean entry of a baseline needs as many. */
export const SMALL_SLICE = 30;

/** A tag that is empty or holds a dot is reported, but no metric path can name it. */
export function hasPath(tag: string): boolean {
  return tag !== '' && !tag.includes('.');
}
