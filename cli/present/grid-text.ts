import type { GridDocument, GridFigure, GridRow } from '../../evals/prove/grid-document.ts';
import { legPath } from '../../evals/score/figure-paths.ts';
import { RANKED_METRICS } from '../../evals/score/registry.ts';
import { LEGS } from '../../evals/store/port.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { paint } from './paint.ts';
import { tableText } from './table-text.ts';

/** Shown with its difference; `--json` has those of all metrics. */
const COMPARED = 'ndcg_at_k';

/** A table per leg that the combinations move, and the names of those that they leave as they are. */
export function gridText({ combinations, cases, k }: GridDocument, { colour }: View): string {
  const legs = (['retrieval', 'edge_retrieval'] as const).flatMap(surface =>
    LEGS.map(leg => ({
      name: surface === 'retrieval' ? leg : `edge ${leg}`,
      paths: RANKED_METRICS.map(metric => legPath(surface, leg, metric)),
      compared: legPath(surface, leg, COMPARED),
    })).filter(({ compared }) => combinations.some(({ figures }) => figures[compared] !== undefined)),
  );
  const isMoved = ({ paths }: (typeof legs)[number]): boolean =>
    combinations.some(({ figures }) => paths.some(path => isOther(figures[path])));
  const still = legs.filter(leg => !isMoved(leg)).map(({ name }) => name);
  const head = `${combinations.length} combinations  ${humanInt(cases)} cases  k ${k}\n`;
  const tables = legs
    .filter(isMoved)
    .map(
      ({ name, paths, compared }) =>
        `\n${paint(name, 'head', colour)}\n${legTable(combinations, paths, compared)}`,
    );
  const rest = still.length === 0 ? '' : `\nthe same in every combination: ${still.join(', ')}\n`;
  return head + tables.join('') + rest;
}

function isOther(figure: GridFigure | undefined): boolean {
  const delta = figure?.delta ?? null;
  return delta !== null && (delta.lo !== 0 || delta.hi !== 0 || delta.mean !== 0);
}

function legTable(combinations: readonly GridRow[], paths: readonly string[], compared: string): string {
  return tableText(
    [
      { title: 'calibration' },
      { title: 'weights' },
      { title: 'analyzer' },
      ...RANKED_METRICS.map(metric => ({ title: metric, align: 'right' }) as const),
      { title: `${COMPARED} against the first` },
    ],
    combinations.map(({ calibration, weights, analyzer, figures }) => [
      calibration,
      weights,
      analyzer ?? 'declared',
      ...paths.map(path => figures[path]?.mean.toFixed(4) ?? '-'),
      deltaText(figures[compared]?.delta ?? null),
    ]),
  );
}

/** `+0.0120 [-0.0031, +0.0288] ~`: 0 lies in the interval, so the difference may be noise. */
function deltaText(delta: GridFigure['delta']): string {
  if (delta === null) return '';
  const mark = delta.lo <= 0 && delta.hi >= 0 ? ' ~' : '';
  return `${signed(delta.mean)} [${signed(delta.lo)}, ${signed(delta.hi)}]${mark}`;
}

function signed(value: number): string {
  const text = value.toFixed(4);
  return value > 0 ? `+${text}` : text;
}
