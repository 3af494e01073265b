import type { Place } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';

const CATEGORIES = ['on-prem', 'private-cloud', 'public-cloud'] as const;

export type Zone =
  | { readonly category: 'local'; readonly id: 'device' }
  | { readonly category: (typeof CATEGORIES)[number]; readonly id: string };

const MOST_PATTERNS = 32;
const ZONE = /^(on-prem|private-cloud|public-cloud):([A-Za-z0-9._-]{1,128})$/;
const FAIL_CLOSED = ['local:device', 'on-prem:*'] as const;

/** A declared zone of evaluate.md 5.2; undefined for all other text, which is an undeclared zone. */
export function parseZone(text: string): Zone | undefined {
  const trimmed = text.trim();
  if (trimmed === 'local:device') return { category: 'local', id: 'device' };
  const [, named, id] = ZONE.exec(trimmed) ?? [];
  const category = CATEGORIES.find(candidate => candidate === named);
  return category === undefined || id === undefined ? undefined : { category, id };
}

/**
 * Whether a zone policy lets a session of this zone in. Null = none declared = fail-closed. An undeclared zone
 * passes `*` alone.
 */
export function admits(allow: readonly string[] | null, zone: string): boolean {
  const patterns = allow ?? FAIL_CLOSED;
  if (patterns.includes('*')) return true;
  const parsed = parseZone(zone);
  if (parsed === undefined) return false;
  return patterns.includes(`${parsed.category}:${parsed.id}`) || patterns.includes(`${parsed.category}:*`);
}

/** The pair that stays open for `class = "phi"`, whatever the policies say. */
export function admitsFailClosed(zone: string): boolean {
  return admits(null, zone);
}

/**
 * Checks the entries of `policy.zone.allow`, of a table or (with `column`) of one of its columns.
 * Throws EnforceZonePatternUnparsed for an entry that is no pattern and for more than 32.
 */
export function checkZonePatterns(
  allow: readonly string[],
  at: { readonly table: string; readonly column?: string; readonly place?: Place },
): readonly string[] {
  if (allow.length > MOST_PATTERNS) {
    throw unparsed(at, `${allow.length} entries`, `at most ${MOST_PATTERNS} entries`, {
      entries: allow.length,
    });
  }
  const wrong = allow.find(pattern => !isPattern(pattern));
  if (wrong !== undefined) {
    throw unparsed(at, JSON.stringify(wrong), '*, local:device, <category>:* or a zone', { pattern: wrong });
  }
  return allow;
}

function isPattern(text: string): boolean {
  if (text === '*' || CATEGORIES.some(category => text === `${category}:*`)) return true;
  return text === text.trim() && parseZone(text) !== undefined;
}

function unparsed(
  at: { readonly table: string; readonly column?: string; readonly place?: Place },
  found: string,
  want: string,
  facts: { readonly [name: string]: string | number },
) {
  const owner = at.column === undefined ? '' : `column \`${at.column}\` of `;
  return refuse('EnforceZonePatternUnparsed', {
    message: `the zone policy of ${owner}table \`${at.table}\` has an entry that is no zone pattern`,
    place: at.place,
    found,
    want,
    facts: { table: at.table, ...(at.column === undefined ? {} : { column: at.column }), ...facts },
  });
}
