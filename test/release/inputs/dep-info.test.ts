import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depInfoFiles, outsideKey } from '../../../release/inputs/dep-info.ts';

describe('release.md 5.5 what a build read', () => {
  test('paths below the root, blanks unescaped, .. gone', () => {
    const text = `/r/.contextful/target/x/contextful: /r/crates/cli/../../LICENSE /r/crates/cli/src/my\\ file.rs /root/.cargo/registry/a.rs /r/crates/cli/src/main.rs

/r/crates/cli/src/main.rs:
# env-dep:CARGO_MANIFEST_DIR=/r/x: /r/y
`;
    expect(depInfoFiles(text, '/r')).toEqual([
      'LICENSE',
      'crates/cli/src/my file.rs',
      'crates/cli/src/main.rs',
    ]);
  });

  test('a file beside every input is named; package files, included ones and build output are not', () => {
    const covered = {
      trees: [{ folder: 'crates/cli', files: new Set(['src/main.rs']) }],
      files: new Set(['Cargo.toml']),
      targetDir: '.contextful/target/p/t',
    };
    const read = [
      'LICENSE',
      'Cargo.toml',
      'crates/cli/src/main.rs',
      'crates/cli/ignored.rs',
      '.contextful/target/p/t/out/weights.rs',
    ];
    expect(outsideKey(read, covered)).toEqual(['LICENSE', 'crates/cli/ignored.rs']);
  });

  test('any path reads back as it was escaped', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9 ._\\]{1,12}$/).filter(text => !/^[. ]+$/.test(text));
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), names => {
        const written = names.map(one => `/r/${one.replace(/[ \\]/g, '\\$&')}`);
        expect(depInfoFiles(`/r/out: ${written.join(' ')}\n`, '/r')).toEqual(names);
      }),
    );
  });
});
