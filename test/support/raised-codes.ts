import type { SourceFile } from './source-files.ts';

/** A refusal that source code names literally; exit is what stands beside the code, if a number does. */
export type RaisedCode = {
  readonly path: string;
  readonly line: number;
  readonly code: string;
  readonly exit: number | undefined;
};

const BY_TABLE = /\brefuse\(\s*'(\w+)'/g;
const BY_HAND = /\bnew Refusal\(\{\s*code: '(\w+)',\s*exit: (\d+)/g;

/** Finds `refuse('Code'` and `new Refusal({ code: 'Code', exit: n` in a source file. */
export function raisedCodes({ path, text }: SourceFile): readonly RaisedCode[] {
  return [...text.matchAll(BY_TABLE), ...text.matchAll(BY_HAND)].map(match => ({
    path,
    line: text.slice(0, match.index).split('\n').length,
    code: match[1] ?? '',
    exit: match[2] === undefined ? undefined : Number(match[2]),
  }));
}
