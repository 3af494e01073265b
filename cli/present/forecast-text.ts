import type { RunForecast } from '../../evals/run/forecast.ts';
import { humanDuration, humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint } from './paint.ts';

/** How long the planned run will take, and into how many parts it must go to end in time. */
export function forecastText(forecast: RunForecast, view: View): string {
  const lines = [paint('takes', 'head', view.colour), ...told(forecast).flatMap(text => wrapped(text, view))];
  return `\n${lines.join('\n')}\n`;
}

function told({ runs, rows, land_ms, read_ms, shards, target_ms }: RunForecast): readonly string[] {
  if (land_ms === null || read_ms === null)
    return ['no earlier run on this store tells a time: run once, then plan again'];
  const target = humanDuration(target_ms);
  const counted = rows === null ? 'rows not known before they are read' : `${humanInt(rows)} rows`;
  return [
    `about ${humanDuration(land_ms + read_ms)}: landing ${humanDuration(land_ms)}, cases ${humanDuration(read_ms)}; ${counted}`,
    `by the rates of ${runs.length === 1 ? '1 earlier run' : `${runs.length} earlier runs`}, newest ${runs[0]}`,
    splitText(shards, target),
  ];
}

function splitText(shards: RunForecast['shards'], target: string): string {
  if (shards === null) return `no split ends within ${target}: every shard lands all corpora`;
  if (shards.length === 1) return `ends within ${target} in one piece`;
  const cases = shards.map(shard => shard.cases);
  const slowest = Math.max(...shards.map(({ ms }) => ms));
  return `ends within ${target} as ${humanInt(shards.length)} shards of ${humanInt(Math.min(...cases))} to ${humanInt(Math.max(...cases))} cases, the slowest about ${humanDuration(slowest)}`;
}

function wrapped(text: string, { columns }: View): readonly string[] {
  return flow(text.split(' '), ' ', columns - 2).map(line => `  ${line}`);
}
