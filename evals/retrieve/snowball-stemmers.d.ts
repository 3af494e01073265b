declare module 'snowball-stemmers' {
  type Stemmers = { newStemmer(algorithm: 'porter'): { stem(word: string): string } };
  const stemmers: Stemmers & { readonly default?: Stemmers };
  export = stemmers;
}
