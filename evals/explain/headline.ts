import { figurePair, figureText } from '../gate/print.ts';
import type { Attribution } from './attribution.ts';
import type { Concentration } from './concentration.ts';

export type Change = {
  readonly path: string;
  readonly before: number;
  readonly after: number;
  readonly band: number;
};

/** The one line that says why a figure moved (tui-cli.md 18); the same in every output. */
export function changeHeadline(
  { path, before, after, band }: Change,
  attribution: Omit<Attribution, 'items'>,
  cases: number,
  most: readonly [blame: string, count: number] | undefined,
  tag: Pick<Concentration, 'kind' | 'tag' | 'lift'> | undefined,
  digits = 4,
): string {
  const [was, is] = figurePair(before, after, digits);
  const verb = after < before ? 'fell' : 'rose';
  const fact = `${path} ${verb} ${figureText(Math.abs(after - before), digits)} (${was} -> ${is}, band ${figureText(band, digits)})`;
  const { worsened, top, topShare } = attribution;
  const cause = most === undefined ? '' : `; most: ${most[0]} (${most[1]})`;
  const where = tag === undefined ? '' : `; ${tag.kind} ${tag.tag} x${tag.lift.toFixed(1)}`;
  return `${fact}; ${worsened} of ${cases} cases worse, ${top} explain ${topShare}%${cause}${where}`;
}

export function floorHeadline(
  path: string,
  measured: number | null,
  bound: number,
  side: 'at_least' | 'at_most',
): string {
  if (measured === null) return `${path} has no figure; the floor is ${bound}`;
  const [shown] = figurePair(measured, bound);
  return `${path} ${shown} is ${side === 'at_least' ? 'under' : 'over'} ${bound}`;
}
