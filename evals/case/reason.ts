import type { JsonFaultReason } from '../../core/strict-json/index.ts';

/** Why a case is refused (evaluate.md 3.5). `instant` is raised as EvalInstantMalformed. */
export type CaseFaultReason =
  | JsonFaultReason
  | 'type'
  | 'missing'
  | 'unknown-member'
  | 'id-empty'
  | 'id-repeated'
  | 'no-question'
  | 'reference'
  | 'alias-clash'
  | 'bounds-clash'
  | 'tag'
  | 'instant'
  | 'empty-file'
  | 'unreadable-file';
