import { secretVariables } from './env.ts';
import type { Host } from './host.ts';

const MASK = '***';

type Typed = Pick<Host, 'env' | 'argv'>;

/** Replaces secrets: token values, header values of the command line, user info of URLs. */
export function redact(text: string, host: Typed): string {
  const secrets = [...secretVariables.map(name => host.env[name] ?? ''), ...headerValues(host.argv)];
  return secrets
    .filter(secret => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, MASK), text)
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/]+@/gi, `$1${MASK}@`);
}

/** The command line with every header value masked. */
export function redactedArgv(host: Typed): readonly string[] {
  return host.argv.map((word, index) => {
    if (isHeaderFlag(host.argv[index - 1] ?? '')) return MASK;
    const at = word.indexOf('=');
    return at > 0 && isHeaderFlag(word.slice(0, at)) ? `${word.slice(0, at)}=${MASK}` : redact(word, host);
  });
}

function headerValues(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word, index) => {
    if (isHeaderFlag(argv[index - 1] ?? '')) return [word];
    const at = word.indexOf('=');
    return at > 0 && isHeaderFlag(word.slice(0, at)) ? [word.slice(at + 1)] : [];
  });
}

function isHeaderFlag(word: string): boolean {
  return word === '--endpoint-header' || word === '--judge-endpoint-header';
}
