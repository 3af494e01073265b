import { refuse } from '../../spec/refusals.ts';

const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/**
 * A version that can be released: SemVer 2.0.0 without build metadata, since neither an OCI tag nor an asset name
 * holds `+`. Refuses VersionMissing and VersionUnreleasable.
 */
export function releasableVersion(version: string | undefined, file: string): string {
  if (version === undefined) {
    throw refuse('VersionMissing', {
      message: 'no version is declared',
      place: { file },
      found: 'no version',
      want: 'version = "<major>.<minor>.<patch>"',
    });
  }
  if (!SEMVER.test(version) || version.includes('+')) {
    throw refuse('VersionUnreleasable', {
      message: `${JSON.stringify(version)} can not be released`,
      place: { file },
      found: version,
      want: 'SemVer 2.0.0 without + (a tag of an image and a name of an asset hold none)',
      facts: { version },
    });
  }
  return version;
}

/** Whether a releasable version has a pre-release part. */
export function isPrerelease(version: string): boolean {
  return version.includes('-');
}
