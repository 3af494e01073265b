import { Refusal } from '../../core/refusal.ts';
import { resolveRun } from '../../evals/run/run-words.ts';
import { refuse } from '../../spec/refusals.ts';
import { formatLink, parseLink } from '../links.ts';

const RUN_PARAMETERS = ['run', 'a', 'b'] as const;

/**
 * A link with whole run ids in the place of the words that name runs (tui-cli.md 20). Refuses DeepLinkInvalid for a
 * text that is no link and DeepLinkUnresolved where no run has the name.
 */
export async function resolveLink(root: string, text: string, cwd: string): Promise<string> {
  const { route, params, query } = parseLink(text);
  const named: Record<string, string> = { ...params };
  for (const name of RUN_PARAMETERS) {
    const word = params[name];
    if (word !== undefined) named[name] = await runId(root, word, cwd, text);
  }
  const vs = query.vs === undefined ? undefined : await runId(root, query.vs, cwd, text);
  return formatLink(route, named, { ...query, ...(vs === undefined ? {} : { vs }) });
}

async function runId(root: string, word: string, cwd: string, link: string): Promise<string> {
  try {
    return (await resolveRun(root, word, cwd)).id;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'RunNotFound') throw error;
    throw refuse('DeepLinkUnresolved', {
      message: `the link \`${link}\` names no run: ${error.message}`,
      found: error.found,
      want: error.want,
      facts: { ...error.facts, link },
      cause: error,
    });
  }
}
