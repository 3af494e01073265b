import { dirname, resolve } from 'node:path';
import { compareCodePoints } from '../../core/code-points.ts';
import type { Digest } from '../../core/digest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { LoadedCase } from '../case/types.ts';
import {
  type Corpus,
  type CorpusRoots,
  type DigestMemory,
  digestCorpus,
  type FileDigest,
  openCorpus,
  recallFrom,
} from '../corpus/index.ts';

/** A corpus of the run with the cases that ask it, in file order. */
export type CorpusOfRun = {
  readonly corpus: Corpus;
  readonly digest: Digest;
  /** What may be remembered of its files for the next run. */
  readonly files: readonly FileDigest[];
  readonly cases: readonly [LoadedCase, ...LoadedCase[]];
};

/** Opens and digests every corpus that the cases name, in code-point order of the names. No row is parsed. */
export async function openCorpora(
  cases: readonly LoadedCase[],
  cwd: string,
  roots: CorpusRoots,
  memory: DigestMemory,
): Promise<readonly CorpusOfRun[]> {
  const opened: CorpusOfRun[] = [];
  for (const { name, caseFileDir, members } of groupByCorpus(cases, cwd)) {
    const [{ file, line }] = members;
    const corpus = await openCorpus(name, { caseFileDir, roots, place: { file, line, path: 'corpus' } });
    const { digest, files } = await digestCorpus(corpus, recallFrom(memory));
    opened.push({ corpus, digest, files, cases: members });
  }
  return opened;
}

type Group = {
  readonly name: string;
  readonly caseFileDir: string;
  readonly members: [LoadedCase, ...LoadedCase[]];
};

function groupByCorpus(cases: readonly LoadedCase[], cwd: string): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const loaded of cases) {
    const name = loaded.case.corpus;
    const caseFileDir = dirname(resolve(cwd, loaded.file));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { name, caseFileDir, members: [loaded] });
    else {
      requireSameFolder(group, loaded, caseFileDir);
      group.members.push(loaded);
    }
  }
  return [...groups.values()].sort((a, b) => compareCodePoints(a.name, b.name));
}

/** Stamps name a corpus as the cases do, so one name must mean one folder. */
function requireSameFolder(group: Group, loaded: LoadedCase, caseFileDir: string): void {
  const [one, other] = [resolve(group.caseFileDir, group.name), resolve(caseFileDir, group.name)];
  if (one === other) return;
  throw refuse('UsageConflict', {
    message: `corpus \`${group.name}\` means two folders in one run`,
    place: { file: loaded.file, line: loaded.line, path: 'corpus' },
    found: `${one} and ${other}`,
    want: 'case files that name one folder by one path',
    hint: 'run these case files apart',
  });
}
