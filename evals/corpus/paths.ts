import { realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Place } from '../../core/refusal.ts';
import { isInside, shownPath } from '../../core/shown-path.ts';
import { refuse } from '../../spec/refusals.ts';
import { isErrno } from './file-fault.ts';
import { lstatBelow } from './open-file.ts';

/** Where corpora may lie, and the folder from which paths are shown to the user. */
export type CorpusRoots = {
  readonly project: string;
  /** `[eval] corpus_roots`, absolute. */
  readonly corpusRoots: readonly string[];
  readonly shownFrom: string;
};

export type CorpusPath = {
  /** Absolute, without symbolic links. */
  readonly dir: string;
  /** The root that holds it; below it every component is checked for links. */
  readonly root: string;
  readonly shown: string;
};

/**
 * The directory that a case means by `corpus`: joined to the folder of its case file, inside a root, apart
 * from the goldens, and reached through no symbolic link (evaluate.md 4.2, scoring.md 19). Refuses
 * EvalPathOutsideRoot, GoldenSetIngested, EvalPathSymlink, and EvalDeclarationInvalid where nothing is there.
 * place: of the case.
 */
export async function resolveCorpusPath(
  name: string,
  caseFileDir: string,
  roots: CorpusRoots,
  place?: Place,
): Promise<CorpusPath> {
  const goldens = await realpath(caseFileDir);
  const realRoots = await existingRoots(roots);
  const dir = name.includes('\0') ? undefined : resolve(goldens, name);
  const root = dir === undefined || isAbsolute(name) ? undefined : deepestRoot(dir, realRoots);
  if (dir === undefined || root === undefined) throw outsideRoot(name, dir, realRoots, place);
  const shown = shownPath(dir, await realpath(roots.shownFrom));
  if (touchesGoldens(dir, goldens)) throw goldenSetIngested(name, shown, place);
  const found = await lstatBelow(root, dir, shown);
  if (found === undefined || !found.isDirectory()) throw corpusMissing(name, shown, place);
  return { dir, root, shown };
}

async function existingRoots(roots: CorpusRoots): Promise<readonly string[]> {
  const found: string[] = [];
  for (const root of [roots.project, ...roots.corpusRoots]) {
    try {
      found.push(await realpath(root));
    } catch (error) {
      if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
  }
  return found;
}

function deepestRoot(dir: string, roots: readonly string[]): string | undefined {
  let deepest: string | undefined;
  for (const root of roots) {
    if (isInside(dir, root) && root.length > (deepest?.length ?? -1)) deepest = root;
  }
  return deepest;
}

/** Compared as is and in lower case, so that no letter case hides the answer key (scoring.md 19). */
function touchesGoldens(dir: string, goldens: string): boolean {
  const fold = (path: string) => path.normalize('NFC').toLowerCase();
  const [a, b] = [fold(dir), fold(goldens)];
  return isInside(a, b) || isInside(b, a);
}

function outsideRoot(name: string, resolved: string | undefined, roots: readonly string[], place?: Place) {
  return refuse('EvalPathOutsideRoot', {
    message: `corpus path \`${name}\` leads outside every corpus root`,
    place,
    found: resolved ?? 'a path with a NUL byte',
    want: `a path relative to the case file, below ${roots.join(' or ')}`,
    facts: { path: name, resolved: resolved ?? null, roots },
  });
}

function goldenSetIngested(name: string, shown: string, place?: Place) {
  return refuse('GoldenSetIngested', {
    message: `corpus path \`${name}\` reaches into the folder of its own case file`,
    place,
    found: `${shown} is, holds or lies in the folder of the goldens`,
    want: 'a corpus directory beside that folder, such as ../corpora/<name>',
    hint: 'move the corpus out of the folder of the cases and change `corpus` in the case file',
    facts: { path: name, resolved: shown },
  });
}

function corpusMissing(name: string, shown: string, place?: Place) {
  return refuse('EvalDeclarationInvalid', {
    message: `corpus \`${name}\` does not exist`,
    place: place ?? { file: shown },
    found: `no directory ${shown}`,
    want: 'a directory with contextful.toml and rows/',
    hint: 'create the corpus, or mend `corpus` in the case file: it is relative to that file',
    facts: { file: shown, line: null, key: null },
  });
}
