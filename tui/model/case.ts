import { LEGS, type Leg } from '../../evals/store/port.ts';
import { parseLink } from '../links.ts';
import { humanInt } from '../text/human.ts';
import { blankScreen, pending } from './blank.ts';
import { caseDetail } from './case-detail.ts';
import { caseBadge, caseHead } from './case-head.ts';
import { legRows } from './case-rows.ts';
import type { CaseData } from './data.ts';
import { rankingAt, rankingGrid } from './leg-cells.ts';
import { comparedLines, runPlace } from './run-frame.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** One case: its question and truth, and what each leg returned beside what the compared run returned. */
export function caseScreen(place: Place): Screen {
  const { link, source, pen } = place;
  const id = link.params['case'] ?? '';
  const at = runPlace(place, undefined, ['cases', id]);
  if ('screen' in at) return at.screen;
  const { vs, leg } = link.query;
  const resource = { kind: 'case', run: at.id, vs, id } as const;
  const data = source.get(resource);
  if (data === undefined) {
    const waiting = pending(at.frame.crumbs, source, resource, pen);
    return { ...at.frame, why: () => [], empty: waiting.empty, waiting: waiting.waiting };
  }
  const rankings = shownLegs(data, leg).map(name => ({
    id: name,
    leg: name,
    title: name,
    rows: legRows(data, name),
  }));
  const editor = data.file === '' ? {} : { place: { file: data.file, line: data.case.line, column: 1 } };
  return {
    ...blankScreen(at.frame.crumbs),
    badge: caseBadge(data, placeText(place, data), pen),
    head: width => [...caseHead(data, width, pen), ...comparedLines(at.run, pen)],
    list: {
      ...rankingGrid(rankings, pen),
      focus: (index, column) => {
        const { row } = rankingAt(rankings, index, column);
        if (row === undefined) return editor;
        return {
          ...editor,
          id: row.reference,
          value: row.reference,
          link: at.link('run/:run/case/:case/row/:row', { case: id, row: row.reference }),
        };
      },
    },
    detail: (index, column) => {
      const { ranking, row } = rankingAt(rankings, index, column);
      return caseDetail(data, ranking?.leg ?? 'hybrid', row, at.run.report.run.k, pen);
    },
    legs: rankings.map(ranking => ranking.id),
    empty: [[pen.span(emptyText(data), 'muted')]],
  };
}

/** The leg that was chosen, or is to blame, beside the hybrid one; a third where there is room. */
function shownLegs(data: CaseData, wanted: string | undefined): readonly Leg[] {
  const present = LEGS.filter(leg => data.legs[leg] !== undefined);
  const blamed = present.find(leg => data.blame === leg || data.blame === `rank:${leg}`);
  const returning = present.find(leg => (data.legs[leg] ?? []).length > 0);
  const first = present.find(leg => leg === wanted) ?? blamed ?? returning ?? present[0];
  if (first === undefined) return [];
  const beside = present.filter(leg => leg !== first);
  return [first, ...beside.filter(leg => leg === 'hybrid'), ...beside.filter(leg => leg !== 'hybrid')];
}

/** In the list of cases that it was opened from, else in the run. */
function placeText({ above }: Place, { place: [index, of] }: CaseData): string {
  const list = above === undefined ? undefined : parseLink(above.link);
  if (above === undefined || above.total === 0 || list?.route !== 'run/:run/cases') {
    return `${humanInt(index + 1)} of ${humanInt(of)}`;
  }
  const { filter } = list.query;
  const text = `${humanInt(above.cursor + 1)} of ${humanInt(above.total)}`;
  return filter === undefined ? text : `${text} (${filter})`;
}

function emptyText(data: CaseData): string {
  const failed = Object.entries(data.errors).map(([leg, reason]) => `${leg}: ${reason}`);
  if (failed.length > 0) return failed.join('; ');
  return data.golden?.expected.must_abstain === true
    ? 'nothing was returned, as it should be'
    : 'nothing was returned on any leg';
}
