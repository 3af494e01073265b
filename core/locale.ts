/** Whether the locale writes UTF-8: LC_ALL, LC_CTYPE, LANG, the first that is set. Nothing else is read from it. */
export function isUtf8Locale(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(
    value => value !== undefined && value !== '',
  );
  return locale !== undefined && /utf-?8/i.test(locale);
}
