import { instantNow } from '../../core/context.ts';
import { plannedFiles } from '../../evals/run/case-files.ts';
import { runDirectory } from '../../evals/run/run-directory.ts';
import { readDocument } from '../../evals/run/run-summary.ts';
import { appendTriage, TRIAGE_MARKS, triageFile } from '../../evals/run/triage.ts';
import { refuse } from '../../spec/refusals.ts';
import { parseLink } from '../links.ts';
import type { Effect } from '../state/state.ts';
import type { EffectPorts } from './perform.ts';

/**
 * Keeps what was typed about a case: its mark, then a sentence (tui-cli.md 21.5). UsageBadValue (2) where it begins
 * with no mark, has no sentence, or no case is under the cursor.
 */
export async function keepNote(
  { link, text, on }: Effect & { t: 'note' },
  { root, clock }: Pick<EffectPorts, 'root' | 'clock'>,
): Promise<string> {
  const here = [on.link, link].flatMap(one => (one === undefined ? [] : [parseLink(one).params]));
  const id = here.find(params => params['case'] !== undefined)?.['case'];
  const run = here.find(params => params['run'] !== undefined)?.['run'];
  if (id === undefined || run === undefined) throw unusable('no case is under the cursor', text);
  const [first = ''] = text.split(/\s/, 1);
  const mark = TRIAGE_MARKS.find(one => one === first.replace(/:$/, ''));
  const sentence = text.slice(first.length).trim();
  if (mark === undefined || sentence === '') throw unusable('a note is a mark and a sentence', text);
  const directory = runDirectory(root, run);
  const verdict = readDocument(directory, 'verdict.json');
  const file = triageFile(
    baselineOf(verdict?.['baseline']),
    plannedFiles(readDocument(directory, 'plan.json') ?? null).names[0],
  );
  await appendTriage(root, file, { case: id, mark, text: sentence, run, at: instantNow(clock) });
  return `noted in ${file}: ${id} ${mark}`;
}

function baselineOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('file' in value)) return undefined;
  return typeof value.file === 'string' ? value.file : undefined;
}

function unusable(message: string, found: string): Error {
  return refuse('UsageBadValue', {
    message: `${message}: ${TRIAGE_MARKS.join(', ')}, then what was found`,
    found,
    want: 'for example: flaky the answer changes with the seed',
    facts: { text: found },
  });
}
