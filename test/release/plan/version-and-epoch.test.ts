import { describe, expect, test } from 'vitest';
import { parseEpoch, releaseEpoch } from '../../../release/plan/epoch.ts';
import { isPrerelease, releasableVersion } from '../../../release/plan/version.ts';
import { vectorCases } from '../../support/vectors.ts';

describe('release.md 3.4 epoch', () => {
  type Case = { value: string; epoch?: number; iso?: string; refusal?: string };
  const none = { flag: undefined, variable: undefined, commit: undefined };

  test.each(vectorCases<Case>('release', 'sourceDateEpoch'))('SOURCE_DATE_EPOCH=$value', want => {
    const read = () => releaseEpoch({ ...none, variable: want.value });
    if (want.refusal === undefined) {
      expect(read()).toEqual({ epoch: want.epoch, source: 'SOURCE_DATE_EPOCH' });
      expect(new Date((want.epoch ?? 0) * 1000).toISOString().replace('.000', '')).toBe(want.iso);
    } else {
      expect(read).toThrow(expect.objectContaining({ code: want.refusal, exit: 2 }));
    }
  });

  test('the flag is stronger than the variable, the variable than the commit', () => {
    expect(releaseEpoch({ flag: '1', variable: '2', commit: '3' })).toEqual({ epoch: 1, source: 'flag' });
    expect(releaseEpoch({ ...none, variable: '2', commit: '3' }).source).toBe('SOURCE_DATE_EPOCH');
    expect(releaseEpoch({ ...none, commit: '3' })).toEqual({ epoch: 3, source: 'commit' });
    expect(() => releaseEpoch(none)).toThrow(expect.objectContaining({ code: 'EpochUnknown' }));
  });

  test('a malformed flag names itself and is not passed over', () => {
    expect(() => releaseEpoch({ flag: '', variable: '2', commit: '3' })).toThrow(/--epoch is ""/);
    expect(() => parseEpoch('1'.repeat(400), '--epoch')).toThrow(
      expect.objectContaining({ code: 'EpochMalformed' }),
    );
  });
});

describe('release.md 3.4 version', () => {
  test.each([
    ['0.3.0', undefined],
    ['1.0.0-rc.1', undefined],
    ['1.0.0-0a.x-y', undefined],
    [undefined, 'VersionMissing'],
    ['', 'VersionUnreleasable'],
    ['1.0', 'VersionUnreleasable'],
    ['01.0.0', 'VersionUnreleasable'],
    ['1.0.0-01', 'VersionUnreleasable'],
    ['1.0.0+b1', 'VersionUnreleasable'],
    ['1.0.0\n', 'VersionUnreleasable'],
    ['v1.0.0', 'VersionUnreleasable'],
  ])('%j → %s', (version, refusal) => {
    const read = () => releasableVersion(version, 'Cargo.toml');
    if (refusal === undefined) expect(read()).toBe(version);
    else expect(read).toThrow(expect.objectContaining({ code: refusal, exit: 2 }));
  });

  test('a pre-release part is seen', () => {
    expect([isPrerelease('1.0.0'), isPrerelease('1.0.0-rc.1')]).toEqual([false, true]);
  });
});
