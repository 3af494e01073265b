import { createHash } from 'node:crypto';
import { compareCodePoints } from '../../core/code-points.ts';
import { type Digest, digestOf } from '../../core/digest.ts';
import type { Corpus } from './corpus.ts';
import { type CorpusFile, type FileStamp, readBlocks } from './open-file.ts';

/** SHA-256 of files by the state in which they were read (evaluate.md 4.5). */
export type FileDigest = { readonly stamp: FileStamp; readonly sha256: string };

export type CorpusDigest = {
  readonly digest: Digest;
  /** What may be remembered for the next run. */
  readonly files: readonly FileDigest[];
};

/**
 * Digest of a corpus: over the lines `<path in the corpus> TAB <sha256> LF` of contextful.toml and every row
 * file, in code-point order of the paths (scoring.md 7). `remembered` spares reading a file that is still in a
 * known state. Refuses EvalInputChanged.
 */
export async function digestCorpus(
  corpus: Corpus,
  remembered: (stamp: FileStamp) => string | undefined = () => undefined,
): Promise<CorpusDigest> {
  const files = corpusFiles(corpus);
  const lines: string[] = [];
  const digests: FileDigest[] = [];
  for (const file of files) {
    const sha256 = remembered(file.stamp) ?? (await sha256Of(file));
    lines.push(`${file.inCorpus}\t${sha256}\n`);
    digests.push({ stamp: file.stamp, sha256 });
  }
  return { digest: digestOf(lines.join('')), files: digests };
}

function corpusFiles(corpus: Corpus): readonly CorpusFile[] {
  const rows = corpus.tables.flatMap(({ rowFile }) => (rowFile === null ? [] : [rowFile.file]));
  return [corpus.declarationFile, ...rows].sort((a, b) => compareCodePoints(a.inCorpus, b.inCorpus));
}

async function sha256Of(file: CorpusFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of readBlocks(file)) hash.update(block);
  return hash.digest('hex');
}
