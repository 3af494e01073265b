/**
 * What changes between two texts, line by line: `@ 12` before each run of changed lines, `-` and `+` before them. Meant for
 * texts that share most of their lines in place; where their numbers of lines differ, what stands between the common
 * ends is shown whole.
 */
export function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.length === now.length) return inPlace(old, now);
  const start = commonStart(old, now);
  const end = commonStart(old.slice(start).reverse(), now.slice(start).reverse());
  return hunk(start, old.slice(start, old.length - end), now.slice(start, now.length - end));
}

function inPlace(old: readonly string[], now: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < old.length; ) {
    let end = at;
    while (end < old.length && old[end] !== now[end]) end += 1;
    if (end > at) lines.push(...hunk(at, old.slice(at, end), now.slice(at, end)));
    at = end + 1;
  }
  return lines;
}

function hunk(at: number, old: readonly string[], now: readonly string[]): readonly string[] {
  return [`@ ${at + 1}`, ...old.map(line => `-${line}`), ...now.map(line => `+${line}`)];
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
