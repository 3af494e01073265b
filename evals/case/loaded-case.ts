import type { Digest } from '../../core/digest.ts';
import { caseDigest } from './digest.ts';
import type { CaseSource, EvalCase, LoadedCase } from './types.ts';

/**
 * A case and where it stands. A class for its one getter: the digest costs as much as reading the line, and
 * most of what loads a case set (a plan, a filter, a screen) asks for few of them or none.
 */
export class CaseOnLine implements LoadedCase {
  readonly case: EvalCase;
  readonly file: string;
  readonly line: number;
  readonly ordinal: number;

  constructor(normal: EvalCase, { file, line }: CaseSource, ordinal: number) {
    this.case = normal;
    this.file = file;
    this.line = line;
    this.ordinal = ordinal;
  }

  get digest(): Digest {
    return caseDigest(this.case);
  }
}
