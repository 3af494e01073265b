import { LEGS, type Leg } from '../../evals/store/port.ts';
import { formatLink } from '../links.ts';
import { blankScreen, pending } from './blank.ts';
import { caseDetail } from './case-detail.ts';
import { caseHead } from './case-head.ts';
import { type LegRow, legRows } from './case-rows.ts';
import type { CaseData } from './data.ts';
import { rankingAt, rankingGrid } from './leg-cells.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/**
 * One case in two runs: what each returned on one leg, place by place, with the movement from A to B. It needs no
 * comparable figures, only the case in both.
 */
export function compareCaseScreen({ link, source, pen }: Place): Screen {
  const { a = '', b = '', case: id = '' } = link.params;
  const crumbs = ['runs', `${a} with ${b}`, id];
  const resource = { kind: 'case', run: b, vs: a, id } as const;
  const data = source.get(resource);
  if (data === undefined) return pending(crumbs, source, resource, pen);
  const present = LEGS.filter(leg => data.legs[leg] !== undefined);
  const leg = present.find(name => name === link.query.leg) ?? present.at(-1) ?? 'hybrid';
  const rankings = [
    { id: 'a', title: `A ${leg}`, rows: rowsOfA(data, leg) },
    { id: 'b', title: `B ${leg}`, rows: legRows(data, leg) },
  ];
  return {
    ...blankScreen(crumbs),
    badge: [pen.span(`${leg} leg of both`, 'muted')],
    head: width => caseHead(data, width, pen),
    list: {
      ...rankingGrid(rankings, pen),
      focus: (index, column) => {
        const reference = rankingAt(rankings, index, column).row?.reference;
        if (reference === undefined) return {};
        return {
          id: reference,
          value: reference,
          link: formatLink('run/:run/case/:case/row/:row', { run: b, case: id, row: reference }, { vs: a }),
        };
      },
    },
    detail: (index, column) => caseDetail(data, leg, rankingAt(rankings, index, column).row, null, pen),
    legs: [leg],
    empty: [
      [
        pen.span(
          data.before === null ? `run A has no case ${id}` : 'neither run returned a row on this leg',
          'muted',
        ),
      ],
    ],
  };
}

/** Where each row of A came to stand is told on the side of B. */
function rowsOfA(data: CaseData, leg: Leg): readonly LegRow[] {
  const rows = (data.before?.[leg] ?? []).map(reference => ({
    table: '',
    key: '',
    reference,
    inWindow: true,
    score: null,
  }));
  return legRows({ ...data, legs: { [leg]: rows }, before: null }, leg);
}
