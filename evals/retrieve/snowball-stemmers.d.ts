declare module 'snowball-stemmers' {
  const stemmers: { newStemmer(algorithm: 'porter'): { stem(word: string): string } };
  export = stemmers;
}
