const WORDS =
  'a an and are as at be but by did do does for from had has have how i in is it its of on or that the their ' +
  'there these this to was we were what when where which who why will with';

/** English function words that no query token and no `english` or `cjk` document term keeps (evaluate.md 8.2). */
export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(' '));
