import { refuse } from '../spec/refusals.ts';
import { type Host, writeWhole } from './host.ts';

export type Asking = { readonly yes: boolean; readonly noInput: boolean; readonly json: boolean };

/** Asks on stderr, default no; where nobody can answer it refuses ConfirmRequired with the plan (tui-cli.md 4). */
export async function confirm(question: string, plan: string, asking: Asking, host: Host): Promise<boolean> {
  if (asking.yes) return true;
  const canAsk = host.stdinIsTty && host.stderr.isTTY === true && !asking.noInput && !asking.json;
  if (!canAsk) {
    throw refuse('ConfirmRequired', {
      message: `${question} needs a yes, and nobody can be asked`,
      found: plan,
      facts: { question, plan },
    });
  }
  await writeWhole(host.stderr, `${plan === '' ? '' : `${plan}\n`}${question} [y/N] `);
  const answer = await host.readLine();
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
