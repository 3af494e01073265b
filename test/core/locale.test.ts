import { describe, expect, test } from 'vitest';
import { isUtf8Locale } from '../../core/locale.ts';

describe('tui-cli.md 16 locale', () => {
  test.each([
    [{ LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'C.utf8' }, true],
    [{}, false],
  ])('locale %j', (env, utf8) => {
    expect(isUtf8Locale(env)).toBe(utf8);
  });
});
