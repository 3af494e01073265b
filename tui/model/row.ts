import { codePointView } from '../text/code-view.ts';
import { pending } from './blank.ts';
import { factsList } from './facts-list.ts';
import type { Line } from './pen.ts';
import { runPlace } from './run-frame.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** A whole row as its corpus holds it; `w` shows a value as code points. */
export function rowScreen(place: Place): Screen {
  const { link, source, pen, codePoints } = place;
  const id = link.params['case'] ?? '';
  const row = link.params['row'] ?? '';
  const at = runPlace(place, undefined, ['cases', id, row]);
  if ('screen' in at) return at.screen;
  const resource = { kind: 'row', run: at.id, id, row } as const;
  const data = source.get(resource);
  if (data === undefined) {
    const waiting = pending(at.frame.crumbs, source, resource, pen);
    return { ...at.frame, why: () => [], empty: waiting.empty, waiting: waiting.waiting };
  }
  return {
    ...at.frame,
    why: () => [],
    list: factsList(data.cells, ['column', 'value'], pen),
    detail: (index, _column, width) => {
      const cell = data.cells[index];
      if (cell === undefined) return [];
      const [name, value] = cell;
      const lines: readonly Line[] = codePoints
        ? codePointView(value, width).map(text => [pen.span(text)])
        : pen.lines(value);
      return [[pen.bold(name, 'title')], ...lines];
    },
    empty: [[pen.span('the corpus of this case holds no such row any more', 'muted')]],
  };
}
