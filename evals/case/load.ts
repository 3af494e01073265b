import type { JsonValue } from '../../core/json.ts';
import { readJsonLineBatches } from '../../core/strict-json/index.ts';
import { caseSetDigest } from './digest.ts';
import { type CaseFault, caseRefusal, jsonCaseFault, type PlacedFault } from './fault.ts';
import { openCaseFile } from './file.ts';
import { CaseOnLine } from './loaded-case.ts';
import { readCase } from './read.ts';
import type { CaseFile, CaseSet, CaseSource, CaseWarning, EvalCase, LoadedCase } from './types.ts';

export type LoadCases = {
  /** What relative file names are relative to. */
  readonly cwd: string;
  /** Case files in the order in which they count, by the names that places and refusals print. */
  readonly files: readonly string[];
};

/** The first fault is the refusal; so many others stand beside it. */
const MORE_FAULTS = 50;

/**
 * The only door to goldens (evaluate.md 3, scoring.md 19): reads every file strictly, checks every case and
 * gives the normal forms with their digests. Rejects with EvalCaseInvalid or EvalInstantMalformed, the first
 * fault in file order; ids are unique over all files.
 */
export async function loadCases({ cwd, files }: LoadCases): Promise<CaseSet> {
  const loading = startLoading();
  for (const file of files) {
    if (loading.isFull()) break;
    await loadFile(cwd, file, loading);
  }
  return loading.finish();
}

/** A case out of a run's own copy (`cases.jsonl`); null: it is none. */
export function storedCase(value: JsonValue): EvalCase | null {
  const read = readCase(value);
  return read.faults === undefined ? read.case : null;
}

async function loadFile(cwd: string, file: string, loading: Loading): Promise<void> {
  const opened = await openCaseFile(cwd, file);
  if ('reason' in opened) return loading.refuse({ ...opened, file });
  const before = loading.counted();
  let lines = 0;
  const onByteOrderMark = (): void =>
    loading.warn({ file, line: 1, message: 'a byte-order mark was skipped' });
  for await (const batch of readJsonLineBatches(opened.blocks, { onByteOrderMark })) {
    lines += batch.length;
    for (const line of batch) {
      const source = { file, line: line.line };
      if (line.fault !== undefined) loading.refuse({ ...jsonCaseFault(line.fault), ...source });
      else {
        const read = readCase(line.value);
        if (read.faults === undefined) loading.add(read.case, source);
        else for (const fault of read.faults) loading.refuse({ ...fault, ...source });
      }
    }
    if (loading.isFull()) return;
  }
  if (lines === 0) loading.refuse({ ...emptyFile(file), file });
  else loading.closeFile({ path: file, digest: opened.digest(), cases: loading.counted() - before });
}

type Loading = {
  readonly add: (normal: EvalCase, source: CaseSource) => void;
  readonly refuse: (fault: PlacedFault) => void;
  readonly warn: (warning: CaseWarning) => void;
  readonly closeFile: (file: CaseFile) => void;
  readonly counted: () => number;
  /** So many faults that no more are looked for. */
  readonly isFull: () => boolean;
  readonly finish: () => CaseSet;
};

function startLoading(): Loading {
  const files: CaseFile[] = [];
  const cases: LoadedCase[] = [];
  const faults: PlacedFault[] = [];
  const warnings: CaseWarning[] = [];
  const firstById = new Map<string, LoadedCase>();

  return {
    add: (normal, source) => {
      const first = firstById.get(normal.id);
      if (first === undefined) {
        const loaded = new CaseOnLine(normal, source, cases.length);
        firstById.set(normal.id, loaded);
        cases.push(loaded);
      } else faults.push({ ...repeatedId(normal.id, first, source), ...source });
    },
    refuse: fault => faults.push(fault),
    warn: warning => warnings.push(warning),
    closeFile: file => files.push(file),
    counted: () => cases.length,
    isFull: () => faults.length > MORE_FAULTS,
    finish: () => {
      const [first, ...others] = faults;
      if (first !== undefined) throw caseRefusal(first, others.slice(0, MORE_FAULTS));
      return { files, cases, warnings, digest: caseSetDigest(cases.map(loaded => loaded.case)) };
    },
  };
}

function repeatedId(id: string, first: CaseSource, again: CaseSource): CaseFault {
  const where = first.file === again.file ? `line ${first.line}` : `line ${first.line} of ${first.file}`;
  return {
    path: 'id',
    reason: 'id-repeated',
    found: id,
    expected: 'an id that no other case has',
    message: `id \`${id}\` is already on ${where}`,
  };
}

function emptyFile(file: string): CaseFault {
  return {
    path: '',
    reason: 'empty-file',
    found: 'no case',
    expected: 'one case per line',
    message: `case file \`${file}\` holds no case`,
  };
}
