import { truncateEnd } from '../text/truncate.ts';
import type { Pen } from './pen.ts';

const RUN_ID = /^\d{4}(\d{4}T\d{4})(\d\dZ)-[0-9a-f]+$/;

/**
 * A run's id in a few cells: whole, then its start, then its start without the year or the seconds. Ids of one plan
 * end alike, so a cut in the middle would leave nothing that tells them apart.
 */
export function runName(id: string, width: number, pen: Pen): string {
  if (id.length <= width) return id;
  const [, minute, rest = ''] = RUN_ID.exec(id) ?? [];
  if (minute === undefined) return truncateEnd(id, width, pen.set);
  const start = id.slice(0, id.indexOf('-'));
  if (start.length <= width) return start;
  const short = `${minute}${rest}`;
  return short.length <= width ? short : truncateEnd(`${minute}Z`, width, pen.set);
}

/** The same within a breadcrumb, where every cell counts. */
export function shortRuns(crumb: string): string {
  return crumb.replace(/\b\d{4}(\d{4}T\d{6}Z)-[0-9a-f]{8,}\b/g, '$1');
}
