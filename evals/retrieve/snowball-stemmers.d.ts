declare module 'snowball-stemmers' {
  export function newStemmer(algorithm: 'porter'): { stem(word: string): string };
}
