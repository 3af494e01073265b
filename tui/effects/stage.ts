/** What effects may do to the terminal that the interface is on. */
export type Stage = {
  /** Writes a sequence, such as one that copies. */
  readonly write: (text: string) => void;
  /** Gives the terminal to another program for as long as `action` takes, and draws the screen anew after it. */
  readonly lend: <T>(action: () => Promise<T>) => Promise<T>;
  readonly reload: () => void;
  readonly repaint: () => void;
  readonly suspend: () => Promise<void>;
  readonly mouse: (on: boolean) => void;
};
