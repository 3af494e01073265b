import type { Refusal } from '../core/refusal.ts';
import { suggest } from '../core/suggest.ts';
import { refuse } from '../spec/refusals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Our own variables, complete (tui-cli.md 7). */
const own: readonly string[] = [
  'CONTEXTFUL_ROOT',
  'CONTEXTFUL_CONFIG',
  'CONTEXTFUL_TOKEN',
  'CONTEXTFUL_ISSUER_PUBKEY',
  'CONTEXTFUL_AUDIENCE',
  'CONTEXTFUL_AUDIT_KEY',
  'CONTEXTFUL_STORE',
  'CONTEXTFUL_EVENTS',
];

/** Variables of ours whose value must never be printed. */
export const secretVariables: readonly string[] = ['CONTEXTFUL_TOKEN'];

const PREFIX = 'CONTEXTFUL_';
const LAST_EPOCH = 8_589_934_591;

/** One line per variable that looks like ours and is not. */
export function unknownVariables(env: Environment): readonly string[] {
  return Object.keys(env)
    .filter(name => name.startsWith(PREFIX) && !own.includes(name) && env[name] !== '')
    .sort()
    .map(name => {
      // Without the prefix, which would make any two of our names alike.
      const [meant] = suggest(
        name.slice(PREFIX.length),
        own.map(known => known.slice(PREFIX.length)),
      );
      return `note: ${name} is not read${meant === undefined ? '' : `; did you mean ${PREFIX}${meant}?`}`;
    });
}

/** SOURCE_DATE_EPOCH is the one variable for which empty is not unset. */
export function epochFault(env: Environment): Refusal | undefined {
  const text = env['SOURCE_DATE_EPOCH'];
  if (text === undefined || (/^(0|[1-9]\d*)$/.test(text) && Number(text) <= LAST_EPOCH)) return undefined;
  return refuse('EpochMalformed', {
    message: 'SOURCE_DATE_EPOCH is no time that can be stamped',
    found: `\`${text}\``,
    want: `whole seconds since 1970, 0 to ${LAST_EPOCH}`,
    facts: { text },
  });
}
