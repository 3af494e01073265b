import type { Scope } from '../bindings.ts';

/** Scopes of a screen: the common ones and exactly one of its own (tui-cli.md 19). */
export function scopesOf(link: string): readonly Scope[] {
  const path = link.split('?', 1)[0] ?? '';
  if (/^run\/[^/]+\/live$/.test(path)) return ['live', 'common'];
  if (path === 'runs' || /^(run|compare)\//.test(path)) return ['run', 'common'];
  return ['common'];
}
