import { refuse } from '../../spec/refusals.ts';
import type { EpochSource } from './types.ts';

/** Largest mtime that a ustar header holds: 8^11 - 1. */
const LARGEST_EPOCH = 8_589_934_591;

export type Epoch = { readonly epoch: number; readonly source: EpochSource };

/**
 * The release instant in Unix seconds: `--epoch`, else SOURCE_DATE_EPOCH, else the committer time of HEAD
 * (release.md 3.4). A variable that is set and empty is malformed, not absent: guessing would change the bytes.
 */
export function releaseEpoch(given: {
  readonly flag: string | undefined;
  readonly variable: string | undefined;
  readonly commit: string | undefined;
}): Epoch {
  if (given.flag !== undefined) return { epoch: parseEpoch(given.flag, '--epoch'), source: 'flag' };
  if (given.variable !== undefined) {
    return { epoch: parseEpoch(given.variable, 'SOURCE_DATE_EPOCH'), source: 'SOURCE_DATE_EPOCH' };
  }
  if (given.commit !== undefined) {
    return { epoch: parseEpoch(given.commit, 'the committer time of HEAD'), source: 'commit' };
  }
  throw refuse('EpochUnknown', {
    message: 'there is no release instant',
    found: 'no --epoch, no SOURCE_DATE_EPOCH and no commit',
    want: 'one of them',
  });
}

/** Refuses EpochMalformed unless the text is a whole number of seconds without sign or leading zero. */
export function parseEpoch(text: string, from: string): number {
  if (/^(0|[1-9][0-9]*)$/.test(text) && Number(text) <= LARGEST_EPOCH) return Number(text);
  throw refuse('EpochMalformed', {
    message: `${from} is ${JSON.stringify(text)}`,
    found: JSON.stringify(text),
    want: `0 or seconds without leading zero, at most ${LARGEST_EPOCH}`,
    facts: { from, value: text },
  });
}
