/** Corpora: where they lie, what they declare, their digest, and their rows ready to land (evaluate.md 4, 6.2). */
export {
  type Corpus,
  type CorpusTable,
  type CorpusWarning,
  type OpenCorpusOptions,
  openCorpus,
} from './corpus.ts';
export { type CorpusDigest, digestCorpus, type FileDigest } from './digest.ts';
export { type DigestMemory, loadDigestMemory, recallFrom, saveDigestMemory } from './digest-memory.ts';
export { findRow } from './find-row.ts';
export { analyzerOf, type InspectedTable, inspectTable, KEPT_BYTES, tableSchema } from './inspect.ts';
export { isLabelled, requireLabels } from './labels.ts';
export { type LandOptions, landRows } from './land.ts';
export type { FileStamp } from './open-file.ts';
export type { CorpusRoots } from './paths.ts';
export { type BoundedRead, requireTimeColumns } from './time-columns.ts';
