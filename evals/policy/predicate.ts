/** Placeholder shape until the grammar lands: the parsed form of a row policy. */
export type Predicate = { readonly text: string };
