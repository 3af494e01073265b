import type { Place } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import type { Corpus } from './corpus.ts';

/** Whether some declared table has a zone or row policy (evaluate.md 4.6). */
export function isLabelled(corpus: Corpus): boolean {
  return corpus.tables.some(
    ({ declaration: { policy } }) => policy.zoneAllow !== null || policy.rows !== null,
  );
}

/**
 * Refuses EvalCorpusUnlabeled for a corpus without label, unless the zone of the run is `local:device`.
 * `place` is that of the case which names the corpus.
 */
export function requireLabels(corpus: Corpus, zone: string | null, place?: Place): void {
  if (zone?.trim() === 'local:device' || isLabelled(corpus)) return;
  const { shown, tables } = corpus;
  throw refuse('EvalCorpusUnlabeled', {
    message: `corpus \`${shown}\` declares no zone or row policy`,
    place,
    found: `${tables.length} ${tables.length === 1 ? 'table' : 'tables'}, 0 with a policy`,
    want: 'a zone or row policy on at least one table, or --zone local:device',
    hint: `add [pipeline.tables.policy.zone] with allow = ["local:device", "on-prem:*"] to ${shown}/contextful.toml`,
    facts: { corpus: corpus.name, tables: tables.length, labelled: 0 },
  });
}
