import { METRICS } from '../../evals/score/registry.ts';
import { LEGS } from '../../evals/store/port.ts';
import { relink } from '../state/relink.ts';
import { humanInt } from '../text/human.ts';
import { metricName } from './metric-name.ts';
import { metricColumns, summaryCell } from './run.ts';
import { runBadge, runPlace } from './run-frame.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** One slice: its metric × leg grid; `enter` lists its cases. */
export function sliceScreen(place: Place): Screen {
  const tag = place.link.params['tag'] ?? '';
  const at = runPlace(place, 'slices', ['slices', tag]);
  if ('screen' in at) return at.screen;
  const { run, frame, link } = at;
  const { pen } = place;
  const slice = Object.hasOwn(run.report.slices, tag) ? run.report.slices[tag] : undefined;
  const legs = LEGS.filter(leg => slice?.retrieval[leg] !== undefined);
  const cases = relink(link('run/:run/cases'), { filter: `tag=${quoted(tag)}` }).link;
  return {
    ...frame,
    badge: runBadge(run, pen, `${humanInt(slice?.n_cases ?? 0)} of ${humanInt(run.report.n_cases)} cases`),
    list: {
      columns: metricColumns(legs),
      total: slice === undefined ? 0 : METRICS.length,
      row: index => {
        const metric = METRICS[index];
        if (metric === undefined) return undefined;
        return {
          id: metric,
          cells: {
            metric: { spans: [pen.span(metricName(metric, run.report.run.k))], raw: metric },
            ...Object.fromEntries(
              legs.map(leg => [
                leg,
                summaryCell(
                  run,
                  `slices.${tag}.retrieval.${leg}.${metric}`,
                  slice?.retrieval[leg]?.[metric],
                  pen,
                ),
              ]),
            ),
          },
        };
      },
      focus: () => ({ link: cases, value: tag }),
      grid: legs,
    },
    empty: [[pen.span(`no case of this run has the tag ${tag}`, 'muted')]],
  };
}

function quoted(text: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(text) ? text : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
