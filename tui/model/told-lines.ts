import { Refusal } from '../../core/refusal.ts';
import type { ExplainedFigure, RunData } from './data.ts';
import type { Line, Pen } from './pen.ts';

const SHOWN = 5;

/** The headline of a figure and its worst cases; nothing for a figure that is not among those that can be explained. */
export function toldLines(run: RunData, path: string, pen: Pen): readonly Line[] {
  const named = run.figures.find(figure => figure.path === path || figure.path.startsWith(`${path}.`));
  const explained = named === undefined ? undefined : run.explained(named.path);
  if (explained === undefined) return [];
  if (explained instanceof Refusal) {
    return [[], [pen.bold(explained.code, 'bad'), pen.span(`: ${explained.message}`)]];
  }
  return figureLines(explained, pen);
}

function figureLines({ headline, red, contributions }: ExplainedFigure, pen: Pen): readonly Line[] {
  const worst = Array.from({ length: Math.min(SHOWN, contributions.length) }, (_, place) =>
    contributions.at(place),
  );
  return [
    [],
    [pen.span(headline, red ? 'bad' : 'text')],
    ...worst.flatMap((one): Line[] =>
      one === undefined
        ? []
        : [
            [
              pen.span(`  ${one.id}`, 'accent'),
              pen.span(`  ${one.contribution.toFixed(4)}`),
              pen.span(one.blame === null ? '' : `  ${one.blame}`, 'muted'),
            ],
          ],
    ),
  ];
}
